import { checkpointTag, trackBranch } from "../../core/codec/branches.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Effect, EffectResult } from "../../core/model/effect.ts";
import { mergeTitle } from "../../core/render/commits.ts";
import type { Performer, Work } from "../perform.ts";

type MergePull = Extract<Effect, { type: "merge-task" | "merge-rollback" }>;

/** Merges a pull request at the head that was approved; a task's merge gets its checkpoint tag. */
export const mergePull: Performer<MergePull> = {
  async probe(work) {
    const pull = await work.ports.github.pull(work.effect.pull);
    return pull?.merged && pull.mergeSha ? tagged(work, pull.mergeSha) : undefined;
  },
  async perform(work) {
    const { ports, track, effect } = work;
    const merge = {
      number: effect.pull,
      sha: effect.sha,
      method: track!.config.merge_method,
      title: mergeTitle(track!, effect.task, effect.pull),
    };
    try {
      return await tagged(work, await ports.github.mergePull(merge));
    } catch (error) {
      throw await explain(work, error);
    }
  },
};

async function tagged({ ports, track, effect }: Work<MergePull>, sha: string): Promise<EffectResult> {
  if (effect.type === "merge-task") {
    const tag = checkpointTag.format({ issue: track!.issue, task: effect.task });
    await ports.github.createRef(`tags/${tag}`, sha);
  }
  return { sha };
}

/** What GitHub's 405 and 409 mean here. */
async function explain({ ports, track, effect }: Work<MergePull>, error: unknown): Promise<unknown> {
  if (!(error instanceof GsdError)) return error;
  if (error.code === "conflict") return new GsdError("head-moved", error.message, { cause: error });
  if (error.code !== "not-mergeable") return error;
  const pull = await ports.github.pull(effect.pull);
  if (pull?.mergeable !== false) return error;
  const files = `with \`${trackBranch.format(track!)}\``;
  return new GsdError("conflict", files, { cause: error });
}
