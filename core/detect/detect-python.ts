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

/** requirements.txt or pyproject.toml; pytest, ruff and mypy where they are configured or required. */
export function detectPython(files: RootFiles): Found {
  const requirements = textOf(files, "requirements.txt");
  const project = textOf(files, "pyproject.toml");
  if (requirements === undefined && project === undefined) return { commands: {} };
  const forTests = testFiles.find((name) => textOf(files, name) !== undefined);
  const all = [requirements, project, textOf(files, forTests ?? "")].join("\n");
  const uses = (tool: string) =>
    new RegExp(`^\\[tool\\.${tool}\\b|(^|["'])${tool}\\b`, "m").test(all) ||
    (tool === "pytest" && textOf(files, "pytest.ini") !== undefined);
  const commands: Commands = {};
  if (uses("ruff")) commands.lint = "python3 -m ruff check .";
  if (uses("mypy")) commands.typecheck = typecheck(project ?? "");
  if (uses("pytest")) commands.test = "python3 -m pytest";
  const what = requirements === undefined ? ownPackage(project ?? "") : ["-r requirements.txt"];
  if (forTests) what.push(`-r ${forTests}`);
  const groups = groupsWith(["pytest", "ruff", "mypy"].filter(uses), project ?? "");
  const setup = installing([...what, ...groups.map((group) => `--group ${group}`)], groups.length > 0);
  return setup ? { setup: { command: setup, manager: "pip" }, commands } : { commands };
}

/** An older pip knows no groups. */
function installing(what: string[], hasGroups: boolean): string | undefined {
  if (what.length === 0) return undefined;
  const command = `${install} ${what.join(" ")}`;
  return hasGroups ? `${install} 'pip>=25.1' && ${command}` : command;
}

/** The project itself, with what its tests need where it says so. */
function ownPackage(project: string): string[] {
  if (!/^\[project\]|^\[tool\.poetry\]/m.test(project)) return [];
  const extras = listsIn(project, "project.optional-dependencies");
  const extra = testExtras.find((name) => extras.has(name));
  return [extra ? `-e '.[${extra}]'` : "-e ."];
}

/** For each tool the first of the usual groups that brings it, or else the first of all. */
function groupsWith(tools: string[], project: string): string[] {
  const groups = listsIn(project, "dependency-groups");
  const names = [...testExtras.filter((name) => groups.has(name)), ...groups.keys()];
  const found = tools.map((tool) => names.find((name) => brings(tool, name, groups)));
  return [...new Set(found)].filter((name) => name !== undefined);
}

/** Whether a group names a tool itself or takes in one that does; each group is looked at once. */
function brings(tool: string, name: string, groups: ReadonlyMap<string, string>): boolean {
  const reached = new Set([name]);
  for (const one of reached) {
    const list = groups.get(one) ?? "";
    if (new RegExp(`["']${tool}(?![\\w-])`).test(list)) return true;
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
