import type { Signal } from "../../model/signal.ts";
import { type DiffFile, textOf } from "../read-patch.ts";
import { createPool } from "./pool.ts";
import { isMoved } from "./test-signals.ts";
import { isWeakening, isWeaker } from "./weaker.ts";

/** Names of scripts and targets that checks are run by. */
const checkNames =
  /^(?:pre|post)?(?:all|tests?|unit|e2e|integration|spec|lint|format|fmt|vet|type-?check|types|tsc|check|verify|validate|ci|build|compile|coverage|cov|audit|prepublishOnly)(?:[-:_.].*)?$/i;

/** What a change does to the commands that check the repository, and to its CI. */
export function commandSignals(diff: readonly DiffFile[]): Signal[] {
  return [...diff.flatMap(weakenedCommands), ...ciSignals(diff)];
}

/** A command by its name. */
type Commands = Map<string, string>;

function weakenedCommands(file: DiffFile): Signal[] {
  const read = readerOf(file.path);
  if (!read) return [];
  const after = read(textOf(file, "after"));
  const before = [...read(textOf(file, "before"))].filter(([name]) => checkNames.test(name));
  return before.flatMap(([name, command]): Signal[] => {
    const now = after.get(name);
    if (now !== undefined && !isWeaker(command, now)) return [];
    const shown = { code: "command-weakened" as const, path: file.path, name: name.slice(0, 60) };
    const line = now === undefined ? undefined : lineOf(textOf(file, "after"), name);
    return [line === undefined ? shown : { ...shown, line }];
  });
}

function readerOf(path: string): ((lines: string[]) => Commands) | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (["package.json", "composer.json"].includes(name)) return (lines) => readJson(lines, "scripts");
  if (/^deno\.jsonc?$/.test(name)) return (lines) => readJson(lines, "tasks");
  if (/^(?:GNU)?[Mm]akefile$|\.mk$|^[Jj]ustfile$|^\.justfile$/.test(name)) return readTargets;
  // A script of its own, such as scripts/test.sh.
  const script = /^(?:run[-_])?([\w-]+)\.(?:sh|bash|zsh|ps1|bat)$/.exec(name)?.[1];
  if (script === undefined || !checkNames.test(script)) return undefined;
  return (lines) => new Map(lines.length > 0 ? [[script, lines.join("\n")]] : []);
}

function readJson(lines: string[], key: string): Commands {
  try {
    const commands: unknown = JSON.parse(lines.join("\n"))?.[key];
    if (typeof commands !== "object" || commands === null) return new Map();
    return new Map(Object.entries(commands).map(([name, command]) => [name, JSON.stringify(command)]));
  } catch {
    return new Map();
  }
}

/** The recipes of a Makefile, with what each depends on. */
function readTargets(lines: string[]): Commands {
  const targets: Commands = new Map();
  let current: string | undefined;
  for (const line of lines) {
    const target = /^([\w./%-]+)\s*:(?![:=])(.*)$/.exec(line);
    if (target) {
      current = target[1] ?? "";
      targets.set(current, `${targets.get(current) ?? ""}${target[2]}`);
    } else if (current !== undefined && /^\s+\S/.test(line)) {
      // A leading `-` tells make to go on whatever happens.
      const recipe = line.trim().replace(/^-/, "|| true ");
      targets.set(current, `${targets.get(current)}\n${recipe}`);
    } else if (line.trim() !== "") current = undefined;
  }
  return targets;
}

function lineOf(lines: string[], name: string): number | undefined {
  const index = lines.findIndex((line) => line.includes(`"${name}"`) || line.startsWith(`${name}:`));
  return index < 0 ? undefined : index + 1;
}

const ciPaths =
  /^\.github\/(?:workflows|actions)\/|^\.gitlab-ci\.ya?ml$|^\.gitlab\/ci\/|^\.circleci\/|^\.buildkite\/|^\.woodpecker|^azure-pipelines[\w.-]*\.ya?ml$|^bitbucket-pipelines\.yml$|^\.travis\.yml$|^(?:.*\/)?Jenkinsfile$|^\.drone\.yml$|^\.?appveyor\.yml$|^\.cirrus\.yml$|^\.pre-commit-config\.yaml$|^\.husky\//;

/** A line of CI that checks something, or says when it is checked. */
const checks =
  /\b(?:tests?|lint|check|verify|tsc|mypy|pyright|pytest|tox|nox|vitest|jest|mocha|rspec|rake|cargo|clippy|vet|eslint|biome|ruff|flake8|rubocop|coverage|codecov|audit|mvn|gradlew?|dotnet|phpunit|mix|make|build)\b|^\s*(?:-\s*)?(?:pull_request|push|merge_group|needs)\b/i;

function ciSignals(diff: readonly DiffFile[]): Signal[] {
  const files = diff.filter(({ path }) => ciPaths.test(path));
  const arrived = createPool(files.flatMap(({ lines }) => changed(lines, "+")));
  return files.flatMap((file): Signal[] => {
    const { path } = file;
    if (file.state === "deleted") return isMoved(file, diff) ? [] : [{ code: "ci-weakened", path }];
    const gone = changed(file.lines, "-").filter(({ key }) => checks.test(key) && !arrived.take(key));
    const before = textOf(file, "before").join("\n");
    const weak = changed(file.lines, "+").find(({ key }) => isWeakening(key) && !before.includes(key));
    if (file.state === "added" || (gone.length === 0 && !weak)) return [];
    return [weak ? { code: "ci-weakened", path, line: weak.line } : { code: "ci-weakened", path }];
  });
}

/** Lines of one side, without comments and versions of actions, and where they are. */
function changed(lines: DiffFile["lines"], sign: "+" | "-"): { key: string; line: number }[] {
  let number = 0;
  return lines.flatMap((one) => {
    if (one.sign === " " || one.sign === sign) number += 1;
    const key = one.text.trim();
    if (one.sign !== sign || key === "" || key.startsWith("#") || /^-?\s*uses:/.test(key)) return [];
    return [{ key, line: number }];
  });
}
