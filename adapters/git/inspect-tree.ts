import { GsdError } from "../../core/gsd-error.ts";
import type { Inspection } from "../../core/inspect/inspect-repository.ts";
import { inspectedPlaces, kindOfFile } from "../../core/inspect/inspected-files.ts";
import type { SourceFile, SourceProblem } from "../../core/sources/load-sources.ts";
import { createParse } from "../parse/create-parse.ts";
import { assertSha, createGit } from "./create-git.ts";
import { listCommit } from "./list-files.ts";
import { findObstacle, mostBytesAlone, mostFiles } from "./read-folder.ts";

/** All of a repository at once, which may take a while; it still ends, whatever somebody wrote. */
const parse = createParse({ milliseconds: 30_000, megabytes: 512 });

export interface TreeToInspect {
  /** The repository's work tree. */
  folder: string;
  /** The commit or tree whose files count, whatever lies in the work tree. */
  tree: string;
  shipped: readonly SourceFile[];
  /** A file or folder that alone is told of. */
  only?: string | undefined;
  /** Files that are in no tree, in the places where they would be. */
  drafts?: readonly SourceFile[];
}

/** Checks what people wrote for gsd, as a commit or tree has it: from git's objects, where no link leads out of it. */
export async function inspectTree(input: TreeToInspect): Promise<Inspection> {
  const { folder, tree, shipped, only, drafts = [] } = input;
  assertSha(tree);
  const git = createGit({ folder });
  const own: SourceFile[] = [...drafts];
  const unreadable: SourceProblem[] = [];
  const counts = new Map<string, number>();
  for (const [path, { mode, sha, size }] of await listCommit(git, tree, inspectedPlaces)) {
    if (kindOfFile(path) === undefined) continue;
    const place = path.slice(0, path.lastIndexOf("/"));
    const count = counts.get(place) ?? 0;
    counts.set(place, count + 1);
    const isOver = count >= mostFiles;
    const message = isOver
      ? `is one of more than ${mostFiles} files in its folder`
      : findObstacle(mode, size, mostBytesAlone);
    if (message) unreadable.push({ file: path, path: "", message });
    else own.push({ path, text: await git("cat-file", "blob", sha) });
  }
  const inspected = await parse("inspection", { shipped, own, unreadable, only });
  if (inspected.ok) return inspected.value;
  throw new GsdError("tree", `What is written for gsd here ${inspected.message}.`);
}
