import { compileGlob, type Glob, matchesGlob, matchesRun } from "./match-glob.ts";

/** The ignore file of one folder, byte by byte: each character stands for one byte. */
export interface IgnoreFile {
  /** Of the repository, without a slash at its end; the root is empty. */
  folder: string;
  text: string;
}

interface IgnoreRule {
  negated: boolean;
  foldersOnly: boolean;
  /** For each part of a path below the rule's folder; one that may stand at any depth begins with `anything`. */
  parts: readonly (Glob | typeof anything)[];
}

const anything = "**";

/** Which paths ignore files leave out, as git reads them; in time that grows with path and pattern only, whatever they hold. */
export interface IgnoreRules {
  /** Takes the place of what the folder's ignore file said so far. */
  set(file: IgnoreFile): void;
  /** Of a path whose folder is not ignored itself. */
  ignores(path: string, isFolder: boolean): boolean;
}

/** `general` counts last, as the repository's own `info/exclude` does. */
export function createIgnoreRules(files: Iterable<IgnoreFile>, general = ""): IgnoreRules {
  const byFolder = new Map<string, readonly IgnoreRule[]>();
  const set = ({ folder, text }: IgnoreFile) => void byFolder.set(folder, parseRules(text));
  for (const file of files) set(file);
  const last = parseRules(general);
  return {
    set,
    ignores(path, isFolder) {
      const parts = path.split("/");
      for (let depth = parts.length - 1; depth >= 0; depth -= 1) {
        const rules = byFolder.get(parts.slice(0, depth).join("/")) ?? [];
        const rule = rules.findLast((one) => applies(one, parts.slice(depth), isFolder));
        if (rule) return !rule.negated;
      }
      const rule = last.findLast((one) => applies(one, parts, isFolder));
      return rule !== undefined && !rule.negated;
    },
  };
}

function applies({ foldersOnly, parts }: IgnoreRule, path: readonly string[], isFolder: boolean): boolean {
  if (foldersOnly && !isFolder) return false;
  return matchesRun(parts, path, {
    isStar: (part) => part === anything,
    matches: (part, name) => part !== anything && matchesGlob(part, name),
  });
}

function parseRules(text: string): IgnoreRule[] {
  const bare = text.startsWith("\u00EF\u00BB\u00BF") ? text.slice(3) : text;
  return bare.split("\n").flatMap((line) => parseRule(line.replace(/\r$/, "")) ?? []);
}

function parseRule(line: string): IgnoreRule | undefined {
  if (line.startsWith("#")) return undefined;
  const negated = line.startsWith("!");
  const whole = trimEnd(negated ? line.slice(1) : line);
  const foldersOnly = whole.endsWith("/");
  const pattern = foldersOnly ? whole.slice(0, -1) : whole;
  if (pattern === "") return undefined;
  const parts = compileParts(pattern);
  return parts && { negated, foldersOnly, parts };
}

function compileParts(pattern: string): IgnoreRule["parts"] | undefined {
  const anchored = pattern.includes("/");
  const names = (pattern.startsWith("/") ? pattern.slice(1) : pattern).split("/");
  const parts: (Glob | typeof anything)[] = anchored ? [] : [anything];
  for (const name of names) {
    const isAnything = anchored && /^\*\*+$/.test(name);
    const part = isAnything ? anything : compileGlob(name);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  // What lies in a folder is meant by `/**` at the end, and not the folder.
  if (parts.at(-1) === anything) parts.push(compileGlob("*") ?? []);
  return parts;
}

/** Without the blanks at the end that no backslash protects. */
function trimEnd(line: string): string {
  let end = 0;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === "\\") at += 1;
    else if (line[at] === " ") continue;
    end = at + 1;
  }
  return line.slice(0, end);
}
