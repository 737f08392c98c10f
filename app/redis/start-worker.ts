import { setTimeout as sleep } from "node:timers/promises";
import { DelayedError, type Job, UnrecoverableError, Worker } from "bullmq";
import type { Redis } from "ioredis";
import type { AppLog } from "../create-log.ts";
import type { Handle, Work } from "../work.ts";
import type { Gate } from "./create-gate.ts";
import type { Release } from "./create-releaser.ts";
import { attempts, holdMs, mostStalls, prefix, queueName } from "./jobs.ts";

interface WorkerOptions {
  connection: Redis;
  gate: Gate;
  release: Release;
  handle: Handle;
  parallel: number;
  log: AppLog;
}

/** A process that is silent this long is dead, and its works are another's. */
const lockMs = 10_000;
const lookForDeadMs = 5_000;

/** Works off what the gate releases, until it is stopped. */
export function startWorker(options: WorkerOptions) {
  const { connection, parallel, log } = options;
  const running = new Set<string>();
  const worker = new Worker<Work>(
    queueName,
    async (job, token) => {
      running.add(job.data.id);
      try {
        await workOn(options, job, token);
      } finally {
        running.delete(job.data.id);
      }
    },
    {
      connection,
      prefix,
      concurrency: parallel,
      lockDuration: lockMs,
      stalledInterval: lookForDeadMs,
      // How often is counted here: BullMQ's own count would bury it without the gate's knowing.
      maxStalledCount: 1_000,
      skipVersionCheck: true,
    },
  );
  worker.on("error", (error) => log.debug("the queue's worker", { why: error.message }));
  return {
    async stop(milliseconds: number): Promise<number> {
      await Promise.race([worker.close(), sleep(milliseconds)]);
      const left = running.size;
      connection.disconnect();
      return left;
    },
  };
}

async function workOn(options: WorkerOptions, job: Job<Work>, token: string | undefined): Promise<void> {
  const { gate, release, handle, log } = options;
  const work = job.data;
  const standing = await gate.stand(work.id);
  if (standing === "done") return;
  if (standing !== "released" && !(await mayRun(options, work, standing))) return hold(options, job, token);
  if (job.stalledCounter > mostStalls) {
    await release(await gate.leave(work.id, "dead"));
    throw new UnrecoverableError(`The process ended ${job.stalledCounter} times in the middle of it.`);
  }
  const isDone = await tryTo(handle, work, log);
  if (isDone) return release(await gate.leave(work.id, "done"));
  if (job.attemptsMade + 1 < attempts) throw new Error("It failed, and is tried again; the log says why.");
  log.error("given up; Redeliver on GitHub, or retry the job, to take it again", {
    id: work.id,
    type: work.type,
  });
  await release(await gate.leave(work.id, "dead"));
  throw new Error("It failed as often as it is tried; the log says why.");
}

/** One that the gate never saw: its process died between keeping and admitting it, or somebody put it back. */
async function mayRun({ gate, release }: WorkerOptions, work: Work, standing: string): Promise<boolean> {
  if (standing === "waiting") return false;
  const admission = await gate.admit(work);
  if (admission.type !== "taken") return false;
  await release(admission.released.filter((id) => id !== work.id));
  return admission.released.includes(work.id);
}

/** Another of its lane is first. */
async function hold({ gate }: WorkerOptions, job: Job<Work>, token: string | undefined): Promise<void> {
  const standing = await gate.stand(job.data.id);
  // Needless by now: its lane has another one like it.
  if (standing === "unknown" && job.data.type === "tick") return;
  await job.moveToDelayed(Date.now() + holdMs, token);
  throw new DelayedError();
}

async function tryTo(handle: Handle, work: Work, log: AppLog): Promise<boolean> {
  try {
    return await handle(work);
  } catch (error) {
    log.error("work failed", { type: work.type, id: work.id, why: String(error) });
    return false;
  }
}
