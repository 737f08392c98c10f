import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { writeManifest } from "../adapters/git/write-manifest.ts";
import { readShipped } from "../adapters/shipped-files.ts";
import { jobKey, refOf } from "../core/codec/keys.ts";
import { planPath } from "../core/codec/paths.ts";
import { GsdError } from "../core/gsd-error.ts";
import { commitsToRevert, tasksThatStay } from "../core/jobs/rollback.ts";
import { rowOf } from "../core/jobs/rows.ts";
import type { Commands } from "../core/model/config/commands.ts";
import type { Config } from "../core/model/config.ts";
import { brokenOnBase, checksKnownAt, leftOutOnBase, testsBefore } from "../core/model/health.ts";
import { type Sha, trackName } from "../core/model/ids.ts";
import type { ClaimedJob } from "../core/model/job.ts";
import type { Manifest } from "../core/model/manifest.ts";
import { questionsLeft } from "../core/model/question.ts";
import type { Track } from "../core/model/track.ts";
import { termsFor } from "../core/permissions/judge-request.ts";
import type { Library } from "../core/prompt/load-library.ts";
import { walkRecipe } from "../core/recipe/next-moves.ts";
import type { Recipe } from "../core/recipe/recipe.ts";
import { failureLine, fullReport } from "../core/render/job-summary.ts";
import { wishFor } from "../core/select/wish-for.ts";
import { describeProblems } from "../core/sources/load-sources.ts";
import { logLines } from "../core/text/foreign.ts";
import { type AskInput, checkMoves, createAsk } from "../crew/create-ask.ts";
import { outcomeOfError } from "../crew/crew.ts";
import type { Judging } from "../crew/crew-input.ts";
import { checkMeans, type EngineMeans, openEngine } from "../crew/engines/open-engine.ts";
import { createJobAccount, type JobAccount } from "../crew/gateway/create-job-account.ts";
import { skippedFiles } from "../crew/read-library.ts";
import { runCrew } from "../crew/run-crew.ts";
import { prepareSandbox } from "../crew/sandbox/prepare-sandbox.ts";
import { findTools } from "../crew/setup/find-tools.ts";
import { prepareCommands } from "../crew/setup/prepare-commands.ts";
import { registryEnvironment } from "../crew/setup/registry-environment.ts";
import { comparedTo } from "./compared-to.ts";
import { connect } from "./connect.ts";
import type { Environment } from "./environment.ts";
import { type Claimed, findJob } from "./find-job.ts";
import { findLibrary } from "./find-library.ts";
import { commitsToMerge, requestOf } from "./gather/commits.ts";
import { findFork, gatherFacts } from "./gather.ts";
import { fail, log, writeSummary } from "./output.ts";
import { setOutput } from "./set-output.ts";

/** The agent zone: one job in sandboxes, on a read-only token that no sandbox ever sees. Leaves a manifest. */
export async function agent(environment: Environment): Promise<void> {
  // A runner of one's own may hold what an earlier job left.
  for (const folder of [environment.out, environment.logs])
    await rm(folder, { recursive: true, force: true });
  const claimed = await findJob(environment);
  const manifest = await work(environment, claimed).catch((error: unknown) =>
    leaveReason(environment, claimed, error),
  );
  const { outcome, reason = "" } = manifest;
  log.info(outcome, { job: jobKey.format(claimed.job), why: reason.split("\n")[0] });
  await writeSummary(`${fullReport(manifest)}\n`);
  setOutput(environment, "left", "yes");
  // The leg is red, as any job that failed; publish runs all the same.
  if (outcome !== "done") await fail(failureLine(manifest));
}

async function work(environment: Environment, { track, job, begun }: Claimed): Promise<Manifest> {
  const { config } = track;
  const row = rowOf(job);
  const folder = resolve(environment.tree);
  const instructedBy = row.instructedBy(track, job);
  const ports = connect(environment, log);
  const library = await findLibrary(ports, {
    folder,
    commit: row.libraryAt?.(track) ?? instructedBy,
    shipped: await readShipped(environment.root),
    protectedPaths: config.protected_paths,
    rules: config.rules,
  });
  const prepared = await prepareCommands({
    folder,
    commit: instructedBy,
    base: job.base.sha,
    config,
    leftOut: leftOutOnBase(track),
  });
  const commands = withE2e(track, job, prepared.commands);
  const permissions = termsFor(track, { task: job.task, asksPeople: row.asksPeople });
  const tools = findTools(prepared.pins, environment.host);
  const tell = await gatherFacts({ ports, track, job, folder, commands });
  const means: EngineMeans = { ...environment, config };
  const sandbox = await prepareSandbox(
    { ...environment, allowMissing: environment.allowMissingSandbox },
    config,
    tools,
  );
  if (sandbox.kind !== "bubblewrap") log.warn("running without a sandbox", { sandbox: sandbox.kind });
  const asking: AskInput = {
    agents: library.agents,
    skills: library.skills,
    config,
    permissions,
    wish: wishFor(track, job),
    tell,
    check: (selection) => checkMeans(means, selection),
  };
  const recipe = findRecipe(library, row.recipe(track, job));
  const scope = { limits: config.limits, reviewers: config.reviewers, text: requestOf(track, job) };
  const account = openAccount(job, config);
  await checkMoves(asking, walkRecipe(recipe, scope), account.leftUsd());
  return await runCrew({
    job: refOf(job),
    track: trackName(track),
    planFolder: planPath.folder(track),
    recipe,
    scope,
    base: job.base.sha,
    begun,
    comparedTo: await comparedTo(folder, track, job),
    mayStay: row.mayStay?.(job) ?? false,
    questionsLeft: row.asksPeople ? questionsLeft(track.forms, job.task) : 0,
    instructedBy,
    folder,
    out: resolve(environment.out),
    logs: resolve(environment.logs),
    config,
    ...prepared,
    commands,
    setupEnvironment: registryEnvironment(environment.host),
    broken: brokenOnBase(track),
    health: checksKnownAt(track, job.base.sha),
    files: row.scope(track, refOf(job)),
    rules: library.rules,
    permissions,
    criteria: row.criteria?.(track),
    amends: row.amends?.(track, job),
    keeps: row.keeps?.(track),
    judging: await readJudging(track, job, folder),
    covers: await readCovers(track, job, folder),
    reverts: commitsToRevert(track, job),
    stays: tasksThatStay(track, job),
    merges: commitsToMerge(track, job),
    resume: job.resume,
    notes: [...skippedFiles(library), ...tools.notes],
    sandbox,
    account,
    ask: createAsk(asking),
    open: (request) => openEngine(means, request),
    signal: stopSignal(row.minutes(track)),
    show: (line) => console.log(logLines(line)),
  });
}

/** What the change that this job makes or reviews is compared with. */
async function readJudging(track: Track, job: ClaimedJob, folder: string): Promise<Judging | undefined> {
  const judged = rowOf(job).judges?.(track, refOf(job));
  if (!judged) return undefined;
  const judging = { hints: track.tasks[judged.task]?.files ?? [], tests: testsBefore(track) };
  if (judged.against === undefined) return judging;
  return { ...judging, against: await findFork(folder, judged.against) };
}

/** What takes long is run once for the whole, where acceptance criteria are looked at. */
function withE2e({ config }: Track, job: ClaimedJob, commands: Commands): Commands {
  const e2e = rowOf(job).criteria ? config.verification?.e2e : undefined;
  return e2e === undefined ? commands : { ...commands, e2e };
}

/** Where the branch that is verified left the one that it will be merged into. */
async function readCovers(track: Track, job: ClaimedJob, folder: string): Promise<Sha | undefined> {
  const branch = rowOf(job).covers?.(track);
  return branch === undefined ? undefined : await findFork(folder, branch);
}

/** One for all members; where nothing was reserved, nothing can be spent. */
function openAccount({ capUsd = 0 }: ClaimedJob, { budget }: Config): JobAccount {
  return createJobAccount({
    usd: capUsd,
    warnAt: budget.warn_at,
    onWarning: ({ usd, limit }) => log.warn("a good part of the budget is spent", { usd, limit }),
  });
}

/** A recipe of the repository that cannot be used is said with its lines, before anything runs. */
function findRecipe({ recipes, problems }: Library, name: string): Recipe {
  const recipe = Object.hasOwn(recipes, name) ? recipes[name] : undefined;
  if (recipe) return recipe;
  const own = problems.filter(({ file }) => file.endsWith(`/${name}.yml`));
  const why = describeProblems(own.length > 0 ? own : problems);
  throw new GsdError("recipe", `There is no recipe ${name} that can be used.${why ? `\n${why}` : ""}`);
}

/** A person who cancels, or the job's own time. */
function stopSignal(minutes: number): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  return AbortSignal.any([stop.signal, AbortSignal.timeout(minutes * 60_000)]);
}

/** What keeps a job from starting goes the same way as its result, so that people read the reason. */
function leaveReason(
  { out }: Environment,
  { track, job, begun }: Claimed,
  error: unknown,
): Promise<Manifest> {
  return writeManifest({
    out: resolve(out),
    contents: new Map(),
    manifest: {
      version: 2,
      job: refOf(job),
      base: job.base.sha,
      at: begun,
      recipe: rowOf(job).recipe(track, job),
      sandbox: track.config.sandbox,
      ...outcomeOfError(error),
      notes: [],
      steps: [],
      changes: [],
      seconds: 0,
    },
  });
}
