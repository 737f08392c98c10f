import { resolve } from "node:path";
import { runAgentJob } from "../adapters/engines/run-agent-job.ts";
import { writeManifest } from "../adapters/git/write-manifest.ts";
import { jobKey } from "../core/codec/keys.ts";
import { GsdError } from "../core/gsd-error.ts";
import { brokenOnBase } from "../core/model/health.ts";
import { trackName } from "../core/model/ids.ts";
import { isHopeless, needsAgent, type Outcome } from "../core/model/job.ts";
import type { Manifest } from "../core/model/manifest.ts";
import type { LiveJob, Track } from "../core/model/track.ts";
import { explain } from "../core/select/explain.ts";
import { readBudget } from "../loop/read-budget.ts";
import { connect } from "./connect.ts";
import type { Environment } from "./environment.ts";
import { openEngine } from "./open-engine.ts";
import { log, writeSummary } from "./output.ts";
import { prepareCommands } from "./prepare-commands.ts";
import { preparePrompt } from "./prepare-prompt.ts";
import { prepareSandbox } from "./prepare-sandbox.ts";
import { withoutCommands } from "./without-commands.ts";

/** The agent zone: one job in a sandbox, on a read-only token that the sandbox never sees. Leaves a manifest. */
export async function agent(environment: Environment): Promise<void> {
  const { track, job } = await findJob(environment);
  const manifest = await work(environment, track, job).catch((error: unknown) =>
    leaveReason(resolve(environment.out), job, error),
  );
  const { outcome, reason, changes, seconds, sandbox } = manifest;
  log.info(outcome, { job: jobKey.format(job), ...(reason ? { why: reason.split("\n")[0] } : {}) });
  const facts = [
    `\`${outcome}\``,
    `${changes.length} files changed`,
    `${seconds.toFixed(1)} s`,
    `sandbox: ${sandbox}`,
  ];
  await writeSummary(`### ${jobKey.format(job)}\n\n${facts.join(", ")}\n`);
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
  for (const warning of warnings) log.warn(warning);
  // What instructs agents, and what they are checked by, comes from a commit that neither they nor the branch under review could change.
  const configuration = (job.kind === "review" && track.plan.approved?.head) || job.base!.sha;
  const { setup, commands, notes } = await prepareCommands(folder, configuration, track.config);
  const input = { track, job, folder, root: environment.root, leftUsd, commands };
  const { prompt, commits, selection } = await preparePrompt(ports, input);
  if (selection) log.info(explain(selection));
  await using opened = selection && (await openEngine(environment, track.config, { selection, leftUsd }));
  return await runAgentJob({
    ...{
      job: jobOf(job),
      track: trackName(track),
      folder,
      out: resolve(environment.out),
      base: job.base!.sha,
    },
    config: { limits: track.config.limits, commands },
    ...(setup ? { setup } : {}),
    broken: brokenOnBase(track),
    ...(job.kind === "health" ? { notes } : {}),
    sandbox: await prepareSandbox(environment, track.config),
    prompt,
    configuration,
    signal: stop.signal,
    onProgress: (text) => console.log(withoutCommands(text)),
    check: job.kind === "review" && track.tasks[job.task!]?.checked?.sha !== job.base!.sha,
    rollback: { commits },
    ...(opened ? { engine: opened.engine, model: opened.model, gateway: opened.gateway } : {}),
    ...(selection ? { choice: explain(selection) } : {}),
  });
}

/** What keeps a job from starting goes the same way as its result, so that people read the reason. */
function leaveReason(out: string, job: LiveJob, error: unknown): Promise<Manifest> {
  const code = error instanceof GsdError ? (error.code as Outcome) : "crashed";
  return writeManifest({
    out,
    changes: [],
    manifest: {
      ...{ version: 1, job: jobOf(job), base: job.base!.sha, engine: "none", sandbox: "off" },
      outcome: isHopeless(code) ? code : "crashed",
      reason: error instanceof Error ? error.message : String(error),
      ...{ usage: { input: 0, output: 0 }, seconds: 0, checks: [] },
    },
  });
}

async function findJob(environment: Environment): Promise<{ track: Track; job: LiveJob }> {
  const ref = jobKey.parse(environment.key);
  const saved = ref && (await connect(environment, log).ledger.load(ref.issue));
  const job = saved?.track.jobs.find(
    (live) => jobKey.format(live) === environment.key && live.run?.id === environment.runId,
  );
  if (saved && job?.base) return { track: saved.track, job };
  throw new GsdError("key", `"${environment.key}" is no job that this run has claimed.`);
}

function jobOf({ issue, kind, task, attempt }: LiveJob) {
  return task ? { issue, kind, task, attempt } : { issue, kind, attempt };
}
