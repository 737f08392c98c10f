import { assertSha, createGit } from "./create-git.ts";

/** A file of a commit: its path in the repository, and its text. */
export interface CommitFile {
  path: string;
  text: string;
}

/** What a folder of a commit holds. */
export interface CommitFolder {
  files: CommitFile[];
  /** Files that were not read, and why: in the words that follow a path. */
  skipped: { path: string; message: string }[];
}

export interface FolderRequest {
  commit: string;
  /** Of the repository, without a slash at its end. */
  path: string;
  /** How the names of its files end. */
  endings: readonly string[];
}

/** As many files of a folder as are read. */
export const mostFiles = 100;
const mostBytes = 100_000;
/** A backlog may have this much. */
export const mostBytesAlone = 1_000_000;

/**
 * The regular files of one folder, by name, as a commit has them: nothing that a branch or a command left in the work
 * tree counts, nor a link. A folder that is not there holds nothing.
 */
export async function readFolder(
  repository: string,
  { commit, path, endings }: FolderRequest,
): Promise<CommitFolder> {
  assertSha(commit);
  const git = createGit({ folder: repository });
  const listing = await git("ls-tree", "-l", "-z", "--full-tree", commit, "--", `${path}/`);
  const folder: CommitFolder = { files: [], skipped: [] };
  for (const line of listing.split("\0").filter(Boolean)) {
    const [mode = "", , sha = "", size = ""] = line.slice(0, line.indexOf("\t")).split(/ +/);
    const name = line.slice(line.indexOf("\t") + 1);
    if (!endings.some((ending) => name.endsWith(ending)) || mode === "040000") continue;
    const isOver = folder.files.length >= mostFiles;
    const message = isOver
      ? `is one of more than ${mostFiles} files in its folder`
      : findObstacle(mode, Number(size), mostBytes);
    if (message) folder.skipped.push({ path: name, message });
    else folder.files.push({ path: name, text: await git("cat-file", "blob", sha) });
  }
  return folder;
}

/** One regular file of a commit or of a tree; nothing for what is missing, no file, or too large. */
export async function readCommitFile(
  repository: string,
  commit: string,
  path: string,
): Promise<string | undefined> {
  assertSha(commit);
  const git = createGit({ folder: repository });
  const line = (await git("ls-tree", "-l", "-z", "--full-tree", commit, "--", path)).split("\0")[0] ?? "";
  const [mode = "", , sha = "", size = ""] = line.slice(0, line.indexOf("\t")).split(/ +/);
  if (line === "" || findObstacle(mode, Number(size), mostBytesAlone) !== undefined) return undefined;
  return await git("cat-file", "blob", sha);
}

/** Why a file of a commit is not read, in the words that follow its path. */
export function findObstacle(mode: string, size: number, most: number): string | undefined {
  if (mode === "120000") return "is a symbolic link, which is not followed";
  if (!mode.startsWith("100")) return "is not a regular file";
  return size > most ? `has ${size} bytes; at most ${most} are read` : undefined;
}
