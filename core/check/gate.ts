import { isLockfile } from "../detect/dependency-files.ts";
import type { Config } from "../model/config.ts";
import type { Change } from "../model/manifest.ts";
import { protectedGlobs } from "../model/protected-names.ts";
import type { Match } from "../plan/match-paths.ts";
import { createProtection, neverChanged } from "../plan/protection.ts";
import { checkPath, findDanger, show } from "./check-paths.ts";
import { findClashes } from "./find-clashes.ts";
import { applyRules, type Rule } from "./rules.ts";
import { findSecrets } from "./secrets.ts";

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
  config: Pick<Config, "limits" | "protected_paths">;
  scope: ChangeScope;
  /** Files at the base, at least all in folders that the changes are in; a folder that was not looked into ends in a slash. */
  existing: ReadonlySet<string>;
  rules: readonly Rule[];
}

/** What a change is held to, whichever it is. */
export type GateTerms = Omit<ChangeCheck, "changes">;

/** What is wrong with a change, one sentence each. The crew asks before publish does, so both apply this one function. */
export function checkChange(check: ChangeCheck): string[] {
  const { changes, scope, config } = check;
  if (changes.length === 0) return [];
  if (scope === "none") return [`This job may change no files, but it changed ${changes.length}.`];
  const isProtected = protectionOf(check);
  const problems = changes.flatMap((change) => checkOne(change, { ...check, isProtected }));
  if (scope !== "all" && changes.length > config.limits.files) {
    problems.push(`${changes.length} files are changed; limits.files allows ${config.limits.files}.`);
  }
  return [...problems, ...checkTogether(changes, check.existing), ...checkRules(check)];
}

/** The changes that could be published each by itself: what is kept of work that did not come to its end. */
export function soundChanges(check: ChangeCheck): Change[] {
  if (check.scope === "none") return [];
  const isProtected = protectionOf(check);
  const sound = check.changes.filter((change) => checkOne(change, { ...check, isProtected }).length === 0);
  return checkTogether(sound, check.existing).length === 0 ? sound : [];
}

function protectionOf({ config, scope }: ChangeCheck): Match {
  const { protected_paths: own } = config;
  return createProtection(scope === "task" ? neverChanged(own) : protectedGlobs(own));
}

function checkOne(change: Change, check: ChangeCheck & { isProtected: Match }): string[] {
  const { path } = change;
  // What is there already may have an odd name; nobody may add another.
  const isThere = check.existing.has(path);
  const wrongPath = isThere ? findDanger(path) : checkPath(path);
  if (wrongPath) return [`${show(path)} ${wrongPath}.`];
  const problems: string[] = [];
  if (check.isProtected(path)) problems.push(`${show(path)} is protected; a person has to change it.`);
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
  const secrets = findSecrets(file.text).slice(0, 5);
  return [
    ...problems,
    ...secrets.map(
      ({ name, line }) => `${show(path)} line ${line} looks like a secret: ${name}. Take it out.`,
    ),
  ];
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

/** Rules of another severity are remarks for people, and stop nothing. */
function checkRules(check: ChangeCheck): string[] {
  const blocking = check.rules.filter(({ severity }) => severity === "blocker");
  return applyRules(blocking, changedTexts(check)).map(
    ({ path, line, message, rule }) => `${show(path)}${line ? ` line ${line}` : ""}: ${message} (${rule})`,
  );
}

/** The changed files with their words. */
export function changedTexts({
  changes,
  files,
}: Pick<ChangeCheck, "changes" | "files">): { path: string; text: string }[] {
  return changes.flatMap((change) => {
    const file = "sha256" in change ? files(change.sha256) : undefined;
    return file ? [{ path: change.path, text: file.text }] : [];
  });
}
