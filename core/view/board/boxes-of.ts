import type { Box } from "../../codec/boxes.ts";
import { type Track, taskEntries } from "../../model/track.ts";
import { nextStep } from "../next-step.ts";

/** More tasks than these are tried again by command. */
const mostRetries = 10;

/** What people can have done with a track by ticking a box, as it is now. */
export function boxesOf(track: Track): Box[] {
  const { issue, plan } = track;
  const step = nextStep(track);
  switch (step.type) {
    case "approve-plan":
    case "approve-edit": {
      const shown = step.type === "approve-plan" ? plan.proposed : plan.edited;
      const isReady = shown !== undefined && step.problems === 0;
      return isReady ? [{ type: "approve", issue, tree: shown.tree }] : [];
    }
    case "help-tasks":
      return retriesOf(track);
    case "resume":
    case "await-issues":
    case "fix-verification":
      return [{ type: "resume", issue }];
    default:
      return [];
  }
}

function retriesOf(track: Track): Box[] {
  const { issue } = track;
  return taskEntries(track)
    .filter(([, { status, proposal }]) => isStopped(status) && proposal?.handsOff !== true)
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
