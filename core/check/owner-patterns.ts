import { compileGlob, type Glob, matchesGlob, matchesRun } from "./match-glob.ts";

/** One part of a path's pattern: a name as it stands, a name with signs in it, or any number of folders. */
type Part = string | Glob | typeof anything;
const anything = Symbol("any number of folders");

/** A pattern of CODEOWNERS, ready to be held to paths that are split at their slashes. */
export interface OwnerPattern {
  /** The first folder or file that it names, where that has to be a path's first. */
  root: string | undefined;
  /** The one name that it asks for, wherever that stands. */
  name: string | undefined;
  /** What it takes to hold it to a path, in steps for each of its segments; names are quickly compared. */
  effort: number;
  fits(segments: readonly string[]): boolean;
}

/** As in an ignore file, but that `docs/*` means the files of that folder and none below it. Undefined for what never fits. */
export function compileOwnerPattern(pattern: string): OwnerPattern | undefined {
  const isFolder = pattern.endsWith("/");
  const bare = isFolder ? pattern.slice(0, -1) : pattern;
  const isAnchored = bare.includes("/");
  const names = (bare.startsWith("/") ? bare.slice(1) : bare).split("/");
  const parts: Part[] = isAnchored ? [] : [anything];
  for (const name of names) {
    const part = isAnchored && /^\*\*+$/.test(name) ? anything : compileName(name);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  const any: Glob = ["*"];
  // What lies in a folder is meant by `/**` at the end, and not the folder.
  if (parts.at(-1) === anything) parts.push(any);
  const isFlat = pattern.includes("/") && pattern.endsWith("/*");
  const whole: Part[] = isFlat ? parts : [...parts, anything, ...(isFolder ? [any] : [])];
  const [first, second] = parts;
  return {
    root: typeof first === "string" ? first : undefined,
    name: first === anything && typeof second === "string" && parts.length === 2 ? second : undefined,
    effort: effortOf(parts),
    fits: (segments) =>
      matchesRun(whole, segments, {
        isStar: (part) => part === anything,
        matches: (part, name) =>
          typeof part === "string" ? part === name : part !== anything && matchesGlob(part, name),
      }),
  };
}

function effortOf(parts: readonly Part[]): number {
  if (parts.every((part) => typeof part === "string")) return 0.2;
  return parts.reduce((sum, part) => sum + (typeof part === "object" ? part.length : 1), 0);
}

function compileName(name: string): string | Glob | undefined {
  return /[*?\\]/.test(name) ? compileGlob(name) : name;
}
