import { readFolder } from "../adapters/git/read-folder.ts";
import { parse } from "../adapters/parse/create-parse.ts";
import type { Sha } from "../core/model/ids.ts";
import type { Note } from "../core/model/note.ts";
import { loadBounded } from "../core/parse/load-bounded.ts";
import { libraryFolders } from "../core/prompt/library-folders.ts";
import type { Library, LibraryTerms } from "../core/prompt/load-library.ts";
import type { SourceFile, SourceProblem } from "../core/sources/load-sources.ts";

export interface LibraryInput extends LibraryTerms {
  /** The repository, and the commit whose `.gsd/` counts: from its objects, whatever lies in the work tree. */
  folder: string;
  commit: Sha;
  shipped: readonly SourceFile[];
}

/** What instructs agents and judges their work: ours, and the repository's at a commit. */
export async function readLibrary({ folder, commit, shipped, ...terms }: LibraryInput): Promise<Library> {
  const own: SourceFile[] = [];
  const skipped: SourceProblem[] = [];
  for (const { own: path } of Object.values(libraryFolders)) {
    const found = await readFolder(folder, { commit, path, endings: [".md", ".yml", ".yaml"] });
    own.push(...found.files);
    skipped.push(...found.skipped.map(({ path: file, message }) => ({ file, path: "", message })));
  }
  const library = await loadBounded(parse, { shipped, own }, terms);
  return { ...library, problems: [...library.problems, ...skipped] };
}

/** Every file of the repository that cannot be used, for people to see. */
export function skippedFiles({ problems }: Pick<Library, "problems">): Note[] {
  const files = [...new Set(problems.map(({ file }) => file))].slice(0, 20);
  return files.map((path) => {
    const own = problems.filter(({ file }) => file === path);
    return {
      type: "file-skipped",
      path: path.slice(0, 300),
      message: own.map(describe).join("; ").slice(0, 1_000),
    };
  });
}

function describe({ line, path, message }: SourceProblem): string {
  const what = path === "" ? message : `${path} ${message}`;
  return line === undefined ? what : `line ${line}: ${what}`;
}
