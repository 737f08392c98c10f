import { trackBranch } from "../../core/codec/branches.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Effect, EffectResult } from "../../core/model/effect.ts";
import type { JobRef } from "../../core/model/job.ts";
import type { Pull } from "../../core/ports/github/pulls.ts";
import { mergeTitle, mergeTrailers, rollbackMergeTitle } from "../../core/render/commits.ts";
import type { Performer, Work } from "../perform.ts";
import { requireApprovers } from "./require-approvers.ts";

type MergePull = Extract<Effect, { type: "merge-task" | "merge-rollback" }>;

/** Merges a pull request at the head that was approved. */
export const mergePull: Performer<MergePull> = {
  async probe(work) {
    const pull = await work.ports.github.pull(work.effect.pull);
    if (pull?.merged && pull.mergeSha) return { type: "merged", sha: pull.mergeSha };
    return undefined;
  },
  async perform(work) {
    const { ports, track, effect, entry } = work;
    // It was left over by an earlier loop: who approved it may have lost their access since.
    if (entry.probe) await requireApprovers(ports, track, effect.pull);
    const merge = {
      number: effect.pull,
      sha: effect.sha,
      method: track.config.merge_method,
      title: titleOf(work),
      message: mergeTrailers(track, madeBy(work)),
    };
    try {
      return { type: "merged", sha: await ports.github.mergePull(merge) };
    } catch (error) {
      if (error instanceof GsdError && error.code === "merge-queue") return await enqueue(work);
      const pull = isRefusal(error) ? await ports.github.pull(effect.pull) : undefined;
      // Somebody pressed the button at the same moment: as good.
      if (pull?.merged && pull.mergeSha) return { type: "merged", sha: pull.mergeSha };
      throw explain(work, error, pull);
    }
  },
};

/** A branch with a merge queue takes nothing that did not wait in it. Adding what waits there already changes nothing. */
async function enqueue({ ports: { github }, effect }: Work<MergePull>): Promise<EffectResult> {
  const pull = await github.pull(effect.pull);
  if (!pull || !isStillOpen(pull, effect))
    throw new GsdError("head-moved", "It changed while it was being added to the merge queue.");
  if (!(await github.isQueued(effect.pull))) await github.enqueuePull(pull.nodeId, effect.sha);
  return { type: "queued" };
}

function titleOf({ track, effect }: Work<MergePull>): string {
  if (effect.type === "merge-task") return mergeTitle(track, effect.task, effect.pull);
  return rollbackMergeTitle(track, effect);
}

/** The job whose result is merged. */
function madeBy({ track, effect }: Work<MergePull>): JobRef {
  const { issue, tasks } = track;
  const { task } = effect;
  if (effect.type === "merge-rollback") return { issue, kind: "rollback", task, attempt: effect.attempt };
  return { issue, kind: "task", task, attempt: tasks[task]?.runs ?? 1 };
}

function isRefusal(error: unknown): boolean {
  return error instanceof GsdError && ["conflict", "not-mergeable"].includes(error.code);
}

/** Whether it can still be merged as it was approved. */
function isStillOpen({ state, draft, head }: Pull, { sha }: MergePull): boolean {
  return state === "open" && !draft && head.sha === sha;
}

/** What GitHub's 405 and 409 mean here. */
function explain({ track, effect }: Work<MergePull>, error: unknown, pull: Pull | undefined): unknown {
  if (!(error instanceof GsdError)) return error;
  if (error.code === "conflict") return new GsdError("head-moved", error.message, { cause: error });
  if (error.code !== "not-mergeable") return error;
  // GitHub is still finding out whether it can be merged, as it does after every change of either branch: that passes.
  if (pull && isStillOpen(pull, effect) && pull.mergeable === undefined)
    return new GsdError("unavailable", error.message, { cause: error });
  if (pull?.mergeable !== false) return error;
  return new GsdError("conflict", `It conflicts with \`${trackBranch.format(track)}\`.`, { cause: error });
}
