import { trackBranch } from "../core/codec/branches.ts";
import { addedFiles, backlogFile, planPath } from "../core/codec/paths.ts";
import { taskDigest } from "../core/codec/task-digest.ts";
import { GsdError } from "../core/gsd-error.ts";
import type { Facts, PlanEdit, PlanFact } from "../core/model/facts.ts";
import type { Sha, TaskId } from "../core/model/ids.ts";
import type { Track } from "../core/model/track.ts";
import type { Folder, Push } from "../core/ports/github.ts";
import type { Ports } from "./ports.ts";

/** The plan as it is on the track's branch; also the base of the tasks that an approval starts. */
export async function readPlan(ports: Ports, facts: Facts, track: Track): Promise<PlanFact | undefined> {
  const { github, sha256 } = ports;
  const branch = trackBranch.format(track);
  const path = planPath.folder(track);
  const answer = await github.look({
    commits: [branch],
    folders: [{ path, ref: branch }],
    files: [{ path: `${path}/${backlogFile}`, ref: branch }],
  });
  const [head] = answer.commits;
  const [folder] = answer.folders;
  if (!head || !folder) return undefined;
  facts.bases[branch] = { branch, sha: head.sha, tree: head.tree };
  const found = { tree: folder.sha, head: head.sha, sources: sourcesOf(ports, folder), digests: {} };
  const [file] = answer.files;
  // What is approved is the folder's tree: a backlog of another moment is not in it.
  if (folder.entries.find(({ name }) => name === backlogFile)?.sha !== file?.sha)
    throw new GsdError("unavailable", `${branch} moved while its plan was read`);
  const missing = { path: backlogFile, message: "is missing from the plan's folder" };
  if (!file) return { ...found, problems: [missing] };
  if (file.odd !== undefined) return { ...found, problems: [{ path: backlogFile, message: file.odd }] };
  const { protected_paths: protectedPaths } = track.config;
  const reading = await ports.parse("backlog", file.text, { protectedPaths });
  if (!reading.ok) return { ...found, problems: [{ path: backlogFile, message: reading.message }] };
  const { backlog, lines, problems, faults } = reading.value;
  if (!backlog) return { ...found, problems };
  const digests = Object.fromEntries(backlog.tasks.map((task) => [task.id, taskDigest(task, sha256)]));
  return { ...found, backlog, digests: digests as Record<TaskId, string>, lines, problems, faults };
}

/** A digest of what people and planners wrote. */
function sourcesOf({ sha256 }: Ports, { entries }: Folder): string {
  const files = entries
    .filter(({ name }) => !addedFiles.includes(name))
    .map(({ name, sha }) => `${name} ${sha}`);
  return sha256(files.sort().join("\n"));
}

/** As far back as pushes are looked at. */
const mostPushes = 20;
const mostLooks = 3;
const nowhere = /^0+$/;

/** Who changed the plan, newest first, by what GitHub wrote down about pushes. */
export async function readPlanEdits(ports: Ports, track: Track, { head }: PlanFact): Promise<PlanEdit[]> {
  const pushes = await readPushes(ports, trackBranch.format(track), head);
  const shas = [...new Set(pushes.flatMap(({ before, after }) => [before, after]))];
  const known = shas.filter((sha) => !nowhere.test(sha));
  const path = planPath.folder(track);
  const { folders } = await ports.github.look({ folders: known.map((ref) => ({ path, ref })) });
  const trees = new Map<Sha, Sha | undefined>(known.map((sha, at) => [sha, folders[at]?.sha]));
  return pushes
    .map(({ by, at, before, after }) => ({ by, at, before: trees.get(before), after: trees.get(after) }))
    .filter(({ before, after }) => before !== after);
}

/** GitHub may be slow to write down the newest push: it is asked again for a moment. */
async function readPushes({ github }: Ports, branch: string, head: Sha): Promise<Push[]> {
  for (let look = 1; ; look += 1) {
    const pushes = await github.pushes(branch);
    if (pushes[0]?.after === head || look >= mostLooks) return pushes.slice(0, mostPushes);
    await github.pause(1_000 * look);
  }
}
