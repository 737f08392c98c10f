import { join } from "node:path";
import { GsdError } from "../../core/gsd-error.ts";
import { configPath, type NewFile, planInstall } from "../../core/install/plan-install.ts";
import type { Release } from "../../core/install/stub.ts";
import { suggestEngine } from "../../core/install/survey.ts";
import type { Config } from "../../core/model/config.ts";
import { parseConfig } from "../../core/model/parse-config.ts";
import { readEnvironment } from "../environment.ts";
import { findClone, listUncommitted } from "../find-clone.ts";
import { findPlace, type Place } from "../find-place.ts";
import { findToken } from "../find-token.ts";
import type { Terminal } from "../terminal.ts";
import { openQuestions, type Questions } from "./ask.ts";
import { type ChoiceFlags, choose } from "./choose.ts";
import { collectNotes } from "./collect-notes.ts";
import { createLabels } from "./create-labels.ts";
import { findRelease, readOriginals } from "./find-release.ts";
import { gatherInput } from "./gather-input.ts";
import { lookAtGitHub } from "./look-at-github.ts";
import { findUncommitted, isOverwritten, refuseStrays } from "./overwrite.ts";
import { readText } from "./survey-clone.ts";
import { type Outcome, tellOutcome, tellPlan } from "./tell.ts";
import { writeFiles } from "./write-files.ts";

/** What `gsd init` was asked for. */
export interface InitOptions extends ChoiceFlags {
  yes?: boolean;
  dryRun?: boolean;
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
  const gathered = await gatherInput({ clone, github, release, kept, options });
  const { survey } = gathered;
  const suggestion = suggestEngine(survey, github.secrets);
  const choice = await choose(options, { kept, suggestion, survey, release, place }, questions);
  const originals = choice.isCopied ? await readOriginals(environment.apiUrl, token, release) : {};
  const input = { ...gathered, originals };
  const plan = planInstall(input, choice);
  refuseStrays(options, plan.files);
  const files = plan.files.map((file) => compare(clone.folder, file));
  const unasked = files.filter(({ path }) => !questions && !isOverwritten(options, path));
  const lost = await findUncommitted(clone, files, options);
  const notes = collectNotes(input, { clone, github, choice, plan, files, unasked, lost });
  tellPlan({ input, plan, files, notes, clone }, terminal);
  if (options.dryRun) return void terminal.out(`${showTexts(files)}\nNothing was written (--dry-run).\n`);
  const wanted = await selectFiles(files, options, questions);
  if (questions && wanted.length > 0 && !(await questions.write()))
    throw new GsdError("cancelled", "Nothing was written.");
  await writeFiles(clone.folder, wanted);
  const labels = await createLabels(github, plan.labels);
  const { program } = environment;
  const uncommitted = await listUncommitted(
    clone.folder,
    files.map(({ path }) => path),
  );
  const done = { program, plan, choice, written: wanted, uncommitted };
  const outcome: Outcome = { ...done, labels, clone, github, place };
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
function readKeptConfig(folder: string, options: InitOptions): Config | undefined {
  const text = isOverwritten(options, configPath) ? undefined : readText(join(folder, configPath));
  if (text === undefined) return undefined;
  const reading = parseConfig(text);
  if (reading.ok) return reading.config;
  const lines = reading.problems.map(
    ({ line, path, message }) => `  line ${line ?? 1}: ${path ? `${path} ` : ""}${message}`,
  );
  throw new GsdError(
    "config",
    `${configPath} has ${lines.length === 1 ? "an error" : `${lines.length} errors`}:\n${lines.join("\n")}\nFix the file, or have it written anew: gsd init --overwrite ${configPath}`,
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
  options: InitOptions,
  questions: Questions | undefined,
): Promise<PlannedFile[]> {
  const wanted: PlannedFile[] = [];
  for (const file of files) {
    const mayReplace = () => isOverwritten(options, file.path) || questions?.overwrite(file.path);
    const replaces = file.state === "differs" && (await mayReplace());
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
