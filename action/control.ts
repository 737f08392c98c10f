import { artifactName, batchKey, jobKey } from "../core/codec/keys.ts";
import { jobsOfRun, type Run } from "../core/decide/claim.ts";
import { GsdError } from "../core/gsd-error.ts";
import type { JobRef } from "../core/model/job.ts";
import type { LiveJob } from "../core/model/live-job.ts";
import type { Track } from "../core/model/track.ts";
import { toTrigger } from "../core/trigger/to-trigger.ts";
import type { Ports } from "../loop/ports.ts";
import { runLoop } from "../loop/run-loop.ts";
import { tick } from "../loop/tick.ts";
import { connect } from "./connect.ts";
import type { Environment } from "./environment.ts";
import { log } from "./output.ts";
import { setOutput } from "./set-output.ts";

/** The control zone: an event, a schedule or a dispatched batch, through the loop. Its output is the run's matrix. */
export async function control(environment: Environment): Promise<void> {
  const { runId, runAttempt } = environment;
  const legs = await handleEvent(connect(environment, log), {
    ...environment,
    run: { id: runId, attempt: runAttempt },
  });
  if (legs) setOutput(environment, "jobs", JSON.stringify(legs));
}

/** What a run of the stub was started for. */
export interface Occasion {
  event: Environment["event"];
  key: string;
  run: Run;
}

/** Does what a run was started for; a dispatched batch gives the legs of its matrix. */
export async function handleEvent(ports: Ports, { event, key, run }: Occasion): Promise<Leg[] | undefined> {
  const { log } = ports;
  if (event.name === "schedule" || (event.name === "workflow_dispatch" && key === "")) {
    await tick(ports);
    return undefined;
  }
  if (event.name === "workflow_dispatch") return startBatch(ports, key, run);
  const aimed = toTrigger(event);
  if (!aimed) {
    log.info("nothing for gsd in this event", { event: event.name });
    return undefined;
  }
  const sender = "sender" in aimed.trigger ? aimed.trigger.sender : undefined;
  if (sender?.bot)
    log.info("the sender is a bot; it counts only when `trusted_bots` lists it", { login: sender.login });
  await runLoop(ports, aimed.issue, aimed.trigger);
  return undefined;
}

async function startBatch(ports: Ports, key: string, run: Run): Promise<Leg[]> {
  const batch = batchKey.parse(key);
  if (!batch)
    throw new GsdError(
      "key",
      `"${key}" is no batch of gsd; leave \`key\` empty to let gsd look at all tracks.`,
    );
  const track = await runLoop(ports, batch.issue, { type: "run-started", ...batch, run });
  const jobs = track ? jobsOfRun(track, run.id) : [];
  ports.log.info(jobs.length > 0 ? "claimed" : "nothing to claim", { jobs: jobs.map(jobKey.format) });
  return jobs.map((job) => toLeg(job, run.attempt));
}

export type Leg = ReturnType<typeof toLeg>;

/** One leg of the matrix: ids only. Reviews, reverts and checkpoints need history. */
function toLeg(job: LiveJob, runAttempt: number) {
  return {
    key: jobKey.format(job),
    base: job.base!.sha,
    depth: ["review", "rollback"].includes(job.kind) || job.checkpoint ? "0" : "1",
    artifact: artifactName.format(job, runAttempt),
  };
}

/** The review that goes on in the leg of a task that was just published. */
export function nextLeg(track: Track | undefined, task: JobRef, run: Run): Leg | undefined {
  const next =
    track && jobsOfRun(track, run.id).find((one) => one.kind === "review" && one.task === task.task);
  return task.kind === "task" && next ? toLeg(next, run.attempt) : undefined;
}
