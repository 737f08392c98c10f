import type { Effect } from "../../core/model/effect.ts";
import type { Performer } from "../perform.ts";
import { adoptPull, describePull, openPull } from "../publish/open-pull.ts";

/** A pull request that could not be opened when its branch was pushed; one that a person opened meanwhile is as good. */
export const openLater: Performer<Extract<Effect, { type: "open-pull" }>> = {
  async perform({ ports: { github }, track, effect: { task } }) {
    const body = (task ? track!.tasks[task]?.unopened : track!.plan.unopened) ?? "";
    const wanted = { ...describePull(track!, task), body };
    const pull = (await adoptPull(github, wanted)) ?? (await openPull(github, wanted));
    return { pull: pull.number };
  },
};
