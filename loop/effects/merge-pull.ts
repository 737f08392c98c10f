import { trackBranch } from "../../core/codec/branches.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Effect } from "../../core/model/effect.ts";
import type { Pull } from "../../core/ports/github.ts";
import { mergeTitle } from "../../core/render/commits.ts";
import type { Performer, Work } from "../perform.ts";

type MergePull = Extract<Effect, { type: "merge-task" | "merge-rollback" }>;

/** Merges a pull request at the head that was approved. */
export const mergePull: Performer<MergePull> = {
  async probe(work) {
    const pull = await work.ports.github.pull(work.effect.pull);
    return pull?.merged && pull.mergeSha ? { type: "merged", sha: pull.mergeSha } : undefined;
  },
  async perform(work) {
    const { ports, track, effect } = work;
    const merge = {
      number: effect.pull,
      sha: effect.sha,
      method: track.config.merge_method,
      title: mergeTitle(track, effect.task, effect.pull),
    };
    try {
      return { type: "merged", sha: await ports.github.mergePull(merge) };
    } catch (error) {
      const pull = isRefusal(error) ? await ports.github.pull(effect.pull) : undefined;
      // Somebody pressed the button at the same moment: as good.
      if (pull?.merged && pull.mergeSha) return { type: "merged", sha: pull.mergeSha };
      throw explain(work, error, pull);
    }
  },
};

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
