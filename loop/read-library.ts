import { type Library, libraryFolders, loadLibrary } from "../core/prompt/load-library.ts";
import type { SourceFile } from "../core/sources/load-sources.ts";
import type { Ports } from "./ports.ts";

const mostFiles = 50;

/** Ours alone, or with the repository's at a commit or branch. */
export async function readLibrary(
  ports: Ports,
  { ref, protectedPaths }: { ref?: string; protectedPaths: readonly string[] },
): Promise<Library & { own: SourceFile[] }> {
  const own = ref === undefined ? [] : await readOwn(ports, ref);
  const library = loadLibrary({ shipped: await ports.shipped(), own }, { protectedPaths });
  return { ...library, own };
}

/** What a repository adds: plain files only, and not too many of a kind. */
async function readOwn({ github }: Ports, ref: string): Promise<SourceFile[]> {
  const folders = Object.values(libraryFolders).map(({ own }) => ({ path: own, ref }));
  const listed = await github.look({ folders });
  const files = listed.folders.flatMap((folder, at) => {
    const plain = (folder?.entries ?? []).filter((entry) => !entry.folder).slice(0, mostFiles);
    return plain.map(({ name }) => ({ path: `${folders[at]?.path}/${name}`, ref }));
  });
  if (files.length === 0) return [];
  const answer = await github.look({ files });
  return files.flatMap(({ path }, at) => {
    const file = answer.files[at];
    return file ? [{ path, text: file.text }] : [];
  });
}
