import { ledgerBranch } from "../../core/codec/branches.ts";
import type { Sha } from "../../core/model/ids.ts";
import type { FileAtRef } from "../../core/ports/github/git.ts";
import type { GitHubPort } from "../../core/ports/github.ts";
import type { Version } from "../../core/ports/ledger.ts";
import { versionOf } from "./file-text.ts";
import type { Sight } from "./sight.ts";
import { busy, isAbsent, isPassing, mostTries, pauseBefore, requireBranch } from "./try-again.ts";

interface Save {
  path: string;
  text: string;
  version: Version;
  message: string;
}

type SavedFile = { type: "saved"; version: Sha } | { type: "conflict"; now: FileAtRef | undefined };

/** Saves one file by the Contents API, if it is still the version that the caller knows. */
export async function saveFile(github: GitHubPort, sight: Sight, save: Save): Promise<SavedFile> {
  const { path, text, version } = save;
  if (versionOf(text) === version) return { type: "saved", version };
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    const written = await tryWrite(github, sight, save);
    if (written) return { type: "saved", version: written };
    await pauseBefore(github, attempt);
    const now = await github.readFile(path, ledgerBranch);
    // The answer was lost, or we were told of another file's save.
    if (now?.text === text) return { type: "saved", version: now.sha };
    if (now?.sha !== version) return { type: "conflict", now };
  }
  throw busy(path);
}

async function tryWrite(
  github: GitHubPort,
  sight: Sight,
  { path, text, version, message }: Save,
): Promise<Sha | undefined> {
  const file = { path, branch: ledgerBranch, text, message };
  try {
    const { sha, commit } = await github.writeFile(version === undefined ? file : { ...file, sha: version });
    sight.commit = commit;
    return sha;
  } catch (error) {
    // The same answer as for a branch that this token may not see.
    if (isAbsent(error)) await requireBranch(github, sight);
    if (!isPassing(error)) throw error;
    return undefined;
  }
}
