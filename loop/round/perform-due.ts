import { trackBranch } from "../../core/codec/branches.ts";
import type { EffectOutcome } from "../../core/model/effect.ts";
import type { Facts } from "../../core/model/facts.ts";
import type { Sha } from "../../core/model/ids.ts";
import { measureEffect } from "../measure/measure-loop.ts";
import { performEffect } from "../perform.ts";
import type { Ports } from "../ports.ts";
import type { Loop } from "./loop.ts";

/** Performs what this loop owns, one after the other: GitHub wants writes one at a time. */
export async function performDue(ports: Ports, loop: Loop): Promise<EffectOutcome[]> {
  const { saved, moment, tried, texts, tally } = loop;
  const outcomes: EffectOutcome[] = [];
  for (const entry of saved?.track.outbox ?? []) {
    if (!saved || entry.owner !== moment.owner || entry.at !== moment.now || tried.has(entry.key)) continue;
    tried.add(entry.key);
    const task = { ports, track: saved.track, entry };
    outcomes.push(await measureEffect(tally, entry, () => performEffect(task)));
    // It writes into the body: what was read before is old.
    if (entry.effect.type === "show-health") texts.delete(entry.effect.pull);
  }
  return outcomes;
}

/** The digest of a progress comment that was made just now. */
export function newStickyDigest(outcomes: readonly EffectOutcome[]): string | undefined {
  for (const { result } of outcomes.filter(isDone)) {
    if (result.type === "started" && result.digest) return result.digest;
  }
  return undefined;
}

/** A merge that we have just made, or a branch, is the head of the track branch: nobody else has saved since. */
export function newBases({ saved, outcomes }: Loop): Facts["bases"] {
  const heads = outcomes.filter(isDone).flatMap(({ result }) => headIn(result) ?? []);
  const [sha] = heads;
  if (!saved || sha === undefined || heads.length > 1) return {};
  const branch = trackBranch.format(saved.track);
  return { [branch]: { branch, sha } };
}

type Done = Extract<EffectOutcome, { type: "done" }>;

function isDone(outcome: EffectOutcome): outcome is Done {
  return outcome.type === "done";
}

function headIn(result: Done["result"]): Sha | undefined {
  if (result.type === "merged") return result.sha;
  return result.type === "started" ? result.head : undefined;
}
