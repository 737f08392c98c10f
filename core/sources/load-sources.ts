import { limitProblems, type Problem, type Validation } from "../model/validate.ts";

/** A file as it was read: `.gsd/agents/writer.md` and its text. */
export interface SourceFile {
  path: string;
  text: string;
}

/** One thing wrong with a file of ours or of the repository. */
export interface SourceProblem extends Problem {
  file: string;
}

/** How files of one folder are read. */
export interface SourceKind<T> {
  extension: ".md" | ".yml";
  parse(text: string): Validation<T>;
  nameOf(value: T): string;
}

export interface Source<T> {
  name: string;
  value: T;
  path: string;
  /** Whether it is the repository's. */
  isOwn: boolean;
}

export interface Sources<T> {
  /** In the order of their names. */
  values: Source<T>[];
  problems: SourceProblem[];
}

/**
 * Ours and theirs: a file of the repository replaces ours of the same name, and every file is named like what it holds.
 * A file that is wrong is told with its lines; it takes ours away all the same, since whoever wrote it did not want ours.
 */
export function loadSources<T>(
  kind: SourceKind<T>,
  shipped: readonly SourceFile[],
  own: readonly SourceFile[],
): Sources<T> {
  const ours = readAll(kind, shipped, { isOwn: false });
  const theirs = readAll(kind, own, { isOwn: true });
  const replaced = new Set(own.map(({ path }) => stemOf(path)));
  const values = [...ours.values.filter(({ name }) => !replaced.has(name)), ...theirs.values];
  return {
    values: values.sort((a, b) => (a.name < b.name ? -1 : 1)),
    problems: [...ours.problems, ...theirs.problems],
  };
}

/** All problems, a line each, as people know it from compilers: `.gsd/recipes/own.yml:4: steps[0].id is missing`. */
export function describeProblems(problems: readonly SourceProblem[]): string {
  return problems
    .map(({ file, line, path, message }) =>
      [`${file}${line ? `:${line}` : ""}:`, path, message].filter(Boolean).join(" "),
    )
    .join("\n");
}

function readAll<T>(
  kind: SourceKind<T>,
  files: readonly SourceFile[],
  { isOwn }: { isOwn: boolean },
): Sources<T> {
  const values: Source<T>[] = [];
  const problems: SourceProblem[] = [];
  const seen = new Set<string>();
  for (const { path, text } of files.filter((file) => !isBesides(file.path))) {
    const refuse = (more: Problem[]) =>
      void problems.push(...limitProblems(more).map((problem) => ({ ...problem, file: path })));
    const parsed = path.endsWith(kind.extension) ? kind.parse(text) : undefined;
    if (!parsed)
      refuse([{ path: "", message: `is not read; files in this folder end in ${kind.extension}` }]);
    else if (!parsed.ok) refuse(parsed.problems);
    else {
      const name = kind.nameOf(parsed.value);
      const message = misnamed(kind, name, { path, seen });
      if (message) refuse([{ path: "", message }]);
      else values.push({ name, value: parsed.value, path, isOwn });
      seen.add(name);
    }
  }
  return { values, problems };
}

function misnamed<T>(
  { extension }: SourceKind<T>,
  name: string,
  { path, seen }: { path: string; seen: ReadonlySet<string> },
): string | undefined {
  if (stemOf(path) !== name) return `is named ${name}; call the file ${name}${extension}`;
  return seen.has(name) ? `is the second file for ${name}` : undefined;
}

/** What people put beside such files for each other. */
function isBesides(path: string): boolean {
  return /(^|\/)(README(\.\w+)?|\.[^/]*)$/i.test(path);
}

function stemOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1).replace(/\.\w+$/, "");
}
