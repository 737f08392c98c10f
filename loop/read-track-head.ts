import { trackBranch } from "../core/codec/branches.ts";
import type { HeadFact } from "../core/model/facts.ts";
import type { Sha, TaskId } from "../core/model/ids.ts";
import { type Track, taskEntries } from "../core/model/track.ts";
import type { Comparison, PathChange } from "../core/ports/github/git.ts";
import type { GitHubPort } from "../core/ports/github.ts";

/** A merged task, and the commit that its merge made. */
interface Merged {
  task: TaskId;
  merge: Sha;
}

/** The head of the track branch, and the merged tasks whose work is not in it. `null` where there is no branch. */
export async function readTrackHead(github: GitHubPort, track: Track): Promise<HeadFact | null> {
  const first = await lookAt(github, track);
  if (!first || first.lost.length === 0) return first;
  // GitHub may still show what was there before our last merge: nobody's work is done again for that.
  await github.pause(3_000);
  return lookAt(github, track);
}

async function lookAt(github: GitHubPort, track: Track): Promise<HeadFact | null> {
  const { commits } = await github.look({ commits: [trackBranch.format(track)] });
  const sha = commits[0]?.sha;
  if (!sha) return null;
  if (sha === track.head) return { sha, lost: [] };
  return { sha, lost: await findLost(github, track, sha) };
}

async function findLost(github: GitHubPort, track: Track, head: Sha): Promise<TaskId[]> {
  const merged = taskEntries(track).flatMap(([task, { status, merge }]) =>
    status === "completed" && merge ? [{ task, merge }] : [],
  );
  if (merged.length === 0) return [];
  const own = await github.compare(track.defaultBranch, head);
  const known = new Set(own?.commits.map(({ sha }) => sha));
  const lost: TaskId[] = [];
  for (const one of merged) {
    if (known.has(one.merge) || (await isThere(github, { ...one, head }))) continue;
    lost.push(one.task);
  }
  return lost;
}

interface Place extends Merged {
  head: Sha;
}

/** Whether the work of a merge is in a head: the commit itself, the same change in another commit, or the same files. */
async function isThere(github: GitHubPort, place: Place): Promise<boolean> {
  const { task, merge, head } = place;
  const compared = await github.compare(merge, head);
  if (compared?.status === "ahead" || compared?.status === "identical") return true;
  const changes = await github.changesOf(merge);
  if (!changes) return false;
  if (await hasFiles(github, head, changes)) return true;
  // What was there before this merge is not its work: the task may have been merged and rolled back earlier.
  const since = compared?.commits.filter(({ message }) => names(message, task)) ?? [];
  return hasPatch(github, since, changes);
}

const mostFiles = 100;

async function hasFiles(github: GitHubPort, ref: Sha, changes: PathChange[]): Promise<boolean> {
  if (changes.length > mostFiles) return false;
  const { files } = await github.look({ files: changes.map(({ path }) => ({ path, ref })) });
  return changes.every(
    ({ status, blob }, at) => files[at]?.sha === (status === "removed" ? undefined : blob),
  );
}

const mostCandidates = 5;

/** A rebase keeps messages and changes, and gives each commit another name. */
async function hasPatch(
  github: GitHubPort,
  candidates: Comparison["commits"],
  changes: PathChange[],
): Promise<boolean> {
  const wanted = patchOf(changes);
  for (const { sha } of candidates.slice(-mostCandidates)) {
    const found = await github.changesOf(sha);
    if (found && patchOf(found) === wanted) return true;
  }
  return false;
}

/** Whether a message is that of a task's merge, or of a commit that gsd made for it. */
function names(message: string, task: TaskId): boolean {
  return message.startsWith(`${task}:`) || message.includes(`/${task}/`);
}

/** What a commit changes, wherever in its files that is. */
function patchOf(changes: PathChange[]): string {
  const parts = changes.map(({ path, status, blob, patch }) => {
    const change = patch?.replaceAll(/^@@ .*$/gm, "@@") ?? blob;
    return `${status} ${path}\n${change}`;
  });
  return parts.toSorted().join("\n");
}
