import type { OwnedFiles } from "../model/facts.ts";
import { compileOwnerPattern, type OwnerPattern } from "./owner-patterns.ts";

/** Where GitHub looks for it; the first that is there counts. */
export const codeOwnersPaths = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"] as const;

/** A line of CODEOWNERS: whose are the files that it fits; nobody's where it names none. */
export interface OwnerRule {
  owners: string[];
  pattern: OwnerPattern;
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

/** A person, a team of an organisation, or an address. A line with anything else is none, as on GitHub. */
const anOwner = /^(?:@[\w.[\]-]+(?:\/[\w.-]+)?|[^\s@]+@[^\s@]+)$/;

/** `src/** @ada @acme/leads # why`; a blank or a `#` of the pattern itself has a backslash before it. */
function parseLine(line: string): OwnerRule | undefined {
  const [pattern, ...words] = line.trim().match(/(?:\\.|[^\s\\])+/g) ?? [];
  if (pattern === undefined || pattern.startsWith("#")) return undefined;
  // GitHub knows neither of them here, and skips the line.
  if (pattern.startsWith("!") || pattern.includes("[")) return undefined;
  const comment = words.findIndex((word) => word.startsWith("#"));
  const owners = comment < 0 ? words : words.slice(0, comment);
  if (!owners.every((owner) => anOwner.test(owner))) return undefined;
  const compiled = compileOwnerPattern(pattern);
  return compiled && { owners, pattern: compiled };
}

/** The steps that it may take to hold all lines to all paths: some seconds. */
const mostWork = 50_000_000;

/** Lines by what a path has to have for them to fit, each list in the order of the file. */
interface OwnerIndex {
  byRoot: ReadonlyMap<string, number[]>;
  byName: ReadonlyMap<string, number[]>;
  others: readonly number[];
  work: number;
}

function indexRules(rules: readonly OwnerRule[]): OwnerIndex {
  const [byRoot, byName] = [new Map<string, number[]>(), new Map<string, number[]>()];
  const others: number[] = [];
  for (const [at, { pattern }] of rules.entries()) {
    if (pattern.root !== undefined) add(byRoot, pattern.root, at);
    else if (pattern.name !== undefined) add(byName, pattern.name, at);
    else others.push(at);
  }
  return { byRoot, byName, others, work: 0 };
}

function add(lists: Map<string, number[]>, key: string, at: number): void {
  const known = lists.get(key);
  if (known) known.push(at);
  else lists.set(key, [at]);
}

/** Whose a file is: the last line that fits it counts. */
function ownersOf(rules: readonly OwnerRule[], index: OwnerIndex, path: string): string[] {
  const segments = path.split("/");
  const names = [...new Set(segments)];
  const lists = [
    index.others,
    index.byRoot.get(segments[0] ?? "") ?? [],
    ...names.map((name) => index.byName.get(name) ?? []),
  ];
  let best = -1;
  for (const list of lists) {
    for (let at = list.length - 1; at >= 0; at -= 1) {
      const rule = list[at] ?? -1;
      if (rule <= best) break;
      const pattern = rules[rule]?.pattern;
      index.work += (pattern?.effort ?? 1) * segments.length;
      if (pattern?.fits(segments)) best = rule;
    }
  }
  return rules[best]?.owners ?? [];
}

/** Changed files by their owners; those that nobody owns are left out. Undefined where it takes too long to find out. */
export function groupByOwners(
  rules: readonly OwnerRule[],
  paths: readonly string[],
): OwnedFiles[] | undefined {
  const groups = new Map<string, OwnedFiles>();
  const index = indexRules(rules);
  for (const path of paths) {
    const owners = ownersOf(rules, index, path);
    if (index.work > mostWork) return undefined;
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
