import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { findRoot } from "../../adapters/find-root.ts";
import { GsdError } from "../../core/gsd-error.ts";
import { copyPaths } from "../../core/install/copy.ts";
import { configPath, type InstallInput, type NewFile, planInstall } from "../../core/install/plan-install.ts";
import { type Release, stubTemplates } from "../../core/install/stub.ts";
import { suggestEngine } from "../../core/install/survey.ts";
import type { Config } from "../../core/model/config.ts";
import { parseConfig } from "../../core/model/parse-config.ts";
import { product } from "../../core/product.ts";
import { readEnvironment } from "../environment.ts";
import { type Clone, findClone } from "../find-clone.ts";
import { findPlace, type Place } from "../find-place.ts";
import { findToken } from "../find-token.ts";
import type { Terminal } from "../terminal.ts";
import { openQuestions, type Questions } from "./ask.ts";
import { type ChoiceFlags, choose } from "./choose.ts";
import { createLabels } from "./create-labels.ts";
import { findRelease, readOriginals } from "./find-release.ts";
import { type GitHubView, lookAtGitHub } from "./look-at-github.ts";
import { readText, surveyClone } from "./survey-clone.ts";
import { collectNotes, type Outcome, tellOutcome, tellPlan } from "./tell.ts";
import { writeFiles } from "./write-files.ts";

/** What `gsd init` was asked for. */
export interface InitOptions extends ChoiceFlags {
  yes?: boolean;
  dryRun?: boolean;
  overwrite?: boolean;
  repo?: Place;
  pin?: Release;
}

/** A file of the plan beside what is there now. */
export interface PlannedFile extends NewFile {
  state: "new" | "same" | "update" | "differs";
}

/** `gsd init`: finds out, chooses, shows, writes, and says what is left. */
export async function init(options: InitOptions, terminal: Terminal): Promise<void> {
  const questions = await openOrRefuse(options, terminal);
  const clone = await findClone(process.cwd());
  const kept = readKeptConfig(clone.folder, options);
  const environment = readEnvironment();
  const token = await findToken(environment);
  const place = options.repo ?? findPlace(clone, environment.apiUrl);
  const github = await lookAtGitHub({ apiUrl: environment.apiUrl, token, place });
  const release = options.pin ?? (await findRelease(environment.apiUrl, token));
  const gathered = await gatherInput({ clone, github, release, kept });
  const { survey } = gathered;
  const suggestion = suggestEngine(survey, github.secrets);
  const choice = await choose(options, { kept, suggestion, survey, release, place }, questions);
  const originals = choice.isCopied ? await readOriginals(environment.apiUrl, token, release) : {};
  const input = { ...gathered, originals };
  const plan = planInstall(input, choice);
  const files = plan.files.map((file) => compare(clone.folder, file));
  const unasked = options.overwrite || questions ? [] : files;
  const notes = collectNotes(input, { clone, github, choice, plan, files: unasked });
  tellPlan({ input, plan, files, notes, clone }, terminal);
  if (options.dryRun) return void terminal.out(`${showTexts(files)}\nNothing was written (--dry-run).\n`);
  const wanted = await selectFiles(files, options, questions);
  if (questions && wanted.length > 0 && !(await questions.write()))
    throw new GsdError("cancelled", "Nothing was written.");
  await writeFiles(clone.folder, wanted);
  const labels = await createLabels(github, plan.labels);
  const { program } = environment;
  const outcome: Outcome = { program, plan, choice, written: wanted, labels, clone, github, place };
  tellOutcome(outcome, terminal);
}

/** Without a terminal to ask on, somebody has to have said yes. */
async function openOrRefuse(options: InitOptions, terminal: Terminal): Promise<Questions | undefined> {
  if (options.yes || options.dryRun) return undefined;
  if (terminal.isInteractive) return openQuestions();
  throw new GsdError(
    "usage",
    "There is no terminal to ask on: say --yes to write what gsd init suggests, or --dry-run to see it.",
  );
}

/** A configuration that is there stays, unless somebody wants it replaced; a broken one stops everything. */
function readKeptConfig(folder: string, { overwrite }: InitOptions): Config | undefined {
  const text = overwrite ? undefined : readText(join(folder, configPath));
  if (text === undefined) return undefined;
  const reading = parseConfig(text);
  if (reading.ok) return reading.config;
  const lines = reading.problems.map(
    ({ line, path, message }) => `  line ${line ?? 1}: ${path ? `${path} ` : ""}${message}`,
  );
  throw new GsdError(
    "config",
    `${configPath} has ${lines.length === 1 ? "an error" : `${lines.length} errors`}:\n${lines.join("\n")}\nFix the file, or have it written anew: gsd init --overwrite`,
  );
}

interface Findings {
  clone: Clone;
  github: GitHubView;
  release: Release;
  kept: Config | undefined;
}

async function gatherInput({ clone, github, release, kept }: Findings): Promise<InstallInput> {
  const root = findRoot(import.meta.dirname);
  const input: InstallInput = {
    survey: await surveyClone(clone.folder),
    release,
    isPrivate: github.facts?.isPrivate ?? true,
    defaultBranch: github.facts?.defaultBranch ?? (clone.branch || "main"),
    product,
    templates: readTemplates(join(root, "cli", "templates")),
    there: readThere(clone.folder),
    originals: {},
    sha256: (text) => createHash("sha256").update(text).digest("hex"),
  };
  return kept ? { ...input, kept } : input;
}

/** Workflow files of ours that are there. */
function readThere(folder: string): Record<string, string> {
  const paths = [...Object.keys(stubTemplates.action), ...Object.values(copyPaths)];
  const texts = paths.flatMap((path) => {
    const text = readText(join(folder, path));
    return text === undefined ? [] : [[path, text]];
  });
  return Object.fromEntries(texts);
}

function readTemplates(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const files = entries.filter((name) => name.endsWith(".yml"));
  return Object.fromEntries(
    files.map((name) => [name.split(/[\\/]/).at(-1) ?? name, readText(join(folder, name)) ?? ""]),
  );
}

function compare(folder: string, file: NewFile): PlannedFile {
  const now = readText(join(folder, file.path));
  if (now === undefined) return { ...file, state: "new" };
  if (now === file.text) return { ...file, state: "same" };
  return { ...file, state: file.isUpdate ? "update" : "differs" };
}

/** New files, those that only move on, and those that may be replaced. */
async function selectFiles(
  files: PlannedFile[],
  { overwrite }: InitOptions,
  questions: Questions | undefined,
): Promise<PlannedFile[]> {
  const wanted: PlannedFile[] = [];
  for (const file of files) {
    const replaces = file.state === "differs" && (overwrite || (await questions?.overwrite(file.path)));
    if (file.state === "new" || file.state === "update" || replaces) wanted.push(file);
  }
  return wanted;
}

function showTexts(files: PlannedFile[]): string {
  return files
    .filter(({ state }) => state !== "same")
    .map(({ path, text }) => `\n--- ${path}\n${text}`)
    .join("");
}
