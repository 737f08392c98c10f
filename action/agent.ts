import { resolve } from "node:path";
import { createScriptEngine } from "../adapters/engines/create-script-engine.ts";
import { runAgentJob } from "../adapters/engines/run-agent-job.ts";
import { writeManifest } from "../adapters/git/write-manifest.ts";
import { jobKey } from "../core/codec/keys.ts";
import { GsdError } from "../core/gsd-error.ts";
import { trackName } from "../core/model/ids.ts";
import type { LiveJob, Track } from "../core/model/track.ts";
import { connect } from "./connect.ts";
import type { Environment } from "./environment.ts";
import { log, writeSummary } from "./output.ts";
import { preparePrompt } from "./prepare-prompt.ts";
import { prepareSandbox } from "./prepare-sandbox.ts";

/** The agent zone: one job in a sandbox, on a read-only token that the sandbox never sees. Leaves a manifest. */
export async function agent(environment: Environment): Promise<void> {
  const { track, job } = await findJob(environment);
  const [folder, out] = [resolve(environment.tree), resolve(environment.out)];
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  const prepared = await preparePrompt(connect(environment, log), {
    track,
    job,
    folder,
    root: environment.root,
  });
  if (!prepared.ok) {
    const { outcome, reason } = prepared;
    const base = {
      version: 1,
      job: jobOf(job),
      base: job.base!.sha,
      engine: "none",
      sandbox: "off",
    } as const;
    const usage = { input: 0, output: 0 };
    await writeManifest({
      out,
      changes: [],
      manifest: { ...base, outcome, reason, usage, seconds: 0, checks: [] },
    });
    return log.warn(reason);
  }
  const manifest = await runAgentJob({
    job: jobOf(job),
    track: trackName(track),
    folder,
    out,
    base: job.base!.sha,
    config: track.config,
    sandbox: await prepareSandbox(environment, track.config),
    engine: createEngine(environment, track),
    prompt: prepared.prompt,
    signal: stop.signal,
    onProgress: quietly,
    check: job.kind === "review" && track.tasks[job.task!]?.checked?.sha !== job.base!.sha,
    rollback: { commits: prepared.commits },
  });
  const text = `${jobKey.format(job)}: ${manifest.outcome}${manifest.reason ? ` (${manifest.reason.split("\n")[0]})` : ""}`;
  log.info(text);
  await writeSummary(
    `### ${jobKey.format(job)}\n\n\`${manifest.outcome}\`, ${manifest.changes.length} files changed, ${manifest.seconds.toFixed(1)} s, sandbox: ${manifest.sandbox}\n`,
  );
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

function createEngine({ script }: Environment, track: Track) {
  const command = script ?? track.config.script;
  if (!command)
    throw new GsdError(
      "config",
      "`engine: script` needs `script:` in .github/gsd.yml: the command that answers a prompt.",
    );
  return createScriptEngine({ command });
}

/** An engine's words are not ours: between stop-commands they cannot command the runner. */
function quietly(line: string): void {
  console.log(line.replace(/^\s*::/, " : :"));
}
