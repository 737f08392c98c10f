import { GsdError } from "../gsd-error.ts";
import type { Validator } from "../model/validate.ts";
import { ledgerBranch } from "./branches.ts";

/** The version of the files that this gsd writes. */
export const ledgerVersion = 2;

/** What is wrong with a file of the ledger. */
export interface LedgerProblem {
  path: string;
  /** What follows the path: `is not JSON (line 3)`. */
  what: string;
}

/** What an error says about a file of the ledger that cannot be read; undefined for every other error. */
export function ledgerProblemIn(error: unknown): LedgerProblem | undefined {
  const isProblem =
    error instanceof GsdError && (error.code === "ledger-invalid" || error.code === "ledger-newer");
  return isProblem ? (error.cause as LedgerProblem) : undefined;
}

/** How one kind of the ledger's files is read. */
export interface Format<T> {
  validate: Validator<T>;
  /** Turns what the version before wrote into what we write; may throw on anything else. */
  carryOver(old: unknown): unknown;
}

/** Reads a file of the ledger, of our version or the one before. People can edit that branch, so all of it is checked. */
export function readDocument<T>({ validate, carryOver }: Format<T>, text: string, path: string): T {
  const stored = parseJson(text, path);
  const version = versionOf(stored);
  if (version > ledgerVersion) throw newer(path, version);
  const read = validate(version === ledgerVersion - 1 ? carry(carryOver, stored, path) : stored);
  if (read.ok) return read.value;
  const [first] = read.problems;
  throw invalid(path, `is not valid (${first?.path}: ${first?.message})`);
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // A folder in its place has no text either.
    if (text.trim() === "") throw invalid(path, "is empty or not a file");
    throw invalid(path, `is not JSON${lineOf(text, error)}`);
  }
}

/** V8 names the place in most of its messages; the end of the text it does not. */
function lineOf(text: string, error: unknown): string {
  const { message } = error as Error;
  const at = /end of JSON input/.test(message) ? text.length : Number(/position (\d+)/.exec(message)?.[1]);
  return Number.isNaN(at) ? "" : ` (line ${text.slice(0, at).split("\n").length})`;
}

function versionOf(stored: unknown): number {
  const version = (stored as { version?: unknown } | null)?.version;
  return typeof version === "number" ? version : ledgerVersion;
}

function carry(carryOver: (old: unknown) => unknown, old: unknown, path: string): unknown {
  try {
    return carryOver(old);
  } catch {
    throw invalid(path, "looks like a file of the version before, and cannot be carried over");
  }
}

function invalid(path: string, what: string): GsdError {
  return new GsdError(
    "ledger-invalid",
    `${path} on ${ledgerBranch} ${what}. Restore it from the branch's history; docs/ledger.md says how.`,
    { cause: { path, what } satisfies LedgerProblem },
  );
}

function newer(path: string, version: number): GsdError {
  const what = `was written by a newer gsd (version ${version} of the file, and this gsd knows ${ledgerVersion})`;
  return new GsdError(
    "ledger-newer",
    `${path} on ${ledgerBranch} ${what}. Update the pin of gsd in .github/workflows/gsd.yml; docs/install.md says how.`,
    { cause: { path, what } satisfies LedgerProblem },
  );
}
