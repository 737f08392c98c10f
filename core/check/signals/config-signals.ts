import type { Signal } from "../../model/signal.ts";
import { type DiffFile, textOf } from "../read-patch.ts";
import { isWeakening } from "./weaker.ts";

/** Files that tell test runners, linters and compilers what to do. */
const configs =
  /(?:^|\/)(?:(?:vitest|vite|jest|playwright|cypress|karma|ava|wdio|eslint|biome|stryker)[\w.-]*\.(?:conf(?:ig)?\.)?[cm]?[jt]sx?|(?:jest|biome|tsconfig[\w.-]*|package|nyc|deno)\.jsonc?|\.(?:mocharc|nycrc|c8rc|eslintrc|babelrc|jshintrc|stylelintrc|swcrc)(?:\.\w+)?|pytest\.ini|\.pytest\.ini|pyproject\.toml|setup\.cfg|tox\.ini|noxfile\.py|conftest\.py|\.coveragerc|\.?codecov\.ya?ml|\.flake8|\.?ruff\.toml|\.?pylintrc|\.?mypy\.ini|pyrightconfig\.json|\.rspec|\.rubocop[\w.-]*\.yml|\.simplecov|spec_helper\.rb|\.golangci\.(?:ya?ml|toml|json)|\.?clippy\.toml|Cargo\.toml|\.cargo\/config\.toml|phpunit\.xml(?:\.dist)?|phpstan\.neon(?:\.dist)?|pom\.xml|build\.gradle(?:\.kts)?|\.(?:eslint|prettier|stylelint|biome)ignore|detekt\.yml|\.swiftlint\.yml|sonar-project\.properties)$/;

/** Keys whose values are left out of what is checked. */
const leavesOut =
  /(?:^|[\s"'{,[(])((?:test|coverage|module|watch)?Path?IgnorePatterns|testPathIgnorePatterns|exclude[sd]?|ignore[sd]?|ignorePatterns|ignore_errors|ignore_missing_imports|collect_ignore(?:_glob)?|norecursedirs|omit|extend-(?:exclude|ignore)|per-file-ignores|disable[sd]?|skip|testIgnore|exclude_lines|exclude_also|excludes|Exclude|filterwarnings|deselect)["']?\s*[:=]/;

/** Settings that make checks say less. */
const lenient: readonly RegExp[] = [
  /(passWithNoTests)["']?\s*[:=]\s*true/,
  /(allowOnly)["']?\s*[:=]\s*true/,
  /(forbidOnly|failOnFlakyTests|errorOnDeprecated|strict\w*|no[A-Z]\w+|alwaysStrict|exactOptionalPropertyTypes|useUnknownInCatchVariables|failOnWarning|failOnRisky|failIfNoTests|check-coverage|check_untyped_defs|disallow_\w+|warn_\w+|xfail_strict|enabled)["']?\s*[:=]\s*["']?false/i,
  /(skipLibCheck|testFailureIgnore|skipTests|ignoreFailures|ignoreBuildErrors|ignoreDuringBuilds|dangerouslyIgnoreUnhandledErrors|allow_failure)["']?\s*[:=>]\s*["']?true/,
  /["']?([\w@/-]+)["']?\s*:\s*\[?\s*["'](?:off|allow)["']/,
  /^\s*["']?([\w@/-]+)["']?\s*:\s*\[?\s*0\s*[,\]]?\s*,?$/,
  /(Enabled):\s*false/,
  /(addopts)\s*=.*(?:--ignore|--deselect|-k\s|-m\s|--co\b|--collect-only)/,
];

/** Settings that say what is checked: without them, or with another value, it may be less. */
const required =
  /(?:^|[\s"'{,])(testMatch|testRegex|testpaths|python_files|python_functions|python_classes|spec|setupFilesAfterEach|extends|select|rules|strict\w*|no[A-Z]\w+|xfail_strict|forbidOnly|check-coverage|coverageThreshold|thresholds?|fail_under|minimum_coverage|include)["']?\s*[:=]/;

/** Numbers that a coverage has to reach. */
const threshold =
  /(?:^|[\s"'{,-])(branches|functions|lines|statements|fail_under|fail-under|cov-fail-under|minimum_coverage(?:_by_file)?|global|target|threshold|minimum)["']?\s*(?:[:= ]|:\s*)\s*["']?(\d+(?:\.\d+)?)\s*%?/;

interface Line {
  text: string;
  line: number;
}

/** What a change does to the settings of test runners, linters and compilers. */
export function configSignals(diff: readonly DiffFile[]): Signal[] {
  return diff.filter(({ path }) => configs.test(path)).flatMap(signalsIn);
}

function signalsIn(file: DiffFile): Signal[] {
  const { path } = file;
  const added = linesOf(file, "+");
  const removed = linesOf(file, "-");
  const coverage = coverageSignals(path, removed, added);
  if (file.state === "added") return [];
  if (file.state === "deleted")
    return mayGo(path) ? [{ code: "config-weakened", path, mark: "deleted" }] : [];
  const inside = insideOf(textOf(file, "after"));
  for (const { text, line } of added) {
    const mark = isNamed(path) ? markOf(text) : (markOf(text) ?? inside.get(line));
    if (mark !== undefined) return [...coverage, { code: "config-weakened", path, line, mark }];
  }
  const gone = removed
    .map(({ text }) => required.exec(text)?.[1])
    .find((mark) => isGone(mark, removed, added));
  return gone === undefined ? coverage : [...coverage, { code: "config-weakened", path, mark: gone }];
}

/** Files that say much besides: what they leave out is looked at only where a line names it. */
function isNamed(path: string): boolean {
  return /(?:package\.json|Cargo\.toml|pom\.xml|gradle(?:\.kts)?|vite\.config\.\w+)$/.test(path);
}

/** A configuration that may be deleted only with its tool; those of whole projects go with them. */
function mayGo(path: string): boolean {
  return !isNamed(path) && !/(?:pyproject\.toml|setup\.cfg|tsconfig[\w.-]*\.json)$/.test(path);
}

const longestLine = 1_000;

/** The word that makes a line lenient. */
function markOf(line: string): string | undefined {
  if (isComment(line)) return undefined;
  // What follows is not read by people either, and an agent chose how long it is.
  const text = line.slice(0, longestLine);
  const found = [leavesOut, ...lenient].map((pattern) => pattern.exec(text)?.[1]).find(Boolean);
  return found?.slice(0, 60) ?? (isWeakening(text) ? text.trim().slice(0, 60) : undefined);
}

/** Whether a setting that was there says something else now, or nothing. A longer list is no less. */
function isGone(mark: string | undefined, removed: Line[], added: Line[]): boolean {
  if (mark === undefined) return false;
  const has = ({ text }: Line) => required.exec(text)?.[1] === mark;
  const now = added.filter(has).map(({ text }) => text);
  const words = (text: string) => text.match(/[\w@./*-]+/g) ?? [];
  return removed
    .filter(has)
    .some(({ text }) => !now.some((one) => words(text).every((word) => one.includes(word))));
}

function coverageSignals(path: string, removed: Line[], added: Line[]): Signal[] {
  const now = added.flatMap(({ text, line }) => {
    const match = threshold.exec(text);
    return match ? [{ mark: match[1] ?? "", value: match[2] ?? "", line }] : [];
  });
  return removed.flatMap(({ text }): Signal[] => {
    const match = threshold.exec(text);
    if (!match) return [];
    const [, mark = "", before = ""] = match;
    const at = now.findIndex((one) => one.mark === mark);
    const [next] = at < 0 ? [] : now.splice(at, 1);
    if (!next) return [{ code: "coverage-lowered", path, mark, before }];
    if (Number(next.value) >= Number(before)) return [];
    return [{ code: "coverage-lowered", path, line: next.line, mark, before, after: next.value }];
  });
}

/** The lines of lists that leave something out, by their number, with the list's key. */
function insideOf(lines: readonly string[]): Map<number, string> {
  const inside = new Map<number, string>();
  let key: string | undefined;
  for (const [index, line] of lines.entries()) {
    const opened = leavesOut.exec(line);
    if (opened && !/[\])}]\s*,?\s*$/.test(line) && /[[({=:|]\s*$/.test(line)) {
      key = opened[1];
      continue;
    }
    if (key !== undefined && (/^\s*[\])}]/.test(line) || /^\S/.test(line) || /^\s*[\w-]+\s*[:=]/.test(line)))
      key = undefined;
    if (key !== undefined && line.trim() !== "" && !isComment(line)) inside.set(index + 1, key);
  }
  return inside;
}

function isComment(text: string): boolean {
  return /^\s*(?:#|\/\/|\/?\*|;|<!--)/.test(text);
}

function linesOf({ lines }: DiffFile, sign: "+" | "-"): Line[] {
  let number = 0;
  return lines.flatMap((one) => {
    if (one.sign === " " || one.sign === sign) number += 1;
    return one.sign === sign ? [{ text: one.text.slice(0, 500), line: number }] : [];
  });
}
