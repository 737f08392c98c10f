import type { OwnedFiles } from "../model/facts.ts";
import { createIgnoreRules } from "./ignore-rules.ts";

/** Where GitHub looks for it; the first that is there counts. */
export const codeOwnersPaths = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"] as const;

/** A line of CODEOWNERS: whose are the files that it fits; nobody's where it names none. */
export interface OwnerRule {
  owners: string[];
  fits(path: string): boolean;
}

/** More lines than this are not read: nobody could tell whose anything is. */
export const mostOwnerRules = 3_000;

const mostPaths = 3;

/** Reads CODEOWNERS as GitHub does: lines that it would skip are skipped. Undefined where there are too many. */
export function parseCodeOwners(text: string): OwnerRule[] | undefined {
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  const rules: OwnerRule[] = [];
  for (const line of lines) {
    const rule = parseLine(line);
    if (rule) rules.push(rule);
    if (rules.length > mostOwnerRules) return undefined;
  }
  return rules;
}

/** `src/** @ada @acme/leads # why`; a blank or a `#` of the pattern itself has a backslash before it. */
function parseLine(line: string): OwnerRule | undefined {
  const [pattern, ...words] = line.trim().match(/(?:\\.|[^\s\\])+/g) ?? [];
  if (pattern === undefined || pattern.startsWith("#")) return undefined;
  // GitHub knows neither of them here, and skips the line.
  if (pattern.startsWith("!") || pattern.includes("[")) return undefined;
  const comment = words.findIndex((word) => word.startsWith("#"));
  const owners = comment < 0 ? words : words.slice(0, comment);
  if (!owners.every((owner) => /^@?[^\s@]+(@[^\s@]+)?$/.test(owner))) return undefined;
  return { owners, fits: fitsPattern(pattern) };
}

/** As in an ignore file, but that `docs/*` means the files of that folder and none below it. */
function fitsPattern(pattern: string): (path: string) => boolean {
  const rules = createIgnoreRules([{ folder: "", text: pattern }]);
  const flat = pattern.includes("/") && pattern.endsWith("/*");
  return (path) =>
    rules.ignores(path, false) || (!flat && foldersOf(path).some((one) => rules.ignores(one, true)));
}

function foldersOf(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join("/"));
}

/** Whose a file is: the last line that fits it counts. */
export function ownersOf(rules: readonly OwnerRule[], path: string): string[] {
  return rules.findLast((rule) => rule.fits(path))?.owners ?? [];
}

/** Changed files by their owners; those that nobody owns are left out. */
export function groupByOwners(rules: readonly OwnerRule[], paths: readonly string[]): OwnedFiles[] {
  const groups = new Map<string, OwnedFiles>();
  for (const path of paths) {
    const owners = ownersOf(rules, path);
    if (owners.length === 0) continue;
    const key = owners
      .map((owner) => owner.toLowerCase())
      .toSorted()
      .join(" ");
    const known = groups.get(key) ?? { owners, paths: [], count: 0 };
    if (known.paths.length < mostPaths) known.paths.push(path);
    groups.set(key, { ...known, count: known.count + 1 });
  }
  return [...groups.values()];
}
