import { matrixLeg } from "../core/codec/keys.ts";
import { GsdError } from "../core/gsd-error.ts";
import { jobsOfRun } from "../core/jobs/start-jobs.ts";
import type { Run } from "../core/model/job.ts";
import type { Track } from "../core/model/track.ts";
import { mayWorkHere } from "../core/trigger/may-work-here.ts";
import { mergesIntoDefault, movesDefault } from "../core/trigger/moves-default.ts";
import type { BoardEdit } from "../core/trigger/to-board-edit.ts";
import { toTrigger } from "../core/trigger/to-trigger.ts";
import { lookAtConflicts } from "../loop/look-at-conflicts.ts";
import type { Ports } from "../loop/ports.ts";
import { readTrigger } from "../loop/read-said.ts";
import { runLoop } from "../loop/run-loop.ts";
import { tick } from "../loop/tick.ts";
import { connect } from "./connect.ts";
import type { Environment } from "./environment.ts";
import { runOf } from "./find-job.ts";
import { noteLedger } from "./note-ledger.ts";
import { log } from "./output.ts";
import { setOutput } from "./set-output.ts";
import { withTraces } from "./with-traces.ts";

/** The control zone: an event or a schedule, through the loop. Its output is the run's matrix: the jobs that it claimed. */
export async function control(environment: Environment): Promise<void> {
  const ports = connect(environment, log);
  const { event, ref } = environment;
  await withTraces(environment, ports, async (traced) => {
    const occasion = { event, ref, run: runOf(environment) };
    const jobs = await noteLedger(environment, ports, () => handleEvent(traced, occasion));
    await setOutput(environment, "jobs", JSON.stringify(jobs));
  });
}

/** What a run of the stub was started for. */
export interface Occasion {
  event: Environment["event"];
  /** The branch or tag that the workflow file came from. */
  ref: string;
  run: Run;
}

export type Leg = ReturnType<typeof matrixLeg.format>;

/** Does what a run was started for; gives the jobs that it works off itself. */
export async function handleEvent(ports: Ports, { event, ref, run }: Occasion): Promise<Leg[]> {
  if (event.name === "schedule" || event.name === "workflow_dispatch") {
    await refuseBranch(ports, { event, ref });
    await tick(ports);
    return [];
  }
  if (movesDefault(event)) {
    await lookAtConflicts(ports);
    return [];
  }
  const aimed = toTrigger(event);
  if (aimed?.trigger.type === "board-edited") return handleBoxes({ ...ports, run }, aimed.trigger);
  const trigger = aimed && (await readTrigger(ports, aimed.trigger));
  if (!trigger) {
    ports.log.info("nothing for gsd in this event", { event: event.name });
    return [];
  }
  const sender = "sender" in trigger ? trigger.sender : undefined;
  if (sender?.bot)
    ports.log.info("the sender is a bot; it counts only when `trusted_bots` lists it", {
      login: sender.login,
    });
  const plans = new Map(aimed.plan === undefined ? [] : [[aimed.issue, aimed.plan]]);
  const here = mayWorkHere(event.name) ? { ...ports, plans, run } : { ...ports, plans };
  const track = await runLoop(here, aimed.issue, trigger);
  if (mergesIntoDefault(event)) await lookAtConflicts(ports);
  return claimedBy(ports, run, track ? [track] : []);
}

/** Somebody ticked boxes of the dashboard. Seldom, so that other events need not load what it takes. */
async function handleBoxes(ports: Ports & { run: Run }, edit: BoardEdit): Promise<Leg[]> {
  const { obeyEdit } = await import("../loop/obey-boxes.ts");
  return claimedBy(ports, ports.run, await obeyEdit({ ...ports, plans: new Map() }, edit));
}

/** The jobs that this run works off itself. */
function claimedBy({ log }: Ports, run: Run, tracks: readonly Track[]): Leg[] {
  // Of a track that two boxes are about, the newest state counts.
  const newest = new Map(tracks.map((track) => [track.issue, track]));
  const jobs = [...newest.values()].flatMap((track) => jobsOfRun(track, run.id).map(matrixLeg.format));
  if (jobs.length > 0) log.info("claimed", { jobs: jobs.map(({ key }) => key) });
  return jobs;
}

/** Somebody's branch could hold another workflow file: only the default branch's counts. */
async function refuseBranch({ github }: Ports, { event, ref }: Omit<Occasion, "run">): Promise<void> {
  if (event.name !== "workflow_dispatch" || ref === "") return;
  const { defaultBranch } = await github.repository();
  if (ref === `refs/heads/${defaultBranch}`) return;
  throw new GsdError(
    "ref",
    `gsd runs from ${defaultBranch} only, and this run is from ${ref}. Start it there.`,
  );
}
