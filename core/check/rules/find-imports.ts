import type { ChangedFile } from "./changed-file.ts";
import { type LanguageName, languageOf } from "./languages.ts";

/** One import: on which line, as it is written, and which paths of the repository it may mean. */
export interface Import {
  line: number;
  name: string;
  targets: string[];
}

type Reader = (file: ChangedFile) => Omit<Import, "targets">[];

/** What a file imports on lines that the change adds. */
export function findImports(file: ChangedFile): Import[] {
  const language = languageOf(file.path);
  if (!language) return [];
  return readers[language](file).map((found) => ({
    ...found,
    targets: targetsOf(language, file.path, found.name),
  }));
}

const readers: Record<LanguageName, Reader> = { typescript: inScript, go: inGo, python: inPython };

const scriptImport = /\b(?:from|import|require)\s{0,10}\(?\s{0,10}(["'`])([^"'`\s]{1,300})\1/g;

function inScript({ added }: ChangedFile) {
  return added.flatMap(({ line, text }) =>
    [...text.slice(0, longest).matchAll(scriptImport)].map(([, , name = ""]) => ({ line, name })),
  );
}

/** In Go only the place of a line tells whether it is an import. */
function inGo({ after = [], added }: ChangedFile) {
  const isAdded = new Set(added.map(({ line }) => line));
  let inBlock = false;
  return after.flatMap((whole, index) => {
    const text = whole.slice(0, longest);
    if (/^import\s*\(/.test(text)) inBlock = true;
    else if (inBlock && text.startsWith(")")) inBlock = false;
    const alone = /^import\s+(?:[\w.]+\s+)?"([^"]{1,300})"/.exec(text)?.[1];
    const name = alone ?? (inBlock ? /^\s*(?:[\w.]+\s+)?"([^"]{1,300})"/.exec(text)?.[1] : undefined);
    return name !== undefined && isAdded.has(index + 1) ? [{ line: index + 1, name }] : [];
  });
}

function inPython({ added }: ChangedFile) {
  return added.flatMap(({ line, text }) => {
    const short = text.slice(0, longest);
    const from = /^\s*from\s+([\w.]{1,300})\s+import\s+(.*)$/.exec(short);
    if (from) {
      const [, module = "", names = ""] = from;
      const glue = module.endsWith(".") ? "" : ".";
      // A name of a module may be a module itself.
      const parts = namesIn(names.replaceAll(/[()]/g, ""));
      return parts.length > 0
        ? parts.map((part) => ({ line, name: `${module}${glue}${part}` }))
        : [{ line, name: module }];
    }
    const plain = /^\s*import\s+(.*)$/.exec(short)?.[1];
    return plain === undefined ? [] : namesIn(plain).map((name) => ({ line, name }));
  });
}

const longest = 1_000;

function namesIn(list: string): string[] {
  return (list.split("#")[0] ?? "").split(",").flatMap((part) => /^\s*([\w.]+)/.exec(part)?.[1] ?? []);
}

function targetsOf(language: LanguageName, path: string, name: string): string[] {
  const folder = path.split("/").slice(0, -1);
  if (language === "typescript") return [/^\.\.?(\/|$)/.test(name) ? resolve(folder, name.split("/")) : name];
  // The module's own name comes first, which only go.mod knows.
  if (language === "go") return name.split("/").map((_, at, parts) => parts.slice(at).join("/"));
  const dots = /^\.*/.exec(name)?.[0].length ?? 0;
  const parts = name.slice(dots).split(".").filter(Boolean);
  if (dots > 0) return [resolve(folder, [...Array<string>(dots - 1).fill(".."), ...parts])];
  return [parts.join("/"), ["src", ...parts].join("/")];
}

function resolve(folder: readonly string[], way: readonly string[]): string {
  const at = [...folder];
  for (const part of way) {
    if (part === "..") at.pop();
    else if (part !== "." && part !== "") at.push(part);
  }
  return at.join("/");
}
