import type { Asker, Night } from "../../core/backlog/choose-issues.ts";
import { mayRun } from "../../core/command/permissions.ts";
import type { Sorting } from "../../core/ports/github/issues.ts";
import type { Ports } from "../ports.ts";
import { readActor } from "../read-actor.ts";
import type { Evening } from "./evening.ts";

/** People whose rights are looked up in one tick. */
export const mostLookups = 20;
const dayMs = 24 * 3_600_000;

interface Rights {
  askers: Map<number, Asker | undefined>;
  strangers: string[];
}

interface Inquiry {
  asked: ReadonlyMap<number, Sorting[]>;
  wanted(known: ReadonlyMap<number, Asker | undefined>): Night;
}

/** Asks GitHub what they may do who asked for the issues whose turn it is; of the others nothing has to be known. */
export async function lookUpRights(
  ports: Ports,
  { config, state }: Evening,
  { asked, wanted }: Inquiry,
): Promise<Rights> {
  const since = new Date(ports.now().getTime() - dayMs).toISOString();
  const rights = new Map<string, boolean>(
    (state.night?.strangers ?? []).filter(({ at }) => at >= since).map(({ login }) => [login, false]),
  );
  const strangers: string[] = [];
  for (let lookups = 0; ; lookups += 1) {
    const askers = new Map([...asked].map(([issue, sortings]) => [issue, toAsker(sortings, rights)]));
    const isOpen = wanted(askers).stop.type === "lookups";
    const next = [...asked.values()].flat().find(({ by }) => !rights.has(by.login));
    if (!isOpen || !next || lookups >= mostLookups) return { askers, strangers };
    const plan = { type: "plan" as const };
    const actor = await readActor(ports, next.by, { config: { ok: true, config }, commands: [plan] });
    const { ok } = mayRun(actor, plan, config);
    rights.set(next.by.login, ok);
    if (!ok) strangers.push(next.by.login);
  }
}

/** Of two who asked, the one who may; of one who may not, that. */
function toAsker(sortings: readonly Sorting[], rights: ReadonlyMap<string, boolean>): Asker | undefined {
  const known = sortings.map(({ by }) => ({ login: by.login, may: rights.get(by.login) }));
  return known.find(({ may }) => may) ?? known.find(({ may }) => may === undefined) ?? known[0];
}
