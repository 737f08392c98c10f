import { trackBranch } from "../core/codec/branches.ts";
import { addedFiles, backlogFile, documentFiles, planPath } from "../core/codec/paths.ts";
import { taskDigest } from "../core/codec/task-digest.ts";
import { GsdError } from "../core/gsd-error.ts";
import type { Facts, PlanEdit, PlanFact } from "../core/model/facts.ts";
import type { Sha, TaskId } from "../core/model/ids.ts";
import type { Track } from "../core/model/track.ts";
import type { FileAtRef, Folder, Push } from "../core/ports/github/git.ts";
import type { Ports } from "./ports.ts";
import { readSpecCheck } from "./read-specs.ts";

/** The plan as it is on the track's branch; also the base of the tasks that an approval starts. */
export async function readPlan(ports: Ports, facts: Facts, track: Track): Promise<PlanFact | undefined> {
  const { github, sha256 } = ports;
  const branch = trackBranch.format(track);
  const path = planPath.folder(track);
  const answer = await github.look({
    commits: [branch],
    folders: [{ path, ref: branch }],
    files: [
      { path: `${path}/${backlogFile}`, ref: branch },
      { path: `${path}/${documentFiles.spec}`, ref: branch },
    ],
  });
  const [head] = answer.commits;
  const [folder] = answer.folders;
  if (!head || !folder) return undefined;
  facts.bases[branch] = { branch, sha: head.sha, tree: head.tree };
  const found = { tree: folder.sha, head: head.sha, sources: sourcesOf(ports, folder), digests: {} };
  const [file, spec] = answer.files;
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
  const specs = await readChanges(ports, track, { ...found, spec });
  const told = { ...found, ...specs, problems: [...problems, ...specs.problems].slice(0, 101) };
  if (!backlog) return told;
  const digests = Object.fromEntries(backlog.tasks.map((task) => [task.id, taskDigest(task, sha256)]));
  return { ...told, backlog, digests: digests as Record<TaskId, string>, lines, faults };
}

type Changes = Pick<PlanFact, "problems" | "deltas" | "meetings">;

/** How the spec changes fit the default branch. What was approved and nobody edited since is checked when it is folded in. */
async function readChanges(
  ports: Ports,
  track: Track,
  { sources, tree, spec }: Pick<PlanFact, "sources" | "tree"> & { spec: FileAtRef | undefined },
): Promise<Changes> {
  const { approved, proposed } = track.plan;
  if (!spec || approved?.sources === sources) return { problems: [] };
  const { spec: path } = documentFiles;
  if (spec.odd !== undefined) return { problems: [{ path, message: spec.odd }] };
  const meets = approved !== undefined || proposed?.tree !== tree;
  return readSpecCheck(ports, spec.text, { ref: track.defaultBranch, track, meets });
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
