import type { Commands } from "../model/config/commands.ts";
import { type Found, type RootFiles, textOf } from "./detect.ts";

/** Into the home folder of the sandbox, whoever manages the system's Python. */
const install = "PIP_BREAK_SYSTEM_PACKAGES=1 python3 -m pip install --user";

/** Where a project lists what only its tests need: the first that is there. */
const testFiles = [
  ...["requirements-dev.txt", "requirements-test.txt", "requirements-tests.txt"],
  ...["dev-requirements.txt", "test-requirements.txt"],
];
const testExtras = ["test", "tests", "testing", "dev"];

/** Something that pip is told to install, and the text that says what is in it. */
interface Source {
  word: string;
  text: string;
}

/** requirements.txt or pyproject.toml; pytest, ruff and mypy where they are configured or required. */
export function detectPython(files: RootFiles): Found {
  const requirements = textOf(files, "requirements.txt");
  const project = textOf(files, "pyproject.toml");
  if (requirements === undefined && project === undefined) return { commands: {} };
  const sources =
    requirements === undefined ? ownPackage(project ?? "") : [listed(files, "requirements.txt")];
  const forTests = testFiles.find((name) => textOf(files, name) !== undefined);
  if (forTests) sources.push(listed(files, forTests));
  const all = [project, ...sources.map(({ text }) => text)].join("\n");
  const isConfigured = (tool: string) => new RegExp(`^\\[tool\\.${tool}\\b`, "m").test(all);
  const uses = (tool: string) =>
    isConfigured(tool) || names(tool, all) || textOf(files, `${tool}.ini`) !== undefined;
  const tools = ["pytest", "ruff", "mypy"].filter(uses);
  const commands: Commands = {};
  if (tools.includes("ruff")) commands.lint = "python3 -m ruff check .";
  if (tools.includes("mypy")) commands.typecheck = typecheck(project ?? "");
  if (tools.includes("pytest")) commands.test = "python3 -m pytest";
  const setup = installing(sources, tools, project ?? "");
  return setup ? { setup: { command: setup, manager: "pip" }, commands } : { commands };
}

function listed(files: RootFiles, name: string): Source {
  return { word: `-r ${name}`, text: textOf(files, name) ?? "" };
}

/** Whether a list of requirements has a tool. */
function names(tool: string, text: string): boolean {
  return new RegExp(`(^|["'])${tool}(?![\\w-])`, "m").test(text);
}

/** The sources, groups with what these lack, and by its name what neither brings: a hook may fetch that itself. */
function installing(sources: Source[], tools: string[], project: string): string | undefined {
  const lacking = tools.filter((tool) => !sources.some(({ text }) => names(tool, text)));
  const groups = groupsWith(lacking, project);
  const words = [
    ...sources.map(({ word }) => word),
    ...groups.names.map((name) => `--group ${name}`),
    ...groups.without,
  ];
  if (words.length === 0) return undefined;
  const command = `${install} ${words.join(" ")}`;
  // An older pip knows no groups.
  return groups.names.length > 0 ? `${install} 'pip>=25.1' && ${command}` : command;
}

/** The project itself, with what its tests need where it says so. */
function ownPackage(project: string): Source[] {
  if (!/^\[project\]|^\[tool\.poetry\]/m.test(project)) return [];
  const extras = listsIn(project, "project.optional-dependencies");
  const extra = testExtras.find((name) => extras.has(name));
  const needs = listsIn(project, "project").get("dependencies") ?? "";
  return extra
    ? [{ word: `-e '.[${extra}]'`, text: `${needs}\n${extras.get(extra)}` }]
    : [{ word: "-e .", text: needs }];
}

/** For each tool the first of the usual groups that brings it, or else the first of all; and the tools that none brings. */
function groupsWith(wanted: string[], project: string): Record<"names" | "without", string[]> {
  const groups = listsIn(project, "dependency-groups");
  const inOrder = [...testExtras.filter((name) => groups.has(name)), ...groups.keys()];
  const found = wanted.map((tool) => inOrder.find((name) => brings(tool, name, groups)));
  return {
    names: [...new Set(found)].filter((name) => name !== undefined),
    without: wanted.filter((_, at) => found[at] === undefined),
  };
}

/** Whether a group names a tool itself or takes in one that does; each group is looked at once. */
function brings(tool: string, name: string, groups: ReadonlyMap<string, string>): boolean {
  const reached = new Set([name]);
  for (const one of reached) {
    const list = groups.get(one) ?? "";
    if (names(tool, list)) return true;
    for (const [, other = ""] of list.matchAll(/include-group\s*=\s*["']([\w.-]+)["']/g)) reached.add(other);
  }
  return false;
}

/** The lists of a table, by their names. */
function listsIn(project: string, table: string): Map<string, string> {
  const [, after = ""] = `\n${project}`.split(`\n[${table}]`);
  const [own = ""] = after.split(/^\[\[?[A-Za-z]/m);
  const starts = [...own.matchAll(/^["']?([\w-]+)["']?\s*=\s*\[/gm)];
  const lists = starts.map(
    ({ 1: name = "", index }, at) => [name, own.slice(index, starts[at + 1]?.index)] as const,
  );
  return new Map(lists);
}

/** mypy's own settings may say what it looks at. */
function typecheck(project: string): string {
  const [, settings = ""] = /^\[tool\.mypy\]\n((?:(?!\[).*\n?)*)/m.exec(project) ?? [];
  return /^(files|packages|modules)\s*=/m.test(settings) ? "python3 -m mypy" : "python3 -m mypy .";
}
