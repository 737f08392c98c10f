import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Kilobytes of the files that a part of a bundle loads: as it starts, and in the course of whatever it may do. */
export interface PartSize {
  part: string;
  start: number;
  whole: number;
}

/** `from"./a.mjs"` and `import"./a.mjs"`: what is loaded with a file. */
const atOnce = /(?:from|import)"\.\/([^"]+\.mjs)"/g;
/** Any other mention: `import()`, a late module, the thread for parsing. */
const later = /[`"]\.\/([^`"]+\.mjs)[`"]/g;

/**
 * The sizes of a bundle by what starts it: each entry, and each part that an entry loads by its name (`control`, `publish`, …).
 * The one place where they are told: `npm run build` prints it, and test/scripts/build.test.ts holds it.
 */
export function bundleSizes(folder: string, entries: readonly string[]): PartSize[] {
  const text = (file: string) => readFileSync(join(folder, file), "utf8");
  const sizeOf = (files: Iterable<string>) =>
    Math.ceil([...files].reduce((sum, file) => sum + statSync(join(folder, file)).size, 0) / 1_024);
  const reach = (file: string, pattern: RegExp, known = new Set<string>()): Set<string> => {
    if (known.has(file)) return known;
    known.add(file);
    for (const [, next = ""] of text(file).matchAll(pattern)) reach(next, pattern, known);
    return known;
  };
  const measure = (part: string, file: string): PartSize => ({
    part,
    start: sizeOf(reach(file, atOnce)),
    whole: sizeOf(reach(file, later)),
  });
  const parts = entries.flatMap((entry) => {
    const loaded = [...text(`${entry}.mjs`).matchAll(/import\(`\.\/([^`]+)`\)/g)];
    const named = loaded.map(([, file = ""]) => measure(file.replace(/-[\w-]{8}\.mjs$/, ""), file));
    return [{ ...measure(entry, `${entry}.mjs`) }, ...named];
  });
  const all = sizeOf(readdirSync(folder));
  return [...parts, { part: "all files", start: all, whole: all }];
}
