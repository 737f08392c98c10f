import type { Redis } from "ioredis";
import { eventGroup, type Spot, spotOf, type Work } from "../work.ts";
import { admitScript, leaveScript, loadScript, standScript } from "./gate-scripts.ts";

/** What the gate says of a work that is brought: `needless` where its lane has one like it. */
export type Admission =
  | { type: "taken"; released: string[] }
  | { type: "done" | "known" | "needless" | "full" | "free" };

/** What a work is that a worker holds: only a released one may run. */
export type Standing = "done" | "released" | "waiting" | "unknown";

/** Which works may run now: lanes, groups and turns, shared by all replicas. */
export interface Gate {
  /** What `admit` would say; `free` where it would take it. */
  look(work: Work): Promise<Admission>;
  admit(work: Work): Promise<Admission>;
  stand(id: string): Promise<Standing>;
  /** A work has ended; returns the ids that may run now. */
  leave(id: string, how: "done" | "dead"): Promise<string[]>;
  /** How many wait, by group. */
  groups(): Promise<ReadonlyMap<string, number>>;
  load(): Promise<{ running: number; waiting: number; full: number }>;
}

/** GitHub can be asked to deliver again for three days. */
const rememberedSeconds = 3 * 24 * 3600;

type Command = (prefix: string, ...values: (string | number)[]) => Promise<unknown>;

export function createGate(redis: Redis, prefix: string, waitingEach: number): Gate {
  const run = (name: string, lua: string): Command => {
    redis.defineCommand(name, { numberOfKeys: 1, lua });
    return (...values) =>
      (redis as unknown as Record<string, Command>)[name]?.(...values) as Promise<unknown>;
  };
  const admit = run("gsdAdmit", admitScript);
  const stand = run("gsdStand", standScript);
  const leave = run("gsdLeave", leaveScript);
  const load = run("gsdLoad", loadScript);
  const ask = async (work: Work, how: "look" | "admit"): Promise<Admission> => {
    const spot: Spot = spotOf(work);
    const answer = (await admit(prefix, work.id, JSON.stringify(spot), waitingEach, how)) as string[];
    const [type, ...released] = answer as [Admission["type"], ...string[]];
    return type === "taken" ? { type, released } : { type };
  };
  return {
    look: (work) => ask(work, "look"),
    admit: (work) => ask(work, "admit"),
    stand: async (id) => (await stand(prefix, id)) as Standing,
    leave: async (id, how) => (await leave(prefix, id, how, rememberedSeconds)) as string[],
    async groups() {
      const counts = Object.entries(await redis.hgetall(`${prefix}waiting`));
      return new Map(counts.map(([group, count]) => [group, Number(count)]));
    },
    async load() {
      const [running = 0, waiting = 0, full = 0] = (await load(prefix, waitingEach, eventGroup)) as number[];
      return { running, waiting, full };
    },
  };
}
