import { readChanges, type TreeChange } from "../../adapters/git/read-changes.ts";
import { revertCommits } from "../../adapters/git/revert-commits.ts";
import { writeManifest } from "../../adapters/git/write-manifest.ts";
import type { Setup } from "../../core/detect/choose-commands.ts";
import { GsdError } from "../../core/gsd-error.ts";
import { answerSchemas } from "../../core/model/answers.ts";
import type { Commands, Config } from "../../core/model/config.ts";
import type { Sha, TaskId } from "../../core/model/ids.ts";
import type { JobRef, Outcome } from "../../core/model/job.ts";
import type { CheckResult, Manifest } from "../../core/model/manifest.ts";
import type { Sandbox } from "../sandbox/sandbox.ts";
import type { Engine, EngineGateway, EngineReport } from "./engine.ts";
import { findAnswerError } from "./find-answer-error.ts";
import { restoreConfiguration } from "./restore-configuration.ts";
import { runChecks } from "./run-checks.ts";
import type { SetupRun } from "./run-setup.ts";
import { setUp, type Workplace } from "./set-up.ts";
import { tailOf } from "./tail-of.ts";

export interface AgentJob {
  job: JobRef;
  /** The track's name, e.g. `42-csv-export`. */
  track: string;
  /** The work tree, checked out at `base`. */
  folder: string;
  /** Where the manifest goes; outside `folder`. */
  out: string;
  base: Sha;
  /** With the commands that are to run, configured or detected. */
  config: Pick<Config, "limits"> & { commands: Commands };
  /** What installs the dependencies; for jobs that check something. */
  setup?: Setup;
  network?: SetupRun["network"];
  /** Checks that fail on the base already, by name: they say nothing about this change. */
  broken?: readonly string[];
  sandbox: Sandbox;
  /** Absent for `rollback` and `health`. */
  engine?: Engine;
  /** For engines that ask a model. */
  model?: string;
  gateway?: EngineGateway;
  /** In place of `limits.turns`. */
  maxTurns?: number;
  /** The commit that the agents' own configuration is taken from, whatever `base` holds. */
  configuration?: Sha;
  prompt: string;
  /** Why this role, engine and model; goes into the manifest. */
  choice?: string;
  /** What people should know of this run; goes into the manifest. */
  notes?: string[];
  /** Paths that hold an earlier attempt's work, which is this job's as well. */
  kept?: string[];
  signal?: AbortSignal;
  onProgress?: (text: string) => void;
  /** Gets what the engine said and did, bounded; it stays out of `out`, which publish reads. */
  onTranscript?: (text: string) => void;
  /** For `review`: also run the repository's checks, on a head that we have not checked. */
  check?: boolean;
  /** For `rollback`: the commits to undo, newest first. */
  rollback?: { commits: { task: TaskId; sha: Sha }[] };
}

type Ran = Omit<EngineReport, "seconds" | "transcript">;

interface Work {
  ran: Ran;
  checks: CheckResult[];
  changes: TreeChange[];
}

const nothing = { usage: { input: 0, output: 0 } };
const wellDone: Ran = { outcome: "done", answer: {}, ...nothing };

/** Prompt in, manifest out: everything that happens in the agent zone. Always leaves a manifest, whatever happened. */
export async function runAgentJob(given: AgentJob): Promise<Manifest> {
  const started = performance.now();
  const work = await attempt(given).catch((error: unknown) => ({
    ran: failure(error),
    checks: [],
    changes: [],
  }));
  return writeManifest({
    out: given.out,
    changes: work.changes,
    manifest: {
      version: 1,
      ...{ job: given.job, base: given.base, sandbox: given.sandbox.kind },
      engine: given.job.kind === "rollback" ? "git" : (given.engine?.name ?? "none"),
      ...settle(given, work),
      ...(given.choice ? { choice: given.choice } : {}),
      ...(given.notes?.length ? { notes: given.notes } : {}),
      seconds: (performance.now() - started) / 1000,
      checks: work.checks,
    },
  });
}

async function attempt(given: AgentJob): Promise<Work> {
  const { kind } = given.job;
  if (kind === "rollback") return change(given);
  const checks = kind === "verify" || kind === "health" || given.check;
  await using place = await prepare(given, kind === "task" || checks ? given.setup : undefined);
  if (place.reason) return unprepared(given, place);
  const ready = { ...given, sandbox: place.sandbox };
  if (kind === "task") return await change(ready, place);
  // As a task will find it.
  if (kind === "health") await configure(ready);
  // Before the agent, so that it cannot make them pass.
  const results = checks ? await check(ready) : [];
  if (kind === "health")
    return { ran: wellDone, checks: [...(place.check ? [place.check] : []), ...results], changes: [] };
  await configure(ready);
  return { ran: await run(ready), checks: results, changes: [] };
}

/** The kinds whose work tree is the result. */
async function change(given: AgentJob, place?: Workplace): Promise<Work> {
  if (given.job.kind === "task") await configure(given);
  // What differs already (line endings by attribute, files of a setup step) is not this job's work.
  const found = await readChanges(given.folder, given.base);
  const before = found.filter(({ path }) => !given.kept?.includes(path));
  const ran = given.job.kind === "rollback" ? await revert(given) : await run(given);
  const changes = newSince(before, await readChanges(given.folder, given.base));
  const worthChecking = ran.outcome === "done" && changes.length > 0;
  await place?.tidy();
  return { ran, changes, checks: worthChecking ? await (place ? check : checkReverted)(given) : [] };
}

/** A revert needs no dependencies, its checks do; it stands also where they cannot be had. */
async function checkReverted(given: AgentJob): Promise<CheckResult[]> {
  await using place = await prepare(given, given.setup);
  if (place.reason && place.check) return [place.check];
  return await check({ ...given, sandbox: place.sandbox });
}

function prepare(
  { folder, sandbox, config, signal, network }: AgentJob,
  setup: Setup | undefined,
): Promise<Workplace> {
  return setUp({ setup, cwd: folder, sandbox, minutes: config.limits.minutes, signal, network });
}

function unprepared({ signal }: AgentJob, { reason, check }: Workplace): Work {
  const outcome = signal?.aborted ? "cancelled" : "setup";
  return { ran: { outcome, reason, ...nothing }, checks: check ? [check] : [], changes: [] };
}

async function configure({ folder, configuration }: AgentJob): Promise<void> {
  if (configuration) await restoreConfiguration(folder, configuration);
}

async function run(given: AgentJob): Promise<Ran> {
  const { job, track, prompt, sandbox, signal, onProgress, model, gateway } = given;
  try {
    const report = await given.engine!.run({
      ...{ job, track, prompt, sandbox, signal, onProgress, model, gateway, cwd: given.folder },
      maxTurns: given.maxTurns ?? given.config.limits.turns,
      answerSchema: answerSchemas[job.kind],
      limits: { minutes: given.config.limits.minutes },
    });
    if (report.transcript) given.onTranscript?.(report.transcript);
    if (report.outcome !== "done") return report;
    const error = findAnswerError(job.kind, report.answer);
    return error ? { ...report, outcome: "invalid-answer", reason: error } : report;
  } catch (error) {
    return failure(error);
  }
}

async function revert({ folder, rollback }: AgentJob): Promise<Ran> {
  const commits = rollback?.commits ?? [];
  const result = await revertCommits(
    folder,
    commits.map((commit) => commit.sha),
  );
  if (result.ok)
    return { outcome: "done", answer: { reverted: commits.map((commit) => commit.task) }, ...nothing };
  const task = commits.find((commit) => commit.sha === result.sha)?.task;
  const files = result.files.map((file) => `\`${file}\``).join(", ");
  return {
    outcome: "conflict",
    reason: `${task} cannot be reverted by itself: later work touches ${files}.`,
    ...nothing,
  };
}

function check({ config, folder, sandbox, signal }: AgentJob): Promise<CheckResult[]> {
  return runChecks({
    commands: config.commands,
    cwd: folder,
    sandbox,
    minutes: config.limits.minutes,
    signal,
  });
}

function failure(error: unknown): Ran {
  const outcome: Outcome = error instanceof GsdError && error.code === "sandbox" ? "sandbox" : "crashed";
  return { outcome, reason: error instanceof Error ? error.message : String(error), ...nothing };
}

/** The job's outcome out of what its parts say; an answer counts only when it is valid. */
function settle(
  { job, signal, broken = [] }: AgentJob,
  { ran, checks, changes }: Work,
): Omit<Manifest, "version" | "job" | "base" | "engine" | "sandbox" | "seconds" | "checks" | "changes"> {
  const { answer, text, usage, usd, model, turns, session, until } = ran;
  const said = { text, usage, usd, model, turns, session, until };
  if (ran.outcome !== "done") return { outcome: ran.outcome, reason: ran.reason, ...said };

  if (signal?.aborted) return { outcome: "cancelled", reason: "The job was cancelled.", ...said };

  const changing = job.kind === "task" || job.kind === "rollback";
  if (changing && changes.length === 0) {
    return { outcome: "no-change", reason: "No file was changed.", answer, ...said };
  }
  const failed = checks.filter((result) => !result.ok && !broken.includes(result.name));
  if (job.kind !== "task" || failed.length === 0) return { outcome: "done", answer, ...said };
  const names = failed.map((result) => result.name).join(", ");
  const reason = `Failing after the change: ${names}.\n${tailOf(failed[0]!.tail, 1_800)}`;
  return { outcome: "checks-failed", reason, answer, ...said };
}

function newSince(before: TreeChange[], after: TreeChange[]): TreeChange[] {
  const known = new Map(before.map((change) => [change.path, change]));
  return after.filter((change) => !isSame(change, known.get(change.path)));
}

function isSame(change: TreeChange, earlier: TreeChange | undefined): boolean {
  if (change.kind !== earlier?.kind) return false;
  if (change.kind !== "file" || earlier.kind !== "file") return true;
  return change.mode === earlier.mode && change.content.equals(earlier.content);
}
