import type { Effect } from "../../core/model/effect.ts";
import { trackStatus } from "../../core/render/statuses.ts";
import { nothing, type Performer } from "../perform.ts";

/** Says at the track branch's head that it is not verified; the body of its pull request follows the state anyway. */
export const showTrack: Performer<Extract<Effect, { type: "show-track" }>> = {
  async perform({ ports, track, effect }) {
    // Whoever was late: the track is ready by now.
    if (track.phase === "ready") return nothing;
    const { head, state } = effect;
    const description = trackStatus(state, track);
    await ports.github.setStatus({ sha: head, context: "gsd/track", state, description });
    return nothing;
  },
};
