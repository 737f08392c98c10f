import { criticalIn, type HealthResult, isWell } from "../model/health.ts";
import { isHopeless, type Outcome } from "../model/job.ts";
import type { Track } from "../model/track.ts";
import { baseBroken, baseUnchecked } from "../render/health.ts";
import { type Draft, enqueue, liveJob, queueJob, say } from "./draft.ts";

/** Runs the repository's own commands on the base, beside the planners, and shows in the plan how they did. */
export function advanceHealth(draft: Draft): void {
  const { track } = draft;
  const { health } = track;
  if (!health) return;
  if (health.outcome === undefined && !liveJob(track, "health")) {
    health.attempts += 1;
    health.runs += 1;
    queueJob(draft, "health", health.runs);
  }
  if (track.pull && health.outcome !== undefined && health.shown !== health.runs) {
    const key = `${track.issue}/show-health/-/${health.runs}`;
    enqueue(draft, key, { type: "show-health", pull: track.pull });
    health.shown = health.runs;
  }
}

/** The base is as it is: broken where no agent has been is a person's to mend, and said once. */
export function recordHealth(draft: Draft, result: HealthResult): void {
  const { track } = draft;
  const { health } = track;
  if (!health || health.outcome !== undefined) return;
  health.outcome = "done";
  health.result = result;
  if (criticalIn(result).length === 0) return;
  health.trouble = { code: "health", text: baseBroken(track, result) };
  say(draft, track.issue, health.trouble.text);
}

/** A run that brought no result is tried again, within bounds: `advanceHealth` finds it missing. */
export function failHealth(draft: Draft, why: { outcome: Outcome; reason?: string }): void {
  const { track } = draft;
  const { health } = track;
  if (!health || health.outcome !== undefined) return;
  const hopeless = isHopeless(why.outcome);
  if (!hopeless && health.attempts < track.config.limits.attempts) return;
  health.outcome = why.outcome;
  health.trouble = { code: why.outcome, text: baseUnchecked(track, why) };
  // What keeps every job from starting, the planners say as well.
  if (hopeless && track.phase === "planning") return;
  say(draft, track.issue, health.trouble.text);
}

/** Whether `/resume` would check the base again. */
export function mayCheckAgain(track: Track): boolean {
  return track.health?.outcome !== undefined && !isWell(track);
}

/** Forgets what was found: it is checked again, on the track branch as it is now. */
export function checkAgain({ track }: Draft): void {
  if (!track.health) return;
  const { runs, shown } = track.health;
  track.health = { runs, attempts: 0, ...(shown === undefined ? {} : { shown }) };
}
