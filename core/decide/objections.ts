import type { Draft } from "../jobs/draft.ts";
import { standingRequests } from "../jobs/requests.ts";
import { blockersIn } from "../jobs/verdict.ts";
import type { PullFact } from "../model/facts.ts";
import type { Sha, TaskId } from "../model/ids.ts";
import type { Objections } from "../model/overruling.ts";
import type { TrackTask } from "../model/task.ts";
import type { Track } from "../model/track.ts";
import type { Commented } from "../model/trigger.ts";

/** What an approval by someone would have to overrule. Whoever asked for changes and approves now has lifted that. */
export function objectionsTo(
  track: Track,
  { pull, sha, task }: { pull: PullFact | undefined; sha?: Sha; task?: TrackTask },
): Objections {
  const requests = standingRequests(track, pull, sha);
  const trouble = task?.status === "needs_input" ? task.trouble : undefined;
  const blockers = trouble?.type === "blocked" ? blockersIn(task?.proposal?.findings ?? []) : [];
  const objections: Objections = {
    requests: requests.map(({ review, by }) => ({ review, by })).slice(0, 100),
    blockers: blockers.slice(0, 100).map(({ path, line, message }) => {
      const short = { path, message: message.slice(0, 300) };
      return line === undefined ? short : { ...short, line };
    }),
    missing: trouble?.type === "review-failed" ? trouble.missing : [],
  };
  if (trouble?.type === "blocked" && trouble.signals) objections.signals = trouble.signals;
  return objections;
}

/** Whether there is anything to overrule but what the sender asked for themselves. */
export function mustOverrule(over: Objections, { sender }: Commented): boolean {
  const requests = over.requests.filter(({ by }) => by !== sender.login);
  return countOf({ ...over, requests }) > 0;
}

function countOf({ requests, blockers, missing, signals = [] }: Objections): number {
  return requests.length + blockers.length + missing.length + signals.length;
}

interface Overruled {
  pull: number;
  sha: Sha;
  over: Objections;
  task?: TaskId;
}

/** Writes down what was approved in spite of what. */
export function recordOverruling(draft: Draft, { sender }: Commented, overruled: Overruled): void {
  const { track, moment } = draft;
  if (countOf(overruled.over) === 0) return;
  const entry = { ...overruled, by: sender.login, at: moment.now };
  track.overruled = [...(track.overruled ?? []), entry].slice(-200);
}
