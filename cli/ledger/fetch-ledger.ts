import { ledgerBranch } from "../../core/codec/branches.ts";
import { GsdError } from "../../core/gsd-error.ts";
import { ownGit } from "../own-git.ts";

/** Brings the newest of the ledger into a person's clone, and nothing else; a clone without a remote has all that there is. */
export async function fetchLedger(folder: string): Promise<void> {
  const git = ownGit(folder);
  try {
    const names = (await git.getRemotes()).map(({ name }) => name);
    const remote = names.includes("origin") ? "origin" : names[0];
    if (remote === undefined) return;
    const refspec = `+refs/heads/${ledgerBranch}:refs/remotes/${remote}/${ledgerBranch}`;
    await git.raw("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", remote, refspec);
  } catch (error) {
    const [line = ""] = String((error as Error).message)
      .replace(/^(fatal|error): /, "")
      .split("\n");
    throw new GsdError("git", `git fetch does not work now: ${line}`);
  }
}
