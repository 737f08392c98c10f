import type { Effect } from "../../core/model/effect.ts";
import { nothing, type Performer } from "../perform.ts";

/** Removes branches whose work is merged; checkpoint tags keep their commits. */
export const deleteBranches: Performer<Extract<Effect, { type: "delete-branches" }>> = {
  async perform({ ports, effect }) {
    for (const name of effect.names) await ports.github.deleteRef(`heads/${name}`);
    return nothing;
  },
};
