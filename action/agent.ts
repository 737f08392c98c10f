import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { writeManifest } from "../adapters/git/write-manifest.ts";
import { jobKey } from "../core/codec/keys.ts";
import { maxContextBytes } from "../core/context/parts.ts";
import { GsdError } from "../core/gsd-error.ts";
import { brokenOnBase } from "../core/model/health.ts";
import { trackName } from "../core/model/ids.ts";
import { isHopeless, needsAgent, type Outcome } from "../core/model/job.ts";
import type { LiveJob } from "../core/model/live-job.ts";
import type { Manifest } from "../core/model/manifest.ts";
import type { Track } from "../core/model/track.ts";
import { fullReport } from "../core/render/report.ts";
import { explain } from "../core/select/explain.ts";
import { runAgentJob } from "../crew/engines/run-agent-job.ts";
import { readBudget } from "../loop/read-budget.ts";
import { connect } from "./connect.ts";
import type { Environment } from "./environment.ts";
import { type Claimed, findJob, refOf } from "./find-job.ts";
import { keepTranscript } from "./keep-transcript.ts";
import { openAgents } from "./open-agents.ts";
import { log, writeSummary } from "./output.ts";
import { prepareCommands } from "./prepare-commands.ts";
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
    leaveReason(environment, { track, job }, error),
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
    mayPay: needsAgent(job.kind) && Object.keys(environment.keys).length > 0,
  });
  const start = await startFromCheckpoint(folder, job);
  // What instructs agents, and what they are checked by, comes from a commit that neither they nor the branch under review could change.
  const configuration = (job.kind === "review" && track.plan.approved?.head) || job.base!.sha;
  const { setup, commands, notes: found } = await prepareCommands(folder, configuration, track.config);
  const input = { track, job, folder, root: environment.root, leftUsd, commands, kept: start.kept };
  const { asks, commits, contextBytes, ...prepared } = await preparePrompt(ports, input);
  const notes = [
    ...warnings.map((warning) => `${warning}.`),
    ...start.notes,
    ...(job.kind === "health" ? found : []),
    ...prepared.notes,
  ];
  for (const note of notes) log.warn(withoutCommands(note));
  if (contextBytes) log.info("the task's context", { bytes: contextBytes, of: maxContextBytes });
  for (const { selection } of asks) log.info(explain(selection));
  const sandbox = await prepareSandbox(environment, track.config);
  await using agents = await openAgents(environment, track.config, { job, asks, leftUsd, sandbox });
  return await runAgentJob({
    ...{
      job: refOf(job),
      track: trackName(track),
      folder,
      out: resolve(environment.out),
      base: job.base!.sha,
    },
    config: { limits: track.config.limits, commands },
    ...(setup ? { setup } : {}),
    broken: brokenOnBase(track),
    ...{ sandbox, configuration },
    signal: stop.signal,
    ...keepTranscript(environment.logs, (text) => console.log(withoutCommands(text))),
    check: job.kind === "review" && track.tasks[job.task!]?.checked?.sha !== job.base!.sha,
    rollback: { commits },
    kept: start.kept,
    ...agents.who,
    notes,
  });
}

/** What keeps a job from starting goes the same way as its result, so that people read the reason. */
function leaveReason({ out }: Environment, { track, job }: Claimed, error: unknown): Promise<Manifest> {
  const code = error instanceof GsdError ? error.code : "crashed";
  // A role or skill of the repository that cannot be read is a setting that cannot.
  const outcome = (code === "agent" || code === "skill" ? "config" : code) as Outcome;
  return writeManifest({
    out: resolve(out),
    changes: [],
    manifest: {
      ...{ version: 1, job: refOf(job), base: job.base!.sha, engine: "none", sandbox: track.config.sandbox },
      outcome: isHopeless(outcome) ? outcome : "crashed",
      reason: error instanceof Error ? error.message : String(error),
      ...{ usage: { input: 0, output: 0 }, seconds: 0, checks: [] },
    },
  });
}
