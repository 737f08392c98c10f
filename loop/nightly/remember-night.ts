import type { Instant } from "../../core/model/ids.ts";
import { changeRepository } from "../ledger/repository.ts";
import type { Ports } from "../ports.ts";
import type { Evening } from "./evening.ts";

const dayMs = 24 * 3_600_000;

/** Before anything starts, so that a crash loses none of it. */
export async function rememberNight(
  ports: Ports,
  { state }: Evening,
  { chosen, strangers }: { chosen: number[]; strangers: string[] },
): Promise<number[]> {
  const before = state.night?.started ?? [];
  if (chosen.length + strangers.length === 0) return before.map(({ issue }) => issue);
  const now = ports.now().toISOString();
  if (!ports.ledger.latest()) await ports.ledger.create();
  let started = before;
  await changeRepository(ports, "nightly", (saved) => {
    const night = saved.night ?? { started: [], strangers: [] };
    started = added(night.started, chosen, now);
    return { ...saved, night: { started, strangers: withStrangers(night.strangers, strangers, now) } };
  });
  return started.map(({ issue }) => issue);
}

function added(started: { issue: number; at: Instant }[], chosen: number[], at: Instant) {
  const others = started.filter(({ issue }) => !chosen.includes(issue));
  return [...others, ...chosen.map((issue) => ({ issue, at }))].slice(-50);
}

function withStrangers(known: { login: string; at: Instant }[], logins: string[], at: Instant) {
  const since = new Date(Date.parse(at) - dayMs).toISOString();
  const kept = known.filter((one) => one.at >= since && !logins.includes(one.login));
  return [...kept, ...logins.map((login) => ({ login, at }))].slice(-500);
}
