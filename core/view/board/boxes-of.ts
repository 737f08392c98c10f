import type { Box } from "../../codec/boxes.ts";
import type { Sha, TaskId } from "../../model/ids.ts";
import { type Track, taskEntries } from "../../model/track.ts";
import { type NextStep, nextStep } from "../next-step.ts";

/** More tasks than these are tried again by command. */
const mostRetries = 10;

/** What people can have done with a track by ticking a box, as it is now. */
export function boxesOf(track: Track): Box[] {
  return boxesFor(track, nextStep(track));
}

function boxesFor(track: Track, step: NextStep): Box[] {
  const { issue, plan } = track;
  if ("beside" in step) return step.beside ? boxesFor(track, step.beside) : [];
  switch (step.type) {
    case "approve-plan":
      return approvalOf(issue, plan.proposed, step.problems);
    case "approve-edit":
      return [...approvalOf(issue, plan.edited, step.problems), ...retriesOf(track, step.tasks)];
    case "help-tasks":
      return retriesOf(track, step.tasks);
    case "resume":
    case "await-issues":
    case "fix-verification":
      return [{ type: "resume", issue }];
    default:
      return [];
  }
}

function approvalOf(issue: number, shown: { tree: Sha } | undefined, problems: number): Box[] {
  return shown && problems === 0 ? [{ type: "approve", issue, tree: shown.tree }] : [];
}

function retriesOf(track: Track, tasks: readonly TaskId[]): Box[] {
  const { issue } = track;
  return taskEntries(track)
    .filter(
      ([id, { status, proposal }]) => tasks.includes(id) && isStopped(status) && proposal?.handsOff !== true,
    )
    .map(([task, { runs }]) => ({ type: "retry" as const, issue, task, run: runs }))
    .slice(0, mostRetries);
}

function isStopped(status: string): boolean {
  return status === "failed" || status === "needs_input";
}

/** Whether there is something to pause. */
export function pauseBox(track: Track): Box | undefined {
  const { issue, paused, closed, phase } = track;
  const isIdle = paused || closed !== undefined || phase === "asking";
  return isIdle ? undefined : { type: "pause", issue };
}
