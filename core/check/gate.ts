import { isLockfile } from "../detect/dependency-files.ts";
import type { Finding } from "../model/answers.ts";
import type { Config } from "../model/config.ts";
import type { Change } from "../model/manifest.ts";
import { protectedGlobs } from "../model/protected-names.ts";
import type { Signal } from "../model/signal.ts";
import { createFileGate } from "../permissions/file-gate.ts";
import type { PermissionTerms } from "../permissions/judge-request.ts";
import type { Match } from "../plan/match-paths.ts";
import { createNaming, createProtection, neverChanged } from "../plan/protection.ts";
import { secretNames } from "../scan/scan-change.ts";
import { checkPath, findDanger, show } from "./check-paths.ts";
import { findClashes } from "./find-clashes.ts";
import { applyRules } from "./rules/apply-rules.ts";
import { type ChangedText, toChangedFile } from "./rules/changed-file.ts";
import { withMoves } from "./rules/find-moves.ts";
import type { Rule } from "./rules/rule.ts";
import { scanProblems } from "./scan-gate.ts";
import { scopeSignals } from "./scope-signals.ts";

/** A content beside the manifest, as it was found: its digest is computed, not believed. */
export interface FoundFile {
  size: number;
  sha256: string;
  /** Its words, for those who look for some in it; see `toText`. */
  text: string;
}

/** The contents of changes by their digest. */
export type FindFile = (sha256: string) => FoundFile | undefined;

/** What a job may change: what a task does (see `task-scope.ts` for where), whatever there is, or nothing. */
export type ChangeScope = "task" | "all" | "none";

/** A set of changes, and what it is held to. */
export interface ChangeCheck {
  changes: readonly Change[];
  files: FindFile;
  config: Pick<Config, "limits" | "protected_paths" | "scan">;
  scope: ChangeScope;
  /** Files at the base, at least all in folders that the changes are in; a folder that was not looked into ends in a slash. */
  existing: ReadonlySet<string>;
  rules: readonly Rule[];
  /** What the approved plan names for the task. */
  hints?: readonly string[];
  /** What agents may do; without it, whatever the rest allows. */
  permissions?: PermissionTerms;
  /** The text of a file at the base; undefined where it was not there, or nobody could read it. */
  before?: (path: string) => string | undefined;
  /** What the scanner compares with; without it, all that a change says is new, and nothing is allowed. */
  scan?: ScanTerms;
}

/** What the scanner has to know besides the change. */
export interface ScanTerms {
  /** The text of a file at the base; undefined where it was not there, or nobody could read it. */
  base(path: string): string | undefined;
  /** Which day it is, as `2026-11-18`: entries of the allow-list end. */
  today: string;
}

/** What a change is held to, whichever it is. */
export type GateTerms = Omit<ChangeCheck, "changes">;

/** What is wrong with a change, one sentence each. The crew asks before publish does, so both apply this one function. */
export function checkChange(check: ChangeCheck): string[] {
  const { changes, scope, config } = check;
  if (changes.length === 0) return [];
  if (scope === "none") return [`This job may change no files, but it changed ${changes.length}.`];
  // Whatever else is said would say the name.
  if (secretNames(changes).length > 0)
    return ["The name of a file looks like a secret. Call it something else. (scan/secret)"];
  const held = { ...check, isProtected: protectionOf(check), refusePermission: permissionOf(check) };
  const problems = changes.flatMap((change) => checkOne(change, held));
  if (scope !== "all" && changes.length > config.limits.files) {
    problems.push(`${changes.length} files are changed; limits.files allows ${config.limits.files}.`);
  }
  return [
    ...problems,
    ...checkTogether(changes, check.existing),
    ...checkMerge(check),
    ...scanProblems(check),
  ];
}

/** The changes that could be published each by itself: what is kept of work that did not come to its end. */
export function soundChanges(check: ChangeCheck): Change[] {
  if (check.scope === "none") return [];
  const held = { ...check, isProtected: protectionOf(check), refusePermission: permissionOf(check) };
  const named = secretNames(check.changes);
  const isSound = (change: Change) =>
    checkOne(change, held).length === 0 &&
    !named.includes(change.path) &&
    scanProblems({ ...check, changes: [change] }).length === 0;
  const sound = check.changes.filter(isSound);
  return checkTogether(sound, check.existing).length === 0 ? sound : [];
}

function protectionOf({ config, scope, hints = [] }: ChangeCheck): Match {
  const { protected_paths: own } = config;
  if (scope !== "task") return createProtection(protectedGlobs(own));
  const isProtected = createProtection(neverChanged(own));
  const isNamed = createNaming(own, hints);
  return (path) => isProtected(path) && !isNamed(path);
}

/** What a task's agents may write and delete, by the rules and by what people said. Others bring what was judged elsewhere. */
function permissionOf({ permissions, scope }: ChangeCheck): (change: Change) => string | undefined {
  return permissions && scope === "task" ? createFileGate(permissions) : () => undefined;
}

interface Held extends ChangeCheck {
  isProtected: Match;
  refusePermission: (change: Change) => string | undefined;
}

function checkOne(change: Change, check: Held): string[] {
  const { path } = change;
  // What is there already may have an odd name; nobody may add another.
  const isThere = check.existing.has(path);
  const wrongPath = isThere ? findDanger(path) : checkPath(path);
  if (wrongPath) return [`${show(path)} ${wrongPath}.`];
  const problems: string[] = [];
  if (check.isProtected(path)) problems.push(`${show(path)} is protected; a person has to change it.`);
  const forbidden = check.refusePermission(change);
  if (forbidden !== undefined) problems.push(`${show(path)} ${forbidden}.`);
  if ("deleted" in change)
    return isThere ? problems : [...problems, `${show(path)} is deleted, but does not exist.`];
  return [...problems, ...checkContent(change, check)];
}

function checkContent(change: Extract<Change, { sha256: string }>, { files, config }: ChangeCheck): string[] {
  const { path, size, sha256 } = change;
  const problems: string[] = [];
  // Package managers write lockfiles of a megabyte and more.
  const most = isLockfile(path) ? Math.max(10_000_000, config.limits.file_bytes) : config.limits.file_bytes;
  if (size > most) problems.push(`${show(path)} has ${size} bytes; limits.file_bytes allows ${most}.`);
  const file = files(sha256);
  if (!file) return [...problems, `The content of ${show(path)} is missing.`];
  if (file.sha256 !== sha256)
    return [...problems, `The content of ${show(path)} does not have the digest it claims.`];
  if (file.size !== size) problems.push(`The content of ${show(path)} has ${file.size} bytes, not ${size}.`);
  return problems;
}

function checkTogether(changes: readonly Change[], existing: ReadonlySet<string>): string[] {
  const paths = changes.map(({ path }) => path);
  const seen = new Set<string>();
  const twice = new Set(paths.filter((path) => seen.has(path) || !seen.add(path)));
  const doubled = [...twice].map((path) => `${show(path)} is changed twice.`);
  const deleted = new Set(changes.filter((change) => "deleted" in change).map(({ path }) => path));
  const written = changes.filter((change) => !("deleted" in change)).map(({ path }) => path);
  const left = [...existing].filter((path) => !deleted.has(path));
  return [...doubled, ...findClashes([...new Set(written)], left).map((clash) => `${clash}.`)];
}

/** What a merge may leave behind: nobody but the author of the merge is to blame for it. */
const leftByMerges = ["no-conflict-markers"];

/** What a merge left behind is refused, whoever made it. Other rules are for what a task does: what others wrote was judged elsewhere. */
function checkMerge(check: ChangeCheck): string[] {
  if (check.scope === "none") return [];
  const rules = check.rules.filter(({ id }) => leftByMerges.includes(id));
  return applyRules(rules, withMoves(changedTexts(check))).map(describeFinding);
}

/** What rules find in a change. A blocker among it goes back to the author, and what is left of it to people: it refuses nothing. */
export function findingsOn(check: ChangeCheck): Finding[] {
  return applyRules(check.rules, withMoves(changedTexts(check)));
}

/** How far a change goes, by what publish itself sees of it. */
export function scopeOf(check: ChangeCheck): Signal[] {
  const { config, hints = [] } = check;
  const files = withMoves(changedTexts(check))
    .map(toChangedFile)
    .map(({ path, added, removed }) => ({ path, lines: added.length + removed }));
  return scopeSignals(files, { hints, config });
}

/** One finding for whoever made the change. */
export function describeFinding({ path, line, message, suggestion, rule, more }: Finding): string {
  const words = [message, suggestion, more ? `(${more} more places like this.)` : ""].filter(Boolean);
  return `${show(path)}${line ? ` line ${line}` : ""}: ${words.join(" ")} (${rule})`;
}

/** The changed files with their words. */
function changedTexts({ changes, files, existing, before }: ChangeCheck): ChangedText[] {
  return changes.flatMap((change) => {
    const { path } = change;
    const file = "sha256" in change ? files(change.sha256) : undefined;
    if (!file && "sha256" in change) return [];
    return [{ path, before: before?.(path), after: file?.text, isNew: !existing.has(path) }];
  });
}
