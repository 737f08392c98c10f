import type { Effect } from "../../core/model/effect.ts";
import { replaceHealthPart } from "../../core/render/health.ts";
import { nothing, type Performer } from "../perform.ts";

/** Brings the part of the plan's pull request up to date that says how the base is. */
export const showHealth: Performer<Extract<Effect, { type: "show-health" }>> = {
  async perform({ ports, track, effect }) {
    const pull = await ports.github.pull(effect.pull);
    const body = pull && replaceHealthPart(pull.body, track);
    if (pull && body !== pull.body) await ports.github.updatePull(effect.pull, { body });
    return nothing;
  },
};
