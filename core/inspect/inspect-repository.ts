import { parseRoadmap } from "../backlog/roadmap.ts";
import { checkExamples } from "../check/rules/parse-rule.ts";
import { configFile, roadmapFile } from "../codec/paths.ts";
import { parseConfig } from "../model/parse-config.ts";
import { readYaml } from "../model/read-yaml.ts";
import type { Problem } from "../model/validate.ts";
import { checkSpec } from "../plan/check-spec.ts";
import { layoutOf } from "../plan/spec-layout.ts";
import { loadLibrary } from "../prompt/load-library.ts";
import type { SourceFile, SourceProblem } from "../sources/load-sources.ts";
import { inspectPlans } from "./inspect-plans.ts";
import { type InspectedKind, inspectedKinds, isWithin, kindOfFile } from "./inspected-files.ts";

/** What was looked at, and all that is wrong with it. */
export interface Inspection {
  counts: Record<InspectedKind, number>;
  /** By file, then by line. */
  problems: SourceProblem[];
}

export interface InspectionInput {
  /** What we ship: a repository's files replace these or refer to them. */
  shipped: readonly SourceFile[];
  own: readonly SourceFile[];
  /** Files that could not be read, and why. */
  unreadable: readonly SourceProblem[];
  /** A file or folder that is asked for: what is elsewhere is read along, and not told. */
  only?: string | undefined;
}

/** Checks all that people wrote for gsd in a repository, by the same code that the bot goes by when it is read for real. */
export function inspectRepository({ shipped, own, unreadable, only = "" }: InspectionInput): Inspection {
  const texts = new Map(own.map(({ path, text }) => [path, text]));
  const reading = parseConfig(texts.get(configFile));
  // A broken configuration protects nothing that could be known: its own problem is the one to tell.
  const protectedPaths = reading.ok ? reading.config.protected_paths : [];
  const rules = reading.ok ? reading.config.rules : undefined;
  const library = loadLibrary({ shipped, own }, { protectedPaths, rules });
  const specs = own.filter(({ path }) => kindOfFile(path) === "spec");
  const problems = [
    ...unreadable,
    ...(reading.ok ? [] : inFile(configFile, reading.problems)),
    ...locateSettings(
      library.problems.filter(({ file }) => texts.has(file)),
      texts.get(configFile),
    ),
    ...own.filter(isRule).flatMap(({ path, text }) => inFile(path, checkExamples(text))),
    ...specs.flatMap(({ path, text }) => inFile(path, checkSpec(text, layoutOf(path)))),
    ...(reading.ok && reading.config.roadmap ? inspectRoadmap(texts.get(roadmapFile)) : []),
    ...inspectPlans(texts, protectedPaths),
  ];
  return {
    counts: countKinds(own.filter(({ path }) => isWithin(path, only))),
    problems: problems.filter(({ file }) => isWithin(file, only)).sort(byPlace),
  };
}

function isRule({ path }: SourceFile): boolean {
  return kindOfFile(path) === "rule" && path.endsWith(".yml");
}

/** Whoever chose the rules knows the settings, and not where they stand. */
function locateSettings(problems: readonly SourceProblem[], config: string | undefined): SourceProblem[] {
  const reading = readYaml(config ?? "", { maxBytes: 65_536 });
  if (!reading.ok) return [...problems];
  return problems.map((problem) =>
    problem.file === configFile ? { ...problem, ...reading.locate(segmentsOf(problem.path)) } : problem,
  );
}

/** `rules.off[2]` as a way into the document. */
function segmentsOf(path: string): (string | number)[] {
  return path.split(/[.[]/).map((part) => (part.endsWith("]") ? Number.parseInt(part, 10) : part));
}

/** Only where gsd goes by it: a file of that name may be anything elsewhere. */
function inspectRoadmap(text: string | undefined): SourceProblem[] {
  const reading = text === undefined ? undefined : parseRoadmap(text);
  return reading?.ok === false ? inFile(roadmapFile, reading.problems) : [];
}

function inFile(file: string, problems: readonly Problem[]): SourceProblem[] {
  return problems.map((problem) => ({ ...problem, file }));
}

function countKinds(files: readonly SourceFile[]): Inspection["counts"] {
  const kinds = files.map(({ path }) => kindOfFile(path));
  const counts = inspectedKinds.map((kind) => [kind, kinds.filter((one) => one === kind).length]);
  return Object.fromEntries(counts) as Inspection["counts"];
}

function byPlace(one: SourceProblem, other: SourceProblem): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return (one.line ?? 0) - (other.line ?? 0);
}
