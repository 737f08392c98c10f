import { ledgerBranch } from "../../core/codec/branches.ts";
import type { Sha } from "../../core/model/ids.ts";
import type { FileAtRef } from "../../core/ports/github/git.ts";
import type { GitHubPort } from "../../core/ports/github.ts";
import type { Change, Committing, Version } from "../../core/ports/ledger.ts";
import { formatText, versionOf } from "./file-text.ts";
import { readFiles } from "./read-files.ts";
import type { Sight } from "./sight.ts";
import { busy, isAbsent, isPassing, mostTries, pauseBefore, requireBranch } from "./try-again.ts";

/** A change with its text; without one the file is deleted. */
interface Edit {
  path: string;
  text: string | undefined;
  version: Change["version"];
}

type Files = Record<string, FileAtRef | undefined>;

/**
 * Saves several files as one commit, if all of them are still the versions that the caller knows. The branch is
 * compared as a whole, and moves with every other file: then ours are read at its new head, and it is tried again.
 */
export async function commitChanges(
  github: GitHubPort,
  sight: Sight,
  { changes, message }: { changes: Change[]; message: string },
): Promise<Committing> {
  const edits = changes.map(toEdit);
  if (edits.every(isSame)) return saved(edits);
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    if (attempt > 0) await pauseBefore(github, attempt);
    // The head has to be known before the files are read, and they are read at it: so what is compared is what is replaced.
    // Mostly it is where this process saw it last.
    const seen = attempt === 0 ? sight.commit : undefined;
    const head = seen ?? (await requireBranch(github, sight));
    sight.commit = head;
    const now = await readEdited(github, edits, head);
    // The answer of an earlier try was lost.
    if (attempt > 0 && edits.every((edit) => now[edit.path]?.text === edit.text)) return saved(edits);
    const isOld = edits.some((edit) => edit.version !== "any" && now[edit.path]?.sha !== edit.version);
    if (isOld && seen) continue;
    if (isOld) return { type: "conflict", now };
    const commit = await tryCommit(github, { edits, now, head, message });
    if (commit === undefined) continue;
    sight.commit = commit;
    return saved(edits);
  }
  throw busy(edits.map(({ path }) => path).join(", "));
}

function toEdit({ path, value, version }: Change): Edit {
  return { path, text: value === undefined ? undefined : formatText(value, path), version };
}

function isSame({ text, version }: Edit): boolean {
  return text !== undefined && versionOf(text) === version;
}

function saved(edits: Edit[]): Committing {
  const versions: Record<string, Version> = {};
  for (const { path, text } of edits) versions[path] = text === undefined ? undefined : versionOf(text);
  return { type: "saved", versions };
}

async function readEdited(github: GitHubPort, edits: Edit[], head: Sha): Promise<Files> {
  const paths = edits.map(({ path }) => path);
  const { files } = await readFiles(github, paths, head);
  return Object.fromEntries(paths.map((path, at) => [path, files[at]]));
}

interface Attempt {
  edits: Edit[];
  now: Files;
  head: Sha;
  message: string;
}

/** The branch's new head; undefined when it has moved, or when nobody knows whether it was done. */
async function tryCommit(
  github: GitHubPort,
  { edits, now, head, message }: Attempt,
): Promise<Sha | undefined> {
  const changed = edits.filter(({ path, text }) => now[path]?.text !== text);
  if (changed.length === 0) return head;
  try {
    const commit = await github.commitFiles({
      branch: ledgerBranch,
      expectedHead: head,
      message,
      additions: changed.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }])),
      deletions: changed.flatMap(({ path, text }) => (text === undefined ? [path] : [])),
    });
    return commit === "conflict" ? undefined : commit;
  } catch (error) {
    // Of a branch that seems to be gone, the next try finds out.
    if (!isPassing(error) && !isAbsent(error)) throw error;
    return undefined;
  }
}
