import type { Effect } from "../../core/model/effect.ts";
import { nothing, type Performer } from "../perform.ts";

/** Ends a run; one that is over already is as good. */
export const cancelRun: Performer<Extract<Effect, { type: "cancel-run" }>> = {
  async perform({ ports, effect }) {
    await ports.github.cancelRun(effect.run);
    return nothing;
  },
};
