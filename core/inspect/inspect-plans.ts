import { backlogFile, documentFiles } from "../codec/paths.ts";
import type { Problem } from "../model/validate.ts";
import { changedSpecs, foldChanges } from "../plan/archive-plan.ts";
import { checkDocument } from "../plan/check-document.ts";
import { readBacklog } from "../plan/read-backlog.ts";
import { openspecFolder } from "../plan/spec-layout.ts";
import type { SourceProblem } from "../sources/load-sources.ts";
import { kindOfFile } from "./inspected-files.ts";

type Texts = ReadonlyMap<string, string>;

/** What is wrong with the plans of a repository's tracks: their backlogs, their documents, and how these change its specs. */
export function inspectPlans(texts: Texts, protectedPaths: readonly string[]): SourceProblem[] {
  return [...texts].flatMap(([path, text]) => {
    const problems = problemsOf(path, text, { texts, protectedPaths });
    // Such a problem's path is the file's name, or a place in it.
    return problems.map((problem) => ({ ...problem, file: path, path: placeIn(path, problem.path) }));
  });
}

interface Surroundings {
  texts: Texts;
  protectedPaths: readonly string[];
}

function problemsOf(path: string, text: string, { texts, protectedPaths }: Surroundings): Problem[] {
  const kind = kindOfFile(path);
  if (kind === "backlog") return readBacklog(text, { protectedPaths }).problems;
  if (kind !== "plan document") return [];
  if (path.endsWith(documentFiles.arch)) return checkDocument("arch", text);
  if (path.endsWith(documentFiles.qa)) return checkDocument("qa", text);
  return [...checkDocument("spec", text), ...problemsOfFolding(text, texts)];
}

/** What would keep the track from being archived: changes that do not fit the specs as they are. */
function problemsOfFolding(markdown: string, texts: Texts): Problem[] {
  const isOpenspec = [...texts.keys()].some((path) => path.startsWith(`${openspecFolder}/`));
  const changed = changedSpecs(markdown, isOpenspec ? "openspec" : "own");
  // Those are told by checkDocument.
  if (!changed.ok) return [];
  const folding = foldChanges(
    changed,
    changed.specs.map(({ path }) => texts.get(path)),
  );
  return folding.ok ? [] : folding.problems;
}

function placeIn(file: string, path: string): string {
  return path === backlogFile || file.endsWith(`/${path}`) ? "" : path;
}
