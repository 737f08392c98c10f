import { GsdError } from "../core/gsd-error.ts";
import { ownGit } from "./own-git.ts";

/** A person's clone, with what its own git says of it. */
export interface Clone {
  folder: string;
  /** The branch that is checked out; it may have no commit yet. */
  branch: string;
  /** By name. */
  remotes: Record<string, string>;
}

/** The clone that a folder lies in. */
export async function findClone(folder: string): Promise<Clone> {
  const git = ownGit(folder);
  const top = await git.revparse(["--show-toplevel"]).catch((error: Error) => {
    throw explain(error, folder);
  });
  const branch = await git.raw("symbolic-ref", "--short", "HEAD").catch(() => "");
  const list = await git.getRemotes(true);
  const remotes = Object.fromEntries(list.map(({ name, refs }) => [name, refs.fetch]));
  return { folder: top.trim(), branch: branch.trim(), remotes };
}

/** Those of some paths whose text is in no commit that is checked out. */
export async function listUncommitted(folder: string, paths: readonly string[]): Promise<string[]> {
  const args = ["status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--ignored"];
  const rows = await ownGit(folder).raw(...args, "--", ...paths);
  return rows
    .split("\0")
    .filter(Boolean)
    .map((row) => row.slice(3));
}

function explain(error: Error, folder: string): GsdError {
  if (/ENOENT/.test(error.message))
    return new GsdError(
      "git",
      "git is not installed or not on the PATH. Install git 2.38 or newer and start again.",
    );
  if (/must be run in a work tree/.test(error.message))
    return new GsdError("git", `${folder} holds no files to work on, only git's own. Go into a clone of it.`);
  if (/not a git repository/.test(error.message))
    return new GsdError(
      "git",
      `There is no git repository in ${folder}. Go into one, or make one: git init && git remote add origin <address>`,
    );
  const [line = ""] = error.message.replace(/^fatal: /, "").split("\n");
  return new GsdError("git", `git cannot read ${folder}: ${line}`);
}
