import { rollbackBranch, trackBranch } from "../codec/branches.ts";
import type { Rollback } from "../model/rollback.ts";
import type { Track } from "../model/track.ts";
import { type Draft, queueJob, say, settled } from "./draft.ts";
import { longestLeg, type RefOf, type Row } from "./row.ts";

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
        },
        {
          type: "pull",
          title: { type: "rollback-title" },
          body: { type: "rollback-body" },
          branch,
          base: targetOf(track, found),
          draft: false,
        },
      ],
      result: ({ head = "", pull = 0 }) => ({ type: "rollback", head, pull }),
    };
  },

  keep: () => undefined,

  succeed(draft, job, { result }) {
    const found = findRollback(draft.track, job);
    if (!found || result.type !== "rollback") return;
    const { head, pull } = result;
    const proposal = { head, pull, readyAt: draft.moment.now };
    replaceRollback(draft, { ...settled(found), status: "open", proposal });
    say(draft, found.thread, { type: "rollback-opened", task: found.task, attempt: found.attempt });
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

export function findRollback(
  track: Track,
  { task, attempt }: Pick<RefOf<"rollback">, "task" | "attempt">,
): Rollback | undefined {
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
