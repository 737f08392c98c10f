import { realpathSync } from "node:fs";
import { basename } from "node:path";
import type { SimpleGit } from "simple-git";
import { GsdError } from "../core/gsd-error.ts";
import { parseRemote } from "../core/install/remote.ts";
import type { Sha } from "../core/model/ids.ts";
import { ownGit } from "./own-git.ts";

/** A person's own clone, as they have it. */
export interface Clone {
  git: SimpleGit;
  /** Its top folder, and where its objects are. */
  root: string;
  gitDir: string;
  head: Sha;
  /** The branch that is checked out; undefined for none. */
  branch: string | undefined;
  /** What is changed and not committed. */
  dirty: string[];
  /** `owner` and `name` by its remote `origin`. */
  slug: { owner: string; name: string } | undefined;
}

/** Opens the clone that a folder is in; says what is wrong where there is none, or nothing is committed. */
export async function openClone(folder: string): Promise<Clone> {
  const git = ownGit(realpathSync(folder));
  const root = await quietly(git.raw("rev-parse", "--show-toplevel"));
  if (!root)
    throw new GsdError(
      "usage",
      `${folder} is not in a git repository. Go to your clone, or start one with \`git init\`.`,
    );
  const top = git.cwd({ path: root, root: true });
  const head = await quietly(top.raw("rev-parse", "--verify", "--quiet", "HEAD^{commit}"));
  if (!head)
    throw new GsdError("usage", `${root} has no commit yet. Commit what is there first: gsd reads commits.`);
  return {
    git: top,
    root,
    gitDir: (await quietly(top.raw("rev-parse", "--absolute-git-dir"))) ?? "",
    head,
    branch: await quietly(top.raw("symbolic-ref", "--short", "--quiet", "HEAD")),
    dirty: await listDirty(top),
    slug: parseRemote((await quietly(top.raw("remote", "get-url", "origin"))) ?? ""),
  };
}

/** A file of the commit that is checked out. */
export async function readCommitted({ git, head }: Clone, path: string): Promise<string | undefined> {
  const blob = await quietly(git.raw("rev-parse", "--verify", "--quiet", `${head}:${path}`));
  return blob ? git.raw("cat-file", "blob", blob) : undefined;
}

/** The paths of all files of the commit that is checked out. */
export async function listCommitted({ git, head }: Clone): Promise<string[]> {
  return (await git.raw("ls-tree", "-r", "-z", "--name-only", "--full-tree", head))
    .split("\0")
    .filter(Boolean);
}

/** What a clone is called where it has no remote. */
export function nameOf({ root, slug }: Clone): string {
  return slug?.name ?? (basename(root).replace(/[^\w.-]/g, "-") || "repository");
}

async function listDirty(git: SimpleGit): Promise<string[]> {
  const rows = (
    await git.raw("status", "--porcelain", "-z", "--no-renames", "--untracked-files=normal")
  ).split("\0");
  return rows.filter(Boolean).map((row) => row.slice(3));
}

/** What git prints; nothing where it refuses. */
async function quietly(printed: PromiseLike<string>): Promise<string | undefined> {
  try {
    return (await printed).trim() || undefined;
  } catch {
    return undefined;
  }
}
