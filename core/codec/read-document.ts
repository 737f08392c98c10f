import { GsdError } from "../gsd-error.ts";
import type { Validator } from "../model/validate.ts";
import { ledgerBranch } from "./branches.ts";

/** The version of the files that this gsd writes. */
export const ledgerVersion = 2;

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
  } catch (cause) {
    throw invalid(path, "is not JSON", cause);
  }
}

function versionOf(stored: unknown): number {
  const version = (stored as { version?: unknown } | null)?.version;
  return typeof version === "number" ? version : ledgerVersion;
}

function carry(carryOver: (old: unknown) => unknown, old: unknown, path: string): unknown {
  try {
    return carryOver(old);
  } catch (cause) {
    throw invalid(path, "looks like a file of the version before, and cannot be carried over", cause);
  }
}

function invalid(path: string, what: string, cause?: unknown): GsdError {
  return new GsdError(
    "ledger-invalid",
    `${path} on ${ledgerBranch} ${what}. Restore it from the branch's history; docs/ledger.md says how.`,
    { cause },
  );
}

function newer(path: string, version: number): GsdError {
  return new GsdError(
    "ledger-newer",
    `${path} on ${ledgerBranch} was written by a newer gsd (version ${version} of the file, and this gsd knows ${ledgerVersion}). Update the pin of gsd in .github/workflows/gsd.yml; docs/install.md says how.`,
  );
}
