import { artifactName, batchKey, jobKey } from "../core/codec/keys.ts";
import { jobsOfRun } from "../core/decide/claim.ts";
import { GsdError } from "../core/gsd-error.ts";
import type { LiveJob } from "../core/model/track.ts";
import { toTrigger } from "../core/trigger/to-trigger.ts";
import { runLoop } from "../loop/run-loop.ts";
import { tick } from "../loop/tick.ts";
import { connect } from "./connect.ts";
import type { Environment } from "./environment.ts";
import { log, setOutput } from "./output.ts";

/** The control zone: an event, a schedule or a dispatched batch, through the loop. Its output is the run's matrix. */
export async function control(environment: Environment): Promise<void> {
  const ports = connect(environment, log);
  const { event, key, runId, runAttempt } = environment;
  if (event.name === "schedule" || (event.name === "workflow_dispatch" && key === "")) return tick(ports);
  if (event.name === "workflow_dispatch") {
    const batch = batchKey.parse(key);
    if (!batch)
      throw new GsdError(
        "key",
        `"${key}" is no batch of gsd; leave \`key\` empty to let gsd look at all tracks.`,
      );
    const run = { id: runId, attempt: runAttempt };
    const track = await runLoop(ports, batch.issue, { type: "run-started", ...batch, run });
    const jobs = track ? jobsOfRun(track, runId) : [];
    log.info(jobs.length > 0 ? "claimed" : "nothing to claim", { jobs: jobs.map(jobKey.format) });
    return setOutput("jobs", JSON.stringify(jobs.map((job) => toLeg(job, runAttempt))));
  }
  const aimed = toTrigger(event);
  if (!aimed) return log.info("nothing for gsd in this event", { event: event.name });
  const sender = "sender" in aimed.trigger ? aimed.trigger.sender : undefined;
  if (sender?.bot)
    log.info("the sender is a bot; it counts only when `trusted_bots` lists it", { login: sender.login });
  await runLoop(ports, aimed.issue, aimed.trigger);
}

/** One leg of the matrix: ids only. Reviews and reverts need history. */
export function toLeg(job: LiveJob, runAttempt: number) {
  return {
    key: jobKey.format(job),
    base: job.base!.sha,
    depth: ["review", "rollback"].includes(job.kind) ? "0" : "1",
    artifact: artifactName.format(job, runAttempt),
  };
}
