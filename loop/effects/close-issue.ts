import type { Effect } from "../../core/model/effect.ts";
import { nothing, type Performer } from "../perform.ts";

/** Closes the track's issue, where the closing word in the pull request did not (it works on default branches only). */
export const closeIssue: Performer<Extract<Effect, { type: "close-issue" }>> = {
  async perform({ ports, track }) {
    const issue = await ports.github.issue(track.issue);
    if (issue?.open) await ports.github.closeIssue(track.issue);
    return nothing;
  },
};
