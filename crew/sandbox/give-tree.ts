import { chownSync, lstatSync } from "node:fs";
import { dirname } from "node:path";
import { GsdError } from "../../core/gsd-error.ts";
import { runProcess } from "./run-process.ts";

/** A user id that belongs to nobody: what host root becomes before it starts bwrap. */
const sandboxUid = 60_600;

/** `setpriv` in front of a command: it runs as `sandboxUid` and can never gain rights. */
export function dropPrivileges(setpriv: string): string[] {
  const user = String(sandboxUid);
  return [setpriv, "--reuid", user, "--regid", user, "--clear-groups", "--no-new-privs", "--"];
}

/**
 * Makes a root-owned work tree writable for `sandboxUid`. `.git` stays as it is: it is read-only inside, and its
 * objects may be hard links into another repository, as any file with a second link may be. The tree's own folder has to be
 * taken back by the function returned: git refuses a work tree of another user.
 */
export async function giveTree(tree: string): Promise<() => void> {
  const { uid, gid } = lstatSync(tree);
  const owner = `${sandboxUid}:${sandboxUid}`;
  const notYet = ["!", "-uid", String(sandboxUid), "(", "!", "-type", "f", "-o", "-links", "1", ")"];
  const result = await runProcess({
    argv: [
      "find",
      tree,
      "-path",
      `${tree}/.git`,
      "-prune",
      "-o",
      ...notYet,
      "-exec",
      "chown",
      "-h",
      owner,
      "{}",
      "+",
    ],
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    timeoutMs: 120_000,
    maxOutputBytes: 100_000,
    contained: true,
  });
  if (result.code === 0) return () => chownSync(tree, uid, gid);
  throw new GsdError(
    "sandbox",
    `The work tree ${tree} cannot be given to the sandbox: ${result.stderr.trim()}`,
  );
}

/** The same for folders that others are laid over: each once, before the first is, as nobody may write to it from then on. */
export function createModels(): (folder: string) => Promise<void> {
  const models = new Map<string, Promise<void>>();
  return (folder) => {
    const given = models.get(folder) ?? giveTree(folder).then((takeBack) => takeBack());
    models.set(folder, given);
    return given;
  };
}

/** Whether another user can reach the path, judged by the folders above it. */
export function isReachable(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((lstatSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}
