import { newestAnswer } from "../check/answers-of.ts";
import { trackBranch } from "../codec/branches.ts";
import { backlogFile, planPath } from "../codec/paths.ts";
import type { TaskId } from "../model/ids.ts";
import { isFinal, type Outcome } from "../model/job.ts";
import { addLesson } from "../model/lesson.ts";
import { isQuick } from "../model/route.ts";
import type { TrackTask } from "../model/task.ts";
import { type Track, taskEntries } from "../model/track.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { describeProblem } from "../plan/amend-backlog.ts";
import { withExtra } from "../select/budget.ts";
import { type Draft, liveJob, queueJob, say } from "./draft.ts";
import { approvedCommit, longestLeg, type Row } from "./row.ts";

/** A better version of a task that did not work out, or several in its place: an edit of BACKLOG.yaml that a person approves. */
export const rebase: Row<"rebase"> = {
  recipe: (track, { task }) => (task && track.tasks[task]?.rebase?.split ? "split" : "rebase"),
  asksAgents: true,
  minutes: () => longestLeg,
  place: (track) => ({ branch: trackBranch.format(track), ref: trackBranch.format(track) }),
  resume: () => undefined,
  readsLibrary: false,
  scope: () => "none",
  needsHistory: () => true,
  libraryAt: approvedCommit,
  instructedBy: (_, { base }) => base.sha,
  amends: (track, { task }) => ({ task, split: track.tasks[task]?.rebase?.split ?? false }),

  advance(draft) {
    const { track } = draft;
    if (track.phase !== "executing") return;
    for (const [id, known] of taskEntries(track)) {
      const { rebase: wish } = known;
      if (wish?.status !== "running" || liveJob(track, "rebase", id)) continue;
      // Somebody has started it once more: its text is in use.
      if (!isRebasable(known)) track.tasks[id] = { ...known, rebase: { ...wish, status: "failed" } };
      else queueJob(draft, { issue: track.issue, kind: "rebase", task: id, attempt: wish.number });
    }
  },

  publication({ track, job, manifest, amended }) {
    const answer = newestAnswer(manifest, "amendment");
    if (!answer || !amended)
      return { outcome: "invalid-answer", reason: "There is no better task in the answer." };
    const [wrong] = amended.problems;
    if (wrong) return { outcome: "invalid-answer", reason: describeProblem(wrong) };
    const folder = planPath.folder(track);
    const { reason, lesson } = answer;
    return {
      steps: [
        {
          type: "commit",
          branch: trackBranch.format(track),
          base: amended.base ?? job.base,
          message: { type: "rebase-message" },
          changes: [],
          files: [{ path: `${folder}/${backlogFile}`, text: amended.text }],
          on: "shared",
          within: folder,
        },
      ],
      result: ({ head = "" }) => withoutUndefined({ type: "rebase" as const, head, reason, lesson }),
    };
  },

  keep: () => undefined,

  succeed(draft, { task: id }, { result }) {
    const { track, moment } = draft;
    const known = track.tasks[id];
    if (!known?.rebase || result.type !== "rebase") return;
    const { reason, lesson, head } = result;
    track.tasks[id] = { ...known, rebase: { ...known.rebase, status: "proposed", reason, head } };
    if (lesson !== undefined) addLesson(track, { text: lesson, task: id, at: moment.now });
  },

  /** Whoever asked for it waits; and where gsd began by itself, it has said so. */
  fail(draft, { task: id }, { until: _, resume: __, files: ___, ...why }) {
    const { track } = draft;
    const known = track.tasks[id];
    if (known?.rebase?.status !== "running" || why.outcome === "rate-limited") return;
    const attempts = known.rebase.attempts + 1;
    const next = { ...known.rebase, attempts };
    const again = isSilent(why.outcome) && !isFinal(why) && attempts < track.config.limits.attempts;
    track.tasks[id] = { ...known, rebase: again ? renumbered(next) : { ...next, status: "failed" } };
    const { thread, split } = known.rebase;
    if (!again) say(draft, thread, { type: "rebase-failed", task: id, split, why });
  },

  spentOn: (track, { task: id }) => ({ on: id, usd: track.tasks[id]?.usd ?? 0 }),
};

function isSilent(outcome: Outcome): boolean {
  return ["crashed", "lost", "unavailable"].includes(outcome);
}

type Rebase = NonNullable<TrackTask["rebase"]>;

function renumbered(rebase: Rebase): Rebase {
  return { ...rebase, number: rebase.number + 1 };
}

/** Whether a task's text may change: what runs, waits for a review or is merged keeps what was approved for it. */
export function isRebasable({ status }: TrackTask): boolean {
  return ["pending", "failed", "skipped"].includes(status);
}

/** What a person asked for; nothing of it where gsd begins by itself. */
export interface RebaseWish {
  split: boolean;
  thread: number;
  by?: string;
  text?: string;
}

/** Proposals that are not in the plan any more: people took them back. */
export function withdrawRebases({ track }: Draft, isThere: (id: TaskId) => boolean): void {
  for (const [id, task] of taskEntries(track)) {
    const { rebase: wish } = task;
    if (wish?.status === "proposed" && !isThere(id))
      track.tasks[id] = { ...task, rebase: { ...wish, status: "failed" } };
  }
}

/** Has a better version of a task written; what was proposed before counts no more. */
export function startRebase({ track }: Draft, id: TaskId, wish: RebaseWish): void {
  const known = track.tasks[id];
  if (!known) return;
  const number = (known.rebase?.number ?? 0) + 1;
  track.tasks[id] = { ...known, rebase: { ...wish, number, status: "running", attempts: 0 } };
}

/** Failures from which a better task can follow; the rest is no fault of its text. */
const blamable: readonly Outcome[] = [
  "no-change",
  "invalid-answer",
  "timeout",
  "checks-failed",
  "refused-change",
  "max-turns",
];

/** Whether gsd looks for a better version of a task by itself, once all its attempts are used up. */
export function mayRebase(track: Track, { rebase: before, usd }: TrackTask, outcome: Outcome): boolean {
  const { config, extraUsd } = track;
  // A quick change has no plan that could be edited.
  if (isQuick(track) || usd >= withExtra(config.budget, extraUsd).task) return false;
  return blamable.includes(outcome) && (before?.number ?? 0) < config.limits.rebases;
}
