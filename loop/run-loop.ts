import { isDeepStrictEqual } from "node:util";
import { jobsOfRun } from "../core/decide/claim.ts";
import { decide } from "../core/decide/decide.ts";
import { settle } from "../core/decide/settle.ts";
import { GsdError } from "../core/gsd-error.ts";
import type { EffectOutcome, OutboxEntry } from "../core/model/effect.ts";
import type { Facts, Moment } from "../core/model/facts.ts";
import type { Track } from "../core/model/track.ts";
import type { Trigger } from "../core/model/trigger.ts";
import type { Version } from "../core/ports/ledger.ts";
import { observe, tasksToMerge } from "./observe.ts";
import { performEffect } from "./perform.ts";
import type { Ports } from "./ports.ts";
import { project, withProjection } from "./project.ts";

/** Rounds of one loop; more than this means that something feeds itself. */
const mostRounds = 8;
/** How often a save may lose to another writer before we give up; the next event tries again. */
const mostConflicts = 12;

/** A track as the ledger has it. */
export interface Saved {
  track?: Track;
  version: Version;
}

/**
 * observe → decide → save → perform → settle, until nothing is due; then project.
 * New state and effects are saved together before anything is done, so a crash at any point leaves a track
 * whose next loop does what is left.
 */
export async function runLoop(
  ports: Ports,
  issue: number,
  trigger: Trigger,
  known?: Saved,
): Promise<Track | undefined> {
  const moment: Moment = { now: ports.now().toISOString(), owner: ports.owner };
  const before = known ?? (await load(ports, issue));
  const state = { saved: before, trigger, outcomes: [] as EffectOutcome[], conflicts: 0 };
  const tried = new Set<string>();
  for (let round = 0; round < mostRounds; round += 1) {
    const settled = state.saved.track && settle(state.saved.track, state.outcomes, moment);
    const facts = await observe(ports, settled, state.trigger);
    const decision = decide({ track: settled, facts, trigger: state.trigger, moment });
    if (!decision.track) {
      for (const loose of decision.loose) await performLoose(ports, moment, loose);
      return undefined;
    }
    const next = withProjection(ports, decision.track);
    if (isDeepStrictEqual(next, state.saved.track)) break;
    const version = await ports.ledger.save(
      next,
      state.saved.version,
      describe(state.trigger, state.outcomes),
    );
    if (version === "conflict") {
      if (++state.conflicts > mostConflicts) throw busy(issue);
      state.saved = await load(ports, issue);
      round -= 1;
      continue;
    }
    state.saved = { track: next, version };
    state.outcomes = await performDue(ports, next, moment, tried);
    const dueAgain = state.outcomes.some(needsSave) || checksWanted(next, facts);
    if (!dueAgain) break;
    state.trigger = { type: "continued" };
  }
  if (state.saved.track && !goesOn(trigger, state.saved.track)) {
    await project(ports, before.track, state.saved.track);
  }
  return state.saved.track;
}

/** A leg that goes on with the review of what it published shows progress when that is done. */
function goesOn(trigger: Trigger, track: Track): boolean {
  if (trigger.type !== "job-finished" || !trigger.inline) return false;
  const { job, run } = trigger.report;
  return jobsOfRun(track, run.id).some((next) => next.kind === "review" && next.task === job.task);
}

async function load(ports: Ports, issue: number): Promise<Saved> {
  return (await ports.ledger.load(issue)) ?? { version: undefined };
}

/** Performs what this loop owns, one after the other: GitHub wants writes one at a time. */
async function performDue(
  ports: Ports,
  track: Track,
  moment: Moment,
  tried: Set<string>,
): Promise<EffectOutcome[]> {
  const outcomes: EffectOutcome[] = [];
  for (const entry of track.outbox) {
    if (entry.owner !== moment.owner || entry.at !== moment.now || tried.has(entry.key)) continue;
    tried.add(entry.key);
    outcomes.push(await performEffect(ports, track, entry));
  }
  return outcomes;
}

/** An answer where there is no track: looked for first, since nothing says whether it was given. */
async function performLoose(
  ports: Ports,
  moment: Moment,
  loose: Pick<OutboxEntry, "key" | "effect">,
): Promise<void> {
  const entry = { ...loose, owner: moment.owner, at: moment.now, probe: true, tries: 0 };
  const outcome = await performEffect(ports, undefined, entry);
  if (outcome.type !== "done") ports.log.warn("could not answer", { key: loose.key, why: outcome.text });
}

/** A dispatched run confirms itself when it claims its jobs: that saves a write for each batch. */
function needsSave(outcome: EffectOutcome): boolean {
  return !(outcome.type === "done" && outcome.result.run !== undefined && !outcome.result.runEnded);
}

/** A merge may have become possible in this very round: then its checks have to be read. */
function checksWanted(track: Track, facts: Facts): boolean {
  return tasksToMerge(track, { type: "continued" }).some((task) => task.head && !facts.checks[task.head]);
}

function describe(trigger: Trigger, outcomes: EffectOutcome[]): string {
  if (trigger.type === "job-finished")
    return `${trigger.report.job.kind} ${trigger.report.job.task ?? ""} ${trigger.report.outcome}`;
  if (trigger.type === "commented")
    return trigger.commands.map((command) => `/${command.type}`).join(" ") || "comment";
  if (trigger.type === "continued")
    return outcomes.map((outcome) => outcome.key.split("/").slice(1, 3).join(" ")).join(", ") || "go on";
  return trigger.type;
}

function busy(issue: number): GsdError {
  return new GsdError(
    "ledger-busy",
    `The track of #${issue} is being written by others; the next event tries again.`,
  );
}
