import { readCommitFile } from "../../adapters/git/read-folder.ts";
import { backlogFile, planPath } from "../../core/codec/paths.ts";
import { taskDigest } from "../../core/codec/task-digest.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { BacklogTask } from "../../core/model/backlog.ts";
import { quickTask } from "../../core/model/route.ts";
import { readIssue } from "./said.ts";
import type { Sources } from "./sources.ts";

/** The task as it was approved: an edit of the backlog after that changes nothing that runs. Mostly the base has it. */
export async function approvedTask(sources: Sources): Promise<BacklogTask> {
  const { ports, track, job, folder } = sources;
  const path = `${planPath.folder(track)}/${backlogFile}`;
  const here = await readCommitFile(folder, job.base.sha, path);
  const found = await findApproved(sources, here);
  if (found) return found;
  const amended = job.task ? track.tasks[job.task]?.entryAt : undefined;
  const ref = amended ?? track.plan.approved?.head;
  const { files } = ref === undefined ? { files: [] } : await ports.github.look({ files: [{ path, ref }] });
  const task = await findApproved(sources, files[0]?.text);
  if (!task) throw new GsdError("text-changed", `${job.task} is not in ${path} as it was approved.`);
  return task;
}

/** The one task of a quick change: what the issue says, as it was when somebody asked for it. */
export async function quickTaskOf(sources: Sources): Promise<BacklogTask> {
  const { title } = sources.track;
  const text = await readIssue(sources);
  if (text === undefined)
    throw new GsdError("text-changed", "The issue's text changed after it was asked for.");
  return {
    id: quickTask,
    title: title.slice(0, 200),
    description: text.trim().slice(0, 5_000) || title,
    depends_on: [],
    acceptance: ["What the issue asks for is done, and nothing beyond it."],
    scope: { files_hint: ["**"] },
  };
}

async function findApproved({ ports, track, job }: Sources, text = ""): Promise<BacklogTask | undefined> {
  const reading = await ports.parse("tasks", text);
  if (!reading.ok) throw new GsdError("text-changed", `${backlogFile} ${reading.message}.`);
  const task = reading.value.find(({ id }) => id === job.task);
  const known = job.task ? track.tasks[job.task]?.digest : undefined;
  return task && taskDigest(task, ports.sha256) === known ? task : undefined;
}
