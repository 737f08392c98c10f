import { chooseCommands } from "../detect/choose-commands.ts";
import { checkNames } from "../model/config/commands.ts";
import type { EngineName } from "../model/engines.ts";
import type { Survey } from "./survey.ts";

/** What a new `.github/gsd.yml` is made of. */
export interface ConfigWishes {
  engine: EngineName;
  /** For `engine: script`. */
  script?: string;
  secrets: string[];
  schemaUrl: string;
  docsUrl: string;
  defaultBranch: string;
  isTrusted: boolean;
}

/** The text of a new `.github/gsd.yml`: what was found, and why it is there. */
export function renderConfig(survey: Survey, wishes: ConfigWishes): string {
  const parts = [header(wishes), engine(wishes), setup(survey), commands(survey), budget];
  if (wishes.isTrusted) parts.push(trusted);
  return `${parts.join("\n\n")}\n`;
}

function header({ schemaUrl, docsUrl, defaultBranch }: ConfigWishes): string {
  return [
    `# yaml-language-server: $schema=${schemaUrl}`,
    `# How gsd works in this repository. Only the file on ${defaultBranch} counts.`,
    `# All settings: ${docsUrl}/docs/configuration.md`,
    "version: 1",
  ].join("\n");
}

function engine({ engine: name, script, secrets }: ConfigWishes): string {
  const needs = secrets.length > 0 ? ` Needs the secret ${secrets.join(", ")}.` : "";
  const lines = [
    `# Who does the work: claude-code, codex, gemini, opencode or script.${needs}`,
    `engine: ${name}`,
  ];
  return script === undefined ? lines.join("\n") : [...lines, `script: ${JSON.stringify(script)}`].join("\n");
}

function setup({ files }: Survey): string {
  const { setup: found } = chooseCommands({ setup: {}, commands: {} }, files);
  const lines = ["# Installs what the checks need, before any agent comes, in a sandbox of its own."];
  if (!found)
    return [...lines, "# gsd found nothing to install.", "# setup:", "#   command: make deps"].join("\n");
  lines.push("setup:", `  command: ${quote(found.command)}`);
  lines.push(
    "  # It reaches the hosts that your lockfiles and package manager name. A list here is all that it reaches:",
  );
  const hosts = found.hosts.length > 0 ? found.hosts : ["packages.example.org"];
  lines.push(`  # hosts: [${hosts.join(", ")}]`);
  return lines.join("\n");
}

function commands({ files, packages }: Survey): string {
  const { commands: found } = chooseCommands({ setup: {}, commands: {} }, files);
  const written = checkNames.flatMap((name) => (found[name] ? [`  ${name}: ${quote(found[name])}`] : []));
  const lines = ["# What every change has to pass, in the sandbox. Delete what does not work there."];
  if (written.length > 0) return [...lines, "commands:", ...written].join("\n");
  lines.push("# gsd found no command at the root; without one, changes are not checked.");
  const where = packages[0];
  return [...lines, "# commands:", `#   test: ${where ? `cd ${where} && make test` : "make test"}`].join(
    "\n",
  );
}

const budget = [
  "# US dollars that agents may spend. At a limit the work stops and is kept.",
  "budget: { task: 2, track: 20, day: 10 }",
].join("\n");

const trusted = [
  "# CI of gsd's pull requests starts at once: code that an agent wrote runs with this repository's secrets before",
  "# anyone has looked. Write `manual` to have a person start it.",
  "ci: trusted",
].join("\n");

/** Plain where YAML reads it as these very words. */
function quote(text: string): string {
  const isPlain = /^[A-Za-z][\w ./&=-]*\w$/.test(text) && !/^(true|false|null|yes|no|on|off)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}
