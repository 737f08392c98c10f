import { commentLines } from "../../detect/comment-lines.ts";
import { isLockfile } from "../../detect/dependency-files.ts";
import { isTestPath } from "../../detect/test-files.ts";
import { GsdError } from "../../gsd-error.ts";
import { type Finding, severities } from "../../model/answers.ts";
import { withoutUndefined } from "../../model/without-undefined.ts";
import { createMatch } from "../../plan/match-paths.ts";
import { type ChangedFile, type ChangedText, toChangedFile } from "./changed-file.ts";
import { compilePattern, type LinePattern } from "./compile-pattern.ts";
import { findImports } from "./find-imports.ts";
import { isOfLanguage } from "./languages.ts";
import { parseArrow } from "./parse-arrow.ts";
import type { Rule } from "./rule.ts";

/** A place that a rule names; a file as a whole has no line. `what` says more than the rule's own message. */
interface Place {
  path: string;
  line?: number;
  what?: string | undefined;
}

/** What one rule names of a change, and of all that the change touches. */
type Check = (rule: Rule, files: readonly ChangedFile[], all: readonly ChangedFile[]) => Place[];

/** How much is looked at, and told. */
export interface RuleLimits {
  /** Places of each rule; the last one says how many there are besides. */
  ofRule: number;
  inAll: number;
  /** What is added beyond these lines nobody reads; that there are so many is told by itself. */
  lines: number;
}

const usual: RuleLimits = { ofRule: 5, inAll: 50, lines: 20_000 };
/** Of all added lines together: a single one may have all of it. */
const mostCharacters = 20_000_000;
/** Where a program may end a line and git does not. */
const innerEnd = /[\r\u2028\u2029\v\f]/;

/** Holds a change to rules: what it adds, not what was there before. Blockers come first. */
export function applyRules(
  rules: readonly Rule[],
  changes: readonly ChangedText[],
  limits: RuleLimits = usual,
): Finding[] {
  const files = bound(changes.map(toChangedFile), limits.lines);
  const found = rules.flatMap((rule) => {
    const isMeant = createFilter(rule);
    const meant = files.filter(({ path }) => isMeant(path)).map((file) => asMeant(file, rule, isMeant));
    const places = meant.length === 0 ? [] : checks.flatMap((check) => check(rule, meant, files));
    return toFindings(rule, places, limits.ofRule);
  });
  return found.sort((a, b) => rank(a) - rank(b)).slice(0, limits.inAll);
}

/** What moves to where a rule holds is new to it; so are imports of what moves at all, since they are read by where they stand. */
function asMeant(file: ChangedFile, rule: Rule, isMeant: (path: string) => boolean): ChangedFile {
  const { moved } = file;
  return moved && (rule.imports.length > 0 || !isMeant(moved.from)) ? moved.asNew : file;
}

function rank({ severity }: Finding): number {
  return severities.indexOf(severity);
}

function bound(files: ChangedFile[], lines: number): ChangedFile[] {
  let left = lines;
  return files.map((file) => {
    const added = file.added.slice(0, left);
    const { moved } = file;
    if (moved) moved.asNew.added = moved.asNew.added.slice(0, left);
    left -= added.length;
    return { ...file, added };
  });
}

function createFilter(rule: Rule): (path: string) => boolean {
  const { language, files, except } = rule;
  const isNamed = files.length > 0 ? createMatch(files, { unsure: true }) : () => true;
  const isExcepted = createMatch(except, { unsure: false });
  return (path) =>
    (language === undefined || isOfLanguage(path, language)) &&
    (rule.in === "all" || isTestPath(path) === (rule.in === "tests")) &&
    isNamed(path) &&
    !isExcepted(path);
}

function toFindings(
  { id, severity, message, hint }: Rule,
  places: readonly Place[],
  most: number,
): Finding[] {
  const rest = places.length - most;
  return places.slice(0, most).map(({ path, line, what }, index) =>
    withoutUndefined({
      path,
      line,
      severity,
      message: what === undefined ? message : `${message} ${what}`,
      suggestion: hint,
      rule: id,
      more: index === most - 1 && rest > 0 ? rest : undefined,
    }),
  );
}

const checks: Check[] = [denyLines, requireLines, denyImports, checkPathNames, needOthers, limitSize];

function denyLines({ deny, language }: Rule, files: readonly ChangedFile[]): Place[] {
  if (deny.length === 0) return [];
  const { test } = compileAll(deny);
  let left = mostCharacters;
  return files.flatMap(({ path, added, after = [] }) => {
    const isComment = language && commentLines(path, after);
    return added
      .filter(({ line, text }) => {
        const short = text.slice(0, left);
        left -= short.length;
        if (innerEnd.test(short)) return partsOf(short, path, language).some(test);
        return test(short) && !isComment?.[line - 1];
      })
      .map(({ line }) => ({ path, line }));
  });
}

/** What a program takes for lines of their own, without comments. */
function partsOf(text: string, path: string, language: Rule["language"]): string[] {
  const parts = text.split(innerEnd);
  const isComment = language && commentLines(path, parts);
  return parts.filter((_, at) => !isComment?.[at]);
}

/** A file that lacked it before is not this change's. */
function requireLines({ require }: Rule, files: readonly ChangedFile[]): Place[] {
  const patterns = require.map(compile);
  return files.flatMap(({ path, before, after, isNew }) => {
    if (after === undefined) return [];
    const lacks = (lines: readonly string[]) => patterns.some(({ test }) => !lines.some(test));
    const isFresh = isNew && before === undefined;
    return lacks(after) && (isFresh || !lacks(before ?? [])) ? [{ path }] : [];
  });
}

function denyImports({ imports }: Rule, files: readonly ChangedFile[]): Place[] {
  const arrows = imports.flatMap((text) => parseArrow(text) ?? []);
  return arrows.flatMap(({ from, to }) => {
    const isFrom = createMatch([from], { unsure: true });
    const isTo = createMatch([to], { unsure: true });
    const found = files.filter(({ path }) => isFrom(path));
    return found.flatMap((file) =>
      findImports(file)
        .filter(({ targets }) => targets.some(isTo))
        .map(({ line, name }) => ({ path: file.path, line, what: `It imports \`${name.slice(0, 100)}\`.` })),
    );
  });
}

function checkPathNames({ path: names }: Rule, files: readonly ChangedFile[]): Place[] {
  if (!names) return [];
  const denied = names.deny && compileAll(names.deny);
  const wanted = names.require && compileAll(names.require);
  return files
    .filter(({ path, isNew }) => isNew && (denied?.test(path) || wanted?.test(path) === false))
    .map(({ path }) => ({ path }));
}

function needOthers({ needs }: Rule, files: readonly ChangedFile[], all: readonly ChangedFile[]): Place[] {
  if (needs.length === 0) return [];
  const isNeeded = createMatch(needs, { unsure: true });
  if (all.some((file) => isNeeded(file.path) && saysMore(file))) return [];
  // What only loses lines says nothing new.
  const [first, ...others] = files.filter(({ added }) => added.length > 0);
  if (!first) return [];
  const what = others.length > 0 ? `${others.length} more files like it change, too.` : undefined;
  return [{ path: first.path, what }];
}

/** Whether a file has something that it had not before; what package managers write, and what is no text, is taken at its word. */
function saysMore({ path, added, after, before }: ChangedFile): boolean {
  if (after === undefined) return false;
  return added.length > 0 || isLockfile(path) || (after.length === 0 && before === undefined);
}

function limitSize({ size }: Rule, files: readonly ChangedFile[]): Place[] {
  const { file: mostInFile = Infinity, change: mostInChange = Infinity } = size ?? {};
  const large = files.filter(
    ({ before, after = [] }) => after.length > mostInFile && after.length > (before?.length ?? 0),
  );
  const weight = ({ added, removed }: ChangedFile) => added.length + removed;
  const total = files.reduce((sum, file) => sum + weight(file), 0);
  const [largest] = files.toSorted((a, b) => weight(b) - weight(a));
  return [
    ...large.map(({ path, after = [] }) => ({ path, what: `It has ${after.length} lines.` })),
    ...(total > mostInChange && largest
      ? [{ path: largest.path, what: `The change has ${total} lines in all.` }]
      : []),
  ];
}

function compileAll(sources: readonly string[]): LinePattern {
  const patterns = sources.map(compile);
  return { test: (line) => patterns.some((pattern) => pattern.test(line)) };
}

/** `parseRule` has seen that it can be. */
function compile(source: string): LinePattern {
  const compiled = compilePattern(source);
  if (typeof compiled === "string") throw new GsdError("unknown", `The pattern ${source} ${compiled}.`);
  return compiled;
}
