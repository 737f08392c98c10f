import { isTestPath } from "../detect/test-files.ts";
import { injection } from "./checks/injection.ts";
import { type LineCheck, shell } from "./checks/line-check.ts";
import { privilege } from "./checks/privilege.ts";
import { registries } from "./checks/registries.ts";
import { traversal } from "./checks/traversal.ts";
import type { ScanFact } from "./scan-finding.ts";
import { type Statement, statementsIn } from "./statements.ts";

/** A changed file: what it says, and what it said at the base. */
export interface ScannedFile {
  path: string;
  text: string;
  /** Undefined for a new file. */
  before?: string;
}

const lineChecks: readonly LineCheck[] = [...injection, ...traversal, ...privilege, ...registries];

const prose =
  /\.(?:md|mdx|markdown|rst|adoc|(?<!requirements[\w.-]{0,60}\.)txt|html?|svg|lock|snap|po|csv)$/i;

/** Nobody reads a longer line; what stands further behind is looked at in pieces, which overlap. */
const longest = 1_000;
const overlap = 200;

/** New lines that are dangerous by themselves, each told once for each check. */
export function scanLines({ path, text, before }: ScannedFile): ScanFact[] {
  const checks = checksFor(path, text);
  if (checks.length === 0) return [];
  const known = new Set(before?.split(/\r?\n/));
  const found = statementsIn(path, text).flatMap((statement) => {
    if (statement.lines.every((line) => known.has(line))) return [];
    return checks
      .filter(({ pattern }) => isIn(statement, pattern))
      .map(({ class: name, danger, message }) => ({
        class: name,
        danger,
        path,
        line: statement.line,
        message,
      }));
  });
  return withoutTwins(found);
}

/** Two parts of one line may be wrong in the same way. */
function withoutTwins(facts: ScanFact[]): ScanFact[] {
  const seen = new Set<string>();
  return facts.filter(({ line, message, danger }) => {
    const key = `${line} ${danger} ${message}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** What is looked for in a file, by its name and its first line. */
export function checksFor(path: string, text: string): LineCheck[] {
  if (prose.test(path)) return [];
  const isTest = isTestPath(path);
  const isShell = /^#!.{0,100}\b(?:ba|z|da|k|fi)?sh\b/.test(text.slice(0, 200));
  return lineChecks.filter(
    ({ files, notInTests }) => (files.test(path) || (isShell && files === shell)) && !(isTest && notInTests),
  );
}

/** Whether a pattern fits a line; or it and those that go on with it, where it begins on the first. */
function isIn({ first, whole }: Statement, pattern: RegExp): boolean {
  if (piecesOf(first).some((piece) => pattern.test(piece))) return true;
  if (whole === first) return false;
  const at = pattern.exec(whole)?.index;
  return at !== undefined && at < first.trimEnd().length;
}

function piecesOf(line: string): string[] {
  if (line.length <= longest) return [line];
  const pieces: string[] = [];
  for (let from = 0; from < line.length; from += longest - overlap)
    pieces.push(line.slice(from, from + longest));
  return pieces;
}
