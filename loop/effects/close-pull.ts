import type { Effect } from "../../core/model/effect.ts";
import { nothing, type Performer } from "../perform.ts";

/** Closes a pull request; its branch stays. */
export const closePull: Performer<Extract<Effect, { type: "close-pull" }>> = {
  async perform({ ports, effect }) {
    await ports.github.updatePull(effect.pull, { state: "closed" });
    return nothing;
  },
};
