import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { runAgentJob } from "../adapters/engines/run-agent-job.ts";
import { writeManifest } from "../adapters/git/write-manifest.ts";
import { jobKey } from "../core/codec/keys.ts";
import { maxContextBytes } from "../core/context/parts.ts";
import { GsdError } from "../core/gsd-error.ts";
import { trackName } from "../core/model/ids.ts";
import { isHopeless, type Outcome } from "../core/model/job.ts";
import type { LiveJob } from "../core/model/live-job.ts";
import type { Manifest } from "../core/model/manifest.ts";
import type { Track } from "../core/model/track.ts";
import { fullReport } from "../core/render/report.ts";
import { explain } from "../core/select/explain.ts";
import { readBudget } from "../loop/read-budget.ts";
import { connect } from "./connect.ts";
import type { Environment } from "./environment.ts";
import { findJob, refOf } from "./find-job.ts";
import { keepTranscript } from "./keep-transcript.ts";
import { openEngine } from "./open-engine.ts";
import { log, writeSummary } from "./output.ts";
import { preparePrompt } from "./prepare-prompt.ts";
import { prepareSandbox } from "./prepare-sandbox.ts";
import { startFromCheckpoint } from "./start-from-checkpoint.ts";
import { withoutCommands } from "./without-commands.ts";

/** The agent zone: one job in a sandbox, on a read-only token that the sandbox never sees. Leaves a manifest. */
export async function agent(environment: Environment): Promise<void> {
  // A runner of one's own may hold what an earlier job left.
  for (const folder of [environment.out, environment.logs])
    await rm(folder, { recursive: true, force: true });
  const { track, job } = await findJob(environment);
  const manifest = await work(environment, track, job).catch((error: unknown) =>
    leaveReason(resolve(environment.out), job, error),
  );
  const { outcome, reason } = manifest;
  log.info(outcome, { job: jobKey.format(job), ...(reason ? { why: reason.split("\n")[0] } : {}) });
  await writeSummary(`${fullReport(manifest)}\n`);
}

async function work(environment: Environment, track: Track, job: LiveJob): Promise<Manifest> {
  const folder = resolve(environment.tree);
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  const ports = connect(environment, log);
  const { leftUsd, warnings } = await readBudget(ports, track, {
    task: job.task,
    mayPay: Object.keys(environment.keys).length > 0,
  });
  const start = await startFromCheckpoint(folder, job);
  const input = { track, job, folder, root: environment.root, leftUsd, kept: start.kept };
  const { prompt, commits, selection, contextBytes, ...prepared } = await preparePrompt(ports, input);
  const notes = [...warnings.map((warning) => `${warning}.`), ...start.notes, ...prepared.notes];
  for (const note of notes) log.warn(withoutCommands(note));
  if (contextBytes) log.info("the task's context", { bytes: contextBytes, of: maxContextBytes });
  if (selection) log.info(explain(selection));
  const sandbox = await prepareSandbox(environment, track.config);
  await using opened =
    selection && (await openEngine(environment, track.config, { selection, leftUsd, sandbox }));
  return await runAgentJob({
    ...{
      job: refOf(job),
      track: trackName(track),
      folder,
      out: resolve(environment.out),
      base: job.base!.sha,
    },
    ...{ config: track.config, sandbox, prompt },
    // What instructs agents comes from a commit that neither they nor the branch under review could change.
    configuration: (job.kind === "review" && track.plan.approved?.head) || job.base!.sha,
    signal: stop.signal,
    ...keepTranscript(environment.logs, (text) => console.log(withoutCommands(text))),
    check: job.kind === "review" && track.tasks[job.task!]?.checked?.sha !== job.base!.sha,
    rollback: { commits },
    kept: start.kept,
    ...(opened ? { engine: opened.engine, model: opened.model, gateway: opened.gateway } : {}),
    ...(selection ? { choice: explain(selection) } : {}),
    notes,
  });
}

/** What keeps a job from starting goes the same way as its result, so that people read the reason. */
function leaveReason(out: string, job: LiveJob, error: unknown): Promise<Manifest> {
  const code = error instanceof GsdError ? (error.code as Outcome) : "crashed";
  return writeManifest({
    out,
    changes: [],
    manifest: {
      ...{ version: 1, job: refOf(job), base: job.base!.sha, engine: "none", sandbox: "off" },
      outcome: isHopeless(code) ? code : "crashed",
      reason: error instanceof Error ? error.message : String(error),
      ...{ usage: { input: 0, output: 0 }, seconds: 0, checks: [] },
    },
  });
}
