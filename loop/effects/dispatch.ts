import { runName } from "../../core/codec/keys.ts";
import type { Effect } from "../../core/model/effect.ts";
import type { Performer } from "../perform.ts";

/** Starts a run of the stub on the default branch; it carries nothing but the batch's key. */
export const dispatch: Performer<Extract<Effect, { type: "dispatch" }>> = {
  async probe({ ports, entry }) {
    const since = new Date(Date.parse(entry.at) - 24 * 3_600_000).toISOString();
    const runs = await ports.github.dispatchedRuns(ports.workflow, since);
    const found = runs.find((run) => run.title === runName.format(entry.key));
    return found && { run: found.id, runEnded: found.ended };
  },
  async perform({ ports, track, entry }) {
    const run = await ports.github.dispatch(ports.workflow, track!.defaultBranch, { key: entry.key });
    return { run: run ?? 0 };
  },
};
