import type { Effect } from "../../core/model/effect.ts";
import { nothing, type Performer } from "../perform.ts";

/** GitHub keeps one reaction of a kind per user, so repeating it is harmless. */
export const react: Performer<Extract<Effect, { type: "react" }>> = {
  async perform({ ports, effect }) {
    await ports.github.react(effect.target, effect.reaction);
    return nothing;
  },
};
