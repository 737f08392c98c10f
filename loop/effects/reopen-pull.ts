import { GsdError } from "../../core/gsd-error.ts";
import type { Effect } from "../../core/model/effect.ts";
import { nothing, type Performer } from "../perform.ts";
import { ensureBranch } from "./restore-branch.ts";

/** Opens a pull request again. Its branch may be gone: GitHub keeps the head of every pull request. */
export const reopenPull: Performer<Extract<Effect, { type: "reopen-pull" }>> = {
  async perform({ ports: { github }, effect }) {
    const pull = await github.pull(effect.pull);
    // Nobody can delete a pull request: GitHub cannot show it yet.
    if (!pull) throw new GsdError("unavailable", `#${effect.pull} cannot be read yet`);
    if (pull.state === "open" || pull.merged) return nothing;
    await ensureBranch(github, pull.head.branch, pull.head.sha);
    await github.updatePull(effect.pull, { state: "open" });
    return nothing;
  },
};
