import { batchKey } from "../codec/keys.ts";
import { isOpen, type Track, taskEntries } from "../model/track.ts";
import type { Trigger } from "../model/trigger.ts";
import { planReady } from "../render/says.ts";
import { type Draft, enqueue, say } from "./draft.ts";

/**
 * Work that stands on its branch and that GitHub did not let us propose is proposed as soon as it does.
 * Only runs do so: with the App's token, CI would run on agents' code with the repository's secrets.
 */
export function openPulls(draft: Draft, trigger: Trigger): void {
  const { track } = draft;
  if (!isOpen(track) || track.paused || !hasUnopened(track)) return;
  if (trigger.type !== "run-started" && trigger.type !== "job-finished") return startRun(draft);
  const { issue, plan } = track;
  if (plan.unopened !== undefined)
    enqueue(draft, `${issue}/open-pull/-/${plan.attempts.backlog}`, { type: "open-pull" });
  for (const [task, { unopened, runs }] of taskEntries(track)) {
    if (unopened !== undefined)
      enqueue(draft, `${issue}/open-pull/${task}/${runs}`, { type: "open-pull", task });
  }
}

function hasUnopened({ plan, tasks }: Track): boolean {
  return plan.unopened !== undefined || Object.values(tasks).some((task) => task.unopened !== undefined);
}

/** A batch without jobs, unless a run is on its way. */
function startRun(draft: Draft): void {
  const { track } = draft;
  if (track.outbox.some(({ effect }) => effect.type === "dispatch" || effect.type === "open-pull")) return;
  const batch = ++track.batches;
  enqueue(draft, batchKey.format({ issue: track.issue, batch }), { type: "dispatch", batch });
}

/** The track's pull request is there. */
export function recordTrackPull(draft: Draft, pull: number): void {
  const { track } = draft;
  delete track.plan.unopened;
  track.pull = pull;
  if (track.plan.proposed) track.plan.proposed.at = draft.moment.now;
  say(draft, track.issue, planReady(track));
}
