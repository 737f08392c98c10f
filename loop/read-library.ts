import { loadBounded } from "../core/parse/load-bounded.ts";
import { libraryFolders } from "../core/prompt/library-folders.ts";
import type { Library, LibraryTerms } from "../core/prompt/load-library.ts";
import type { SourceFile, SourceProblem } from "../core/sources/load-sources.ts";
import type { Ports } from "./ports.ts";

const mostFiles = 50;

interface Own {
  own: SourceFile[];
  skipped: SourceProblem[];
  /** Whether the commit exists at all. */
  isThere: boolean;
}

const nothing: Own = { own: [], skipped: [], isThere: true };

export interface LibraryPlace extends LibraryTerms {
  /** A commit or branch of the repository. */
  ref?: string;
  /** What is read there; everything unless told. */
  only?: readonly (keyof typeof libraryFolders)[];
}

/** Ours alone, or with the repository's at a commit or branch. */
export async function readLibrary(
  ports: Ports,
  { ref, only, ...terms }: LibraryPlace,
): Promise<Library & Pick<Own, "own" | "isThere">> {
  const { own, skipped, isThere } = ref === undefined ? nothing : await readOwn(ports, ref, only);
  const library = await loadBounded(ports.parse, { shipped: await ports.shipped(), own }, terms);
  return { ...library, problems: [...library.problems, ...skipped], own, isThere };
}

/** What a repository adds: plain files only, and not too many of a kind. */
async function readOwn(
  { github }: Ports,
  ref: string,
  only: LibraryPlace["only"] = ["agents", "skills", "recipes", "rules"],
): Promise<Own> {
  const folders = only.map((kind) => ({ path: libraryFolders[kind].own, ref }));
  const listed = await github.look({ folders, commits: [ref] });
  const files = listed.folders.flatMap((folder, at) => {
    const plain = (folder?.entries ?? []).filter((entry) => !entry.folder).slice(0, mostFiles);
    return plain.map(({ name }) => ({ path: `${folders[at]?.path}/${name}`, ref }));
  });
  const found = files.length === 0 ? [] : (await github.look({ files })).files;
  const own: SourceFile[] = [];
  const skipped: SourceProblem[] = [];
  for (const [at, { path }] of files.entries()) {
    const file = found[at];
    if (file?.odd !== undefined) skipped.push({ file: path, path: "", message: file.odd });
    else if (file) own.push({ path, text: file.text });
  }
  return { own, skipped, isThere: listed.commits[0] !== undefined };
}
