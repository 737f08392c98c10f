import type { SourceFile } from "../core/sources/load-sources.ts";
import type { Ports, ShippedFolder } from "./ports.ts";

const mostFiles = 50;

/** What a repository adds to a folder of ours, at a commit or branch: plain files only, and not too many. */
export async function readOwnSources(
  { github }: Pick<Ports, "github">,
  folder: ShippedFolder,
  ref: string,
): Promise<SourceFile[]> {
  const path = `.gsd/${folder}`;
  const entries = (await github.listFolder(path, ref)) ?? [];
  const names = entries.filter((entry) => !entry.folder).map(({ name }) => name);
  if (names.length === 0) return [];
  const paths = names.slice(0, mostFiles).map((name) => ({ path: `${path}/${name}`, ref }));
  const { files } = await github.look({ files: paths });
  return files.flatMap((file, at) => {
    const from = paths[at];
    return file && from ? [{ path: from.path, text: file.text }] : [];
  });
}
