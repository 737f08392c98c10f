import { checkpointTag } from "../../core/codec/branches.ts";
import type { Effect } from "../../core/model/effect.ts";
import type { Performer } from "../perform.ts";

/** The checkpoint tag of a task that a person merged by hand; one that is there already stays. */
export const tagTask: Performer<Extract<Effect, { type: "tag-task" }>> = {
  async perform({ ports, track, effect }) {
    const tag = checkpointTag.format({ issue: track!.issue, task: effect.task });
    await ports.github.createRef(`tags/${tag}`, effect.sha);
    return {};
  },
};
