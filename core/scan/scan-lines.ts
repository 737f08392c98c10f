import { isTestPath } from "../detect/test-files.ts";
import { type LineCheck, lineChecks } from "./line-checks.ts";
import type { ScanFact } from "./scan-finding.ts";

/** A changed file: what it says, and what it said at the base. */
export interface ScannedFile {
  path: string;
  text: string;
  /** Undefined for a new file. */
  before?: string;
}

const prose =
  /\.(?:md|mdx|markdown|rst|adoc|(?<!requirements[\w.-]{0,60}\.)txt|html?|svg|lock|snap|po|csv)$/i;
const comment = /^\s{0,200}(?:\/\/|#(?!!)|\*|<!--)/;

/** Nobody reads a longer line; what stands further behind is looked at in pieces, which overlap. */
const longest = 1_000;
const overlap = 200;

/** New lines that are dangerous by themselves, each told once for each check. */
export function scanLines({ path, text, before }: ScannedFile): ScanFact[] {
  const checks = checksFor(path);
  if (checks.length === 0) return [];
  const known = new Set(before?.split(/\r?\n/));
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (known.has(line) || comment.test(line)) return [];
    return checks
      .filter(({ pattern }) => piecesOf(line).some((piece) => pattern.test(piece)))
      .map(({ class: name, danger, message }) => ({ class: name, danger, path, line: index + 1, message }));
  });
}

function checksFor(path: string): LineCheck[] {
  if (prose.test(path)) return [];
  const isTest = isTestPath(path);
  return lineChecks.filter(({ files, notInTests }) => files.test(path) && !(isTest && notInTests));
}

function piecesOf(line: string): string[] {
  if (line.length <= longest) return [line];
  const pieces: string[] = [];
  for (let from = 0; from < line.length; from += longest - overlap)
    pieces.push(line.slice(from, from + longest));
  return pieces;
}
