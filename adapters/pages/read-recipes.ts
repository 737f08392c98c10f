import { loadBounded } from "../../core/parse/load-bounded.ts";
import type { GitHubPort } from "../../core/ports/github.ts";
import { libraryFolders } from "../../core/prompt/library-folders.ts";
import type { SourceFile } from "../../core/sources/load-sources.ts";
import type { LoadedRecipes } from "../../web/source.ts";
import { parse } from "../parse/create-parse.ts";
import { readShipped } from "../shipped-files.ts";

const mostFiles = 50;
/** A recipe is held to the roles that there are. */
const kinds = ["agents", "recipes"] as const;

/** Our recipes and the repository's own, at its default branch. */
export async function readRecipes(github: GitHubPort, root: string, ref: string): Promise<LoadedRecipes> {
  const own = await readOwn(github, ref);
  const shipped = await readShipped(root);
  const { recipes, problems } = await loadBounded(parse, { shipped, own }, { protectedPaths: [] });
  const folder = `${libraryFolders.recipes.own}/`;
  const names = own
    .filter(({ path }) => path.startsWith(folder))
    .map(({ path }) => path.slice(folder.length, -4));
  return {
    recipes: Object.values(recipes),
    own: names.filter((name) => Object.hasOwn(recipes, name)),
    problems: problems.filter(({ file }) => file.startsWith(folder)),
  };
}

async function readOwn(github: GitHubPort, ref: string): Promise<SourceFile[]> {
  const folders = kinds.map((kind) => ({ path: libraryFolders[kind].own, ref }));
  const listed = await github.look({ folders });
  const paths = listed.folders.flatMap((found, at) =>
    (found?.entries ?? [])
      .filter((entry) => !entry.folder)
      .slice(0, mostFiles)
      .map(({ name }) => `${folders[at]?.path}/${name}`),
  );
  if (paths.length === 0) return [];
  const { files } = await github.look({ files: paths.map((path) => ({ path, ref })) });
  return files.flatMap((file, at) =>
    file && file.odd === undefined ? [{ path: paths[at] ?? "", text: file.text }] : [],
  );
}
