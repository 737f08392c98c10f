import { readdirSync, statSync } from "node:fs";
import { join, posix, resolve } from "node:path";
import picomatch from "picomatch";

/** Files below a folder that glob patterns name (`!` takes away), as sorted relative paths. Folders stand for all they hold. */
export function findFiles(folder: string, patterns: string[], options: { hidden?: boolean } = {}): string[] {
  const hidden = options.hidden ?? true;
  const found = new Set<string>();
  let all: string[] | undefined;
  const every = () => {
    all ??= walk(folder, "", hidden);
    return all;
  };
  for (const pattern of patterns) {
    const negative = pattern.startsWith("!");
    const glob = posix.normalize(negative ? pattern.slice(1).trim() : pattern).replace(/\/$/, "");
    for (const file of select(folder, glob, { every, hidden })) {
      if (negative) found.delete(file);
      else found.add(file);
    }
  }
  return [...found].sort();
}

function select(
  folder: string,
  glob: string,
  { every, hidden }: { every: () => string[]; hidden: boolean },
): string[] {
  if (glob === ".") return every();
  if (isGlob(glob)) {
    const matches = picomatch([glob, `${glob}/**`], { dot: true });
    return every().filter((file) => matches(file));
  }
  const stat = statSync(resolve(folder, glob), { throwIfNoEntry: false });
  if (!stat) return [];
  return stat.isDirectory() ? walk(folder, glob, hidden) : [glob];
}

/** Does this path hold characters that make it a pattern? */
export function isGlob(path: string): boolean {
  return /[*?[\]{}]/.test(path);
}

function walk(root: string, folder: string, hidden: boolean): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    if (!hidden && entry.name.startsWith(".")) return [];
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return walk(root, path, hidden);
    return statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ? [path] : [];
  });
}
