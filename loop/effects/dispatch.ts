import { matrixLeg, runName } from "../../core/codec/keys.ts";
import { GsdError } from "../../core/gsd-error.ts";
import { jobsOfBatch } from "../../core/jobs/start-jobs.ts";
import type { Effect } from "../../core/model/effect.ts";
import type { Performer } from "../perform.ts";

/** Starts a run of the stub on the default branch, with its jobs. */
export const dispatch: Performer<Extract<Effect, { type: "dispatch" }>> = {
  async probe({ ports, track, entry, effect }) {
    const since = new Date(Date.parse(entry.at) - 24 * 3_600_000).toISOString();
    const runs = await ports.github.dispatchedRuns(ports.workflow, since);
    const { issue } = track;
    const found = runs.find((run) => runName.isOf(run.title, { issue, batch: effect.batch }));
    return found && { type: "dispatched", run: found.id, ended: found.ended };
  },
  async perform({ ports, track, effect }) {
    const { issue, defaultBranch } = track;
    const { batch } = effect;
    const jobs = jobsOfBatch(track, batch);
    const inputs = {
      key: runName.format({ issue, batch }, jobs),
      legs: JSON.stringify(jobs.map(matrixLeg.format)),
    };
    try {
      const run = await ports.github.dispatch(ports.workflow, defaultBranch, inputs);
      if (run !== undefined) return { type: "dispatched", run, ended: false };
    } catch (error) {
      throw explain(error, ports.workflow);
    }
    throw new GsdError("unavailable", "GitHub started a run and did not say which");
  },
};

/** GitHub refuses inputs that a workflow file does not declare: that file is from before there were such. */
function explain(error: unknown, workflow: string): unknown {
  if (!(error instanceof GsdError) || error.code !== "invalid") return error;
  if (!/unexpected inputs/i.test(error.message)) return error;
  return new GsdError("stub-outdated", `.github/workflows/${workflow}: ${error.message}`, { cause: error });
}
