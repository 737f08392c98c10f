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

/** Between two words it is as good as a blank. */
const comment = /\/\*[^*]{0,200}\*\//g;

/** What is imported may stand below the word that says so, and somewhere in a very long line. */
function inScript({ added, after = [] }: ChangedFile) {
  return added.flatMap(({ line, text }) => {
    const above = after[line - 2] ?? "";
    const isBelow =
      /^\s*["'`]/.test(text) && /\b(?:from|import|require)\s*\(?\s*$/.test(above.slice(-longest));
    const whole = isBelow ? `from ${text.trimStart()}` : text;
    const bare = whole.slice(0, longestScript).replaceAll(comment, " ");
    return [...bare.matchAll(scriptImport)].map(([, , name = ""]) => ({
      line,
      name,
    }));
  });
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

function inPython({ after = [], added }: ChangedFile) {
  const isAdded = new Set(added.map(({ line }) => line));
  return statementsOf(after).flatMap(({ lines, text }) => {
    const line = lines.find((one) => isAdded.has(one));
    return line === undefined ? [] : namesOfImport(text).map((name) => ({ line, name }));
  });
}

/** Imports of Python with all their lines: a list in brackets, or after a backslash, goes on below. */
function statementsOf(after: readonly string[]): { lines: number[]; text: string }[] {
  const found: { lines: number[]; text: string }[] = [];
  let open = false;
  for (const [index, whole] of after.entries()) {
    const text = whole.slice(0, longest).replace(/#.*$/, "").trimEnd();
    const last = found.at(-1);
    const begins = /^\s*(?:from|import)\s/.test(text);
    if (open && last && !begins && last.lines.length < mostLines) {
      last.lines.push(index + 1);
      last.text = `${last.text.replace(/\\$/, "")} ${text}`;
    } else if (begins) found.push({ lines: [index + 1], text });
    else continue;
    const now = found.at(-1)?.text ?? "";
    open = now.endsWith("\\") || (now.includes("(") && !now.includes(")"));
  }
  return found;
}

function namesOfImport(text: string): string[] {
  const from = /^\s*from\s+([\w.]{1,300})\s+import\s+(.*)$/.exec(text);
  if (!from) return namesIn(/^\s*import\s+(.*)$/.exec(text)?.[1] ?? "");
  const [, module = "", names = ""] = from;
  const glue = module.endsWith(".") ? "" : ".";
  // A name of a module may be a module itself.
  const parts = namesIn(names.replaceAll(/[()]/g, ""));
  return parts.length > 0 ? parts.map((part) => `${module}${glue}${part}`) : [module];
}

const mostLines = 200;
const longest = 1_000;
const longestScript = 1_000_000;

function namesIn(list: string): string[] {
  return list.split(",").flatMap((part) => /^\s*([\w.]+)/.exec(part)?.[1] ?? []);
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
