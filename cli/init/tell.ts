import { chooseCommands } from "../../core/detect/choose-commands.ts";
import type { InstallChoice, InstallInput, InstallPlan } from "../../core/install/plan-install.ts";
import { languagesOf } from "../../core/install/survey.ts";
import { product } from "../../core/product.ts";
import {
  type InstallNote,
  type NextSteps,
  renderFindings,
  renderInstallNote,
  renderLabels,
  renderNextSteps,
  renderPlannedFile,
  renderUndo,
} from "../../core/render/install.ts";
import { short } from "../../core/render/phrases.ts";
import type { Clone } from "../find-clone.ts";
import type { Place } from "../find-place.ts";
import { printableLines } from "../printable.ts";
import type { Terminal } from "../terminal.ts";
import { wrap } from "../wrap.ts";
import type { LabelsOutcome } from "./create-labels.ts";
import type { PlannedFile } from "./init.ts";
import type { GitHubView } from "./look-at-github.ts";

interface Shown {
  input: InstallInput;
  plan: InstallPlan;
  files: PlannedFile[];
  notes: InstallNote[];
  clone: Clone;
}

/** What was found and what would be written. */
export function tellPlan({ input, plan, files, notes, clone }: Shown, terminal: Terminal): void {
  const { survey, release } = input;
  const { setup, commands } = chooseCommands({ setup: {}, commands: {} }, survey.files);
  const found = renderFindings({
    languages: languagesOf(survey),
    commands: Object.values(commands),
    hosts: setup?.hosts ?? [],
    managers: setup?.ask ?? [],
    ci: plan.ci,
    agentFiles: survey.agentFiles,
    ...(setup ? { setup: setup.command } : {}),
  });
  const version = release.version === undefined ? "" : ` v${release.version}`;
  const lines = [
    `gsd init in ${clone.folder}`,
    "",
    "Found",
    ...found.map(([label, words]) => beside(label, words, terminal)),
    "",
    `To write, pinned to ${release.repository}${version} (${short(release.sha)})`,
    ...indent(files.map(({ path, state, text }) => renderPlannedFile(path, state, text))),
    ...(notes.length > 0 ? ["", "To know"] : []),
    ...notes.map((note) =>
      wrap(`  - ${renderInstallNote(note)}`, { columns: terminal.columns, indent: "    " }),
    ),
  ];
  terminal.out(`${lines.map(printableLines).join("\n")}\n`);
}

/** What became of it. */
export interface Outcome {
  program: string;
  plan: InstallPlan;
  choice: InstallChoice;
  written: PlannedFile[];
  /** Paths of the plan's files that no commit has as they are now. */
  uncommitted: string[];
  labels: LabelsOutcome;
  clone: Clone;
  github: GitHubView;
  place: Place | undefined;
}

/** What was done, what is left, and how to take it back. */
export function tellOutcome(outcome: Outcome, terminal: Terminal): void {
  const { program, plan, choice, written, uncommitted, labels, clone, github, place } = outcome;
  const paths = written.map(({ path }) => path);
  const steps: NextSteps = {
    program,
    plan,
    mode: choice.mode,
    uncommitted,
    branch: clone.branch,
    secrets: github.secrets,
    installAppUrl: `${product.url}/blob/main/docs/install-app.md`,
  };
  if (place) steps.name = `${place.owner}/${place.name}`;
  const remote = remoteToPush(clone);
  if (remote !== undefined) steps.remote = remote;
  const undo = renderUndo({
    added: written.filter(({ state }) => state === "new").map(({ path }) => path),
    replaced: written.filter(({ state }) => state !== "new").map(({ path }) => path),
    labels: labels.created,
  });
  const lines = [
    "",
    wrap(
      `${paths.length === 0 ? "Nothing had to be written." : `Wrote ${paths.length} files.`} ${renderLabels(labels)}`,
      { columns: terminal.columns, indent: "" },
    ),
    "",
    "What is left",
    ...indent(renderNextSteps(steps).map((step, at) => `${at + 1}. ${step}`)),
    ...(undo.length > 0 ? ["", "To undo", ...indent(undo)] : []),
  ];
  terminal.out(`${lines.map(printableLines).join("\n")}\n`);
}

const labelColumns = 13;

/** Words that go on under themselves. */
function beside(label: string, words: string, { columns }: Terminal): string {
  const lines = wrap(words, { columns: columns - labelColumns, indent: "" });
  return `  ${label}:`.padEnd(labelColumns) + lines.replaceAll("\n", `\n${" ".repeat(labelColumns)}`);
}

/** `origin`, or the only one. */
function remoteToPush({ remotes }: Clone): string | undefined {
  const names = Object.keys(remotes);
  return names.find((name) => name === "origin") ?? names[0];
}

function indent(lines: string[]): string[] {
  return lines.map((line) => `  ${line}`);
}
