import type { Effect } from "../../core/model/effect.ts";
import { movedTrackBody } from "../../core/render/ready-body.ts";
import { trackStatus } from "../../core/render/statuses.ts";
import { nothing, type Performer } from "../perform.ts";

/** Says at the track branch's head that it is not verified; a pull request that was ready says so too. */
export const showTrack: Performer<Extract<Effect, { type: "show-track" }>> = {
  async perform({ ports, track, effect }) {
    const { head, state } = effect;
    const { github } = ports;
    await github.setStatus({ sha: head, context: "gsd/track", state, description: trackStatus[state] });
    if (track.archived && track.pull) await github.updatePull(track.pull, { body: movedTrackBody(track) });
    return nothing;
  },
};
