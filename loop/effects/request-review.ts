import type { Effect } from "../../core/model/effect.ts";
import { nothing, type Performer } from "../perform.ts";

/** Asks people for a review; who is asked already hears nothing again. */
export const requestReview: Performer<Extract<Effect, { type: "request-review" }>> = {
  async perform({ ports, effect }) {
    await ports.github.requestReview(effect.pull, effect.people);
    return nothing;
  },
};
