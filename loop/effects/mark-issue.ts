import type { Effect } from "../../core/model/effect.ts";
import { nothing, type Performer } from "../perform.ts";

/** A label of ours on the track's issue, or taken off it. */
export const markIssue: Performer<Extract<Effect, { type: "mark-issue" }>> = {
  async perform({ ports, track, effect }) {
    const { label, on } = effect;
    await (on ? ports.github.addLabel(track.issue, label) : ports.github.removeLabel(track.issue, label));
    return nothing;
  },
};
