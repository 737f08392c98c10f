import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Config } from "../../core/model/config.ts";
import type { JobRef } from "../../core/model/job.ts";
import type { Manifest, StepRecord } from "../../core/model/manifest.ts";
import { kindNeeds } from "../../core/recipe/kind-needs.ts";
import { needsOf } from "../../core/recipe/needs-of.ts";
import { walkRecipe } from "../../core/recipe/next-moves.ts";
import { type AskInput, checkMoves, createAsk } from "../../crew/create-ask.ts";
import { checkMeans, type EngineMeans, openEngine } from "../../crew/engines/open-engine.ts";
import { createJobAccount } from "../../crew/gateway/create-job-account.ts";
import { skippedFiles } from "../../crew/read-library.ts";
import { runCrew } from "../../crew/run-crew.ts";
import { prepareSandbox } from "../../crew/sandbox/prepare-sandbox.ts";
import { findTools } from "../../crew/setup/find-tools.ts";
import { prepareCommands } from "../../crew/setup/prepare-commands.ts";
import { registryEnvironment } from "../../crew/setup/registry-environment.ts";
import { readEnvironment } from "../environment.ts";
import type { Clone } from "../open-clone.ts";
import { ownGit } from "../own-git.ts";
import type { Terminal } from "../terminal.ts";
import type { Work } from "./find-work.ts";
import type { RunOptions } from "./run.ts";

interface LocalJob {
  options: RunOptions;
  clone: Clone;
  config: Config;
  work: Work;
  terminal: Terminal;
  /** Holds everything that is written. */
  folder: string;
}

/** Works a recipe off in a copy of the commit, as a runner would; the ledger has no part in it. */
export async function runHere(input: LocalJob): Promise<Manifest> {
  const { options, clone, config, work, terminal } = input;
  const environment = readEnvironment();
  const folder = join(input.folder, "tree");
  await checkOut(clone, folder);
  const { head } = clone;
  const prepared = await prepareCommands({ folder, commit: head, base: head, config, leftOut: undefined });
  const tools = findTools(prepared.pins, environment.host);
  const sandbox = await prepareSandbox(
    { hosted: false, allowMissing: false, host: environment.host },
    config,
    tools,
  );
  const { script, ...rest } = environment;
  const means: EngineMeans = { ...rest, config, workflow: "gsd.yml" };
  if (script !== undefined) means.script = script;
  const { engine, model, role } = options;
  // Nobody waits at a terminal for what takes leave: it is denied.
  const permissions = { rules: config.permissions, decided: [], mayAsk: false };
  const asking: AskInput = {
    agents: work.library.agents,
    skills: work.library.skills,
    config,
    permissions,
    wish: { command: { engine, model, role } },
    tell: async () => ({ ...work.told, commands: prepared.commands }),
    check: (selection) => checkMeans(means, selection),
  };
  const usd = options.budget ?? config.budget.task;
  const account = createJobAccount({ usd, warnAt: config.budget.warn_at });
  const scope = { limits: config.limits, reviewers: config.reviewers, text: options.text };
  await checkMoves(asking, walkRecipe(work.recipe, scope), account.leftUsd());
  return await runCrew({
    job: jobOf(work),
    track: work.told.track.name,
    planFolder: "specs/changes/local",
    recipe: work.recipe,
    scope,
    base: head,
    instructedBy: head,
    folder,
    out: join(input.folder, "out"),
    logs: join(input.folder, "logs"),
    config,
    ...prepared,
    setupEnvironment: registryEnvironment(environment.host),
    broken: [],
    files: needsOf(work.recipe).editing ? "task" : "none",
    rules: work.library.rules,
    permissions,
    reverts: [],
    notes: [...skippedFiles(work.library), ...tools.notes],
    sandbox,
    account,
    ask: createAsk(asking),
    open: (request) => openEngine(means, request),
    signal: stopSignal(),
    show: (line) => terminal.error(`${line}\n`),
    onStep: (step) => terminal.error(`${stepLine(step)}\n`),
    parallel: options.parallel,
  });
}

/** The commit alone, in a folder that a sandbox of another user can pass through. */
async function checkOut({ root, head }: Clone, folder: string): Promise<void> {
  await mkdir(folder);
  const git = ownGit(folder);
  await git.raw("init", "--quiet");
  await git.raw("fetch", "--quiet", "--depth=1", "--no-tags", pathToFileURL(root).href, "HEAD");
  await git.raw("checkout", "--quiet", "--detach", head);
}

function jobOf({ recipe, task }: Work): JobRef {
  if (task) return { issue: 1, kind: "task", task: task.id, attempt: 1 };
  return { issue: 1, kind: kindNeeds[recipe.kind].byHand === "nothing" ? "health" : "report", attempt: 1 };
}

/** A step that ended, in one line. */
function stepLine(step: StepRecord): string {
  const name = [step.id, step.member].filter(Boolean).join(" ");
  const who =
    step.type === "agent" ? `${step.role} on ${step.engine}` : step.type === "run" ? "commands" : step.code;
  const why = step.reason ? `: ${step.reason.split("\n")[0]}` : "";
  return `${step.ok ? "✓" : "✗"} ${name} (${who}), ${step.seconds.toFixed(1)} s${why}`;
}

/** Ctrl-C ends the crew, and what it had done is dropped. */
function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}
