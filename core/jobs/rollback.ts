import { rollbackBranch, trackBranch } from "../codec/branches.ts";
import type { Sha, TaskId } from "../model/ids.ts";
import type { Manifest } from "../model/manifest.ts";
import { mostConflicts } from "../model/notice/parts.ts";
import type { Rollback, RollbackLeft } from "../model/rollback.ts";
import { type Track, taskEntries } from "../model/track.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { type Draft, queueJob, say, settled } from "./draft.ts";
import { longestLeg, type Row } from "./row.ts";

/** A revert, by git alone: a pull request into the track branch or, once that is merged, the default branch. */
export const rollback: Row<"rollback"> = {
  recipe: () => "rollback",
  asksAgents: false,
  minutes: () => longestLeg,
  place(track, job) {
    const branch = targetOf(track, findRollback(track, job));
    return { branch, ref: branch };
  },
  resume: () => undefined,
  readsLibrary: false,
  scope: () => "all",
  // What git cannot revert is left on a branch that changes nothing yet.
  mayStay: () => true,
  needsHistory: () => true,
  instructedBy: (_, { base }) => base.sha,

  advance(draft) {
    const { track } = draft;
    for (const { task, attempt, status } of track.rollbacks) {
      if (status === "running") queueJob(draft, { issue: track.issue, kind: "rollback", task, attempt });
    }
  },

  publication({ track, job, manifest }) {
    const found = job.kind === "rollback" ? findRollback(track, job) : undefined;
    if (!found) return { outcome: "crashed", reason: "The ledger does not know this rollback." };
    const branch = rollbackBranch.format({ issue: track.issue, task: found.task, attempt: found.attempt });
    const left = leftIn(manifest, found);
    return {
      steps: [
        {
          type: "commit",
          branch,
          base: job.base,
          message: { type: "rollback-message" },
          changes: manifest.changes,
          files: [],
          on: "own",
          mayBeEmpty: left !== undefined,
        },
        {
          type: "pull",
          title: { type: "rollback-title" },
          body: { type: "rollback-body", left },
          branch,
          base: targetOf(track, found),
          draft: false,
        },
      ],
      result: ({ head = "", pull = 0 }) => withoutUndefined({ type: "rollback" as const, head, pull, left }),
    };
  },

  keep: () => undefined,

  succeed(draft, job, { result }) {
    const found = findRollback(draft.track, job);
    if (!found || result.type !== "rollback") return;
    const { head, pull, left } = result;
    const { task, attempt, thread } = found;
    const proposal = withoutUndefined({ head, pull, readyAt: draft.moment.now, left });
    const open: Rollback = { ...settled(found), status: "open", proposal };
    if (!left) {
      replaceRollback(draft, open);
      return say(draft, thread, { type: "rollback-opened", task, attempt });
    }
    const trouble = { type: "rollback-conflict" as const, task, attempt, ...left };
    replaceRollback(draft, { ...open, trouble });
    say(draft, thread, trouble);
  },

  /** A revert is the same every time: only a run that never came to it is tried again. */
  fail(draft, job, { until: _, resume: __, ...why }) {
    const found = findRollback(draft.track, job);
    if (found?.status !== "running") return;
    const crashes = found.crashes + 1;
    const silent = why.outcome === "crashed" || why.outcome === "lost";
    if (silent && crashes < draft.track.config.limits.attempts) {
      return replaceRollback(draft, { ...found, crashes });
    }
    const { task, attempt } = found;
    const trouble = { type: "rollback-failed" as const, task, attempt, why };
    replaceRollback(draft, { ...found, crashes, status: "failed", trouble });
    say(draft, found.thread, trouble);
  },

  spentOn: () => ({ on: "it", usd: 0 }),
};

/** What git could not revert, and the files in its way; undefined where nothing is left to do. */
function leftIn({ steps }: Manifest, { tasks }: Rollback): RollbackLeft | undefined {
  const found = steps.findLast((step) => step.type === "code" && step.code === "revert");
  if (found?.type !== "code" || !found.conflicts) return undefined;
  const { reverted = [], conflicts } = found;
  const left = tasks.filter((task) => !reverted.includes(task));
  return left.length > 0 ? { tasks: left, files: conflicts.slice(0, mostConflicts) } : undefined;
}

/** The commits to revert, newest first: merges of tasks, or the merge of a rollback that is taken back. */
export function commitsToRevert(track: Track, named: Named): { task: TaskId; sha: Sha }[] {
  const rollback = findRollback(track, named);
  if (rollback?.undoes !== undefined) {
    const { task, undoes, tasks } = rollback;
    const sha = findRollback(track, { task, attempt: undoes })?.merge;
    return sha ? tasks.map((one) => ({ task: one, sha })) : [];
  }
  return (rollback?.tasks ?? []).flatMap((task) => {
    const sha = track.tasks[task]?.merge;
    return sha ? [{ task, sha }] : [];
  });
}

/** Merged tasks that a rollback leaves; undefined where it brings tasks back, with all that they had. */
export function tasksThatStay(track: Track, named: Named): TaskId[] | undefined {
  const { tasks = [], undoes } = findRollback(track, named) ?? {};
  if (undoes !== undefined) return undefined;
  return taskEntries(track).flatMap(([id, { status }]) =>
    status === "completed" && !tasks.includes(id) ? [id] : [],
  );
}

/** What names a rollback: a job of its own, or one of another kind, which has none. */
type Named = { task?: TaskId | undefined; attempt: number };

export function findRollback(track: Track, { task, attempt }: Named): Rollback | undefined {
  return track.rollbacks.find((one) => one.task === task && one.attempt === attempt);
}

/** Writes a rollback back in its place. */
export function replaceRollback({ track }: Draft, next: Rollback): void {
  track.rollbacks = track.rollbacks.map((one) =>
    one.task === next.task && one.attempt === next.attempt ? next : one,
  );
}

function targetOf(track: Track, found: Rollback | undefined): string {
  return found?.into === "default" ? track.defaultBranch : trackBranch.format(track);
}
