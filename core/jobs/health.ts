import { baseBranch } from "../codec/branches.ts";
import { effectKey } from "../codec/keys.ts";
import { checkNames } from "../model/config/commands.ts";
import { criticalIn, type HealthResult, isAboutBase, isWell, leftOutOnBase } from "../model/health.ts";
import type { Sha } from "../model/ids.ts";
import { isFinal } from "../model/job.ts";
import type { CheckResult } from "../model/manifest.ts";
import type { Note } from "../model/note.ts";
import type { Track } from "../model/track.ts";
import { type Draft, enqueue, isStarting, liveJob, queueJob, say, settled } from "./draft.ts";
import { longestLeg, type Row } from "./row.ts";

/** The repository's own commands on the base, before any agent; alone where the plan's recipe did not, or where the base was broken. */
export const health: Row<"health"> = {
  recipe: () => "health",
  asksAgents: false,
  minutes: () => longestLeg,
  place: (track) => ({ branch: baseBranch(track), ref: baseBranch(track) }),
  resume: () => undefined,
  readsLibrary: false,
  scope: () => "none",
  needsHistory: () => false,
  instructedBy: (_, { base }) => base.sha,

  recall(draft, result) {
    recordHealth(draft, result);
    return true;
  },

  advance(draft) {
    const { track } = draft;
    if (!track.health || (track.phase !== "proposed" && track.phase !== "executing")) return;
    if (isStarting(track)) return;
    if (track.health.outcome === undefined && !liveJob(track, "health")) {
      track.health = { ...track.health, runs: track.health.runs + 1 };
      queueJob(draft, { issue: track.issue, kind: "health", attempt: track.health.runs });
    }
    const { outcome, shown, runs } = track.health;
    if (track.pull === undefined || outcome === undefined || shown === runs) return;
    const key = effectKey.format(track.issue, "show-health", "-", runs);
    enqueue(draft, key, { type: "show-health", pull: track.pull });
    track.health = { ...track.health, shown: runs };
  },

  publication({ job, manifest }) {
    const step = manifest.steps.findLast((one) => one.type === "code" && one.code === "health");
    if (step?.type !== "code") return { outcome: "crashed", reason: "The base was not checked." };
    const result = toHealth(job.base.sha, step.checks ?? [], manifest.notes);
    return {
      steps: [{ type: "remember-health", health: result }],
      result: () => ({ type: "health", health: result }),
    };
  },

  keep: () => undefined,

  succeed(draft, _job, { result }) {
    if (result.type === "health") recordHealth(draft, result.health);
  },

  /** A run that brought no result is tried again, within bounds: `advance` finds it missing. */
  fail(draft, _job, { until: _, resume: __, ...why }) {
    const { track } = draft;
    if (!track.health || track.health.outcome !== undefined) return;
    const attempts = track.health.attempts + 1;
    track.health = { ...track.health, attempts };
    if (!isFinal(why) && attempts < track.config.limits.attempts) return;
    const trouble = { type: "base-unchecked" as const, why };
    track.health = { ...track.health, outcome: why.outcome, trouble };
    say(draft, track.issue, trouble);
  },

  spentOn: (track) => ({ on: "this track", usd: track.usd }),
};

const names: readonly string[] = ["setup", ...checkNames];
const longestTail = 2_000;

/** Output is kept only of what failed. */
export function toHealth(sha: Sha, checks: CheckResult[], notes: Note[]): HealthResult {
  return {
    sha,
    checks: checks
      .filter(({ name }) => names.includes(name))
      .map((check) => ({ ...check, tail: check.ok ? "" : endOf(check) })),
    notes: notes.filter(isAboutBase),
  };
}

/** Of a setup the first line says why; its output was cut already. */
function endOf({ name, tail }: CheckResult): string {
  return name === "setup" ? tail.slice(0, 2 * longestTail) : tail.slice(-longestTail);
}

/** The base is as it is: broken where no agent has been is a person's to fix, and said once. */
export function recordHealth(draft: Draft, result: HealthResult): void {
  const { track } = draft;
  if (!track.health || track.health.outcome !== undefined) return;
  track.health = { ...settled(track.health), outcome: "done", result };
  if (criticalIn(result).length === 0) return;
  const trouble = { type: "base-broken" as const, result };
  track.health = { ...track.health, trouble };
  say(draft, track.issue, trouble);
}

/** Whether `/resume` would check the base again: what fails there, or what was left out, may be put right. */
export function mayCheckAgain(track: Track): boolean {
  if (track.health?.outcome === undefined) return false;
  const isWorking = track.phase === "proposed" || track.phase === "executing";
  return !isWell(track) || (isWorking && (leftOutOnBase(track) ?? []).length > 0);
}

/** Forgets what was found: it is checked again, on the track branch as it is now. */
export function checkAgain({ track }: Draft): void {
  if (!track.health) return;
  const { runs, shown } = track.health;
  track.health = shown === undefined ? { runs, attempts: 0 } : { runs, attempts: 0, shown };
}
