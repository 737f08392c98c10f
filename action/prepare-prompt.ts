import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createGit } from "../adapters/git/create-git.ts";
import { diffAgainst } from "../adapters/git/diff-against.ts";
import { GsdError } from "../core/gsd-error.ts";
import { answerSchemas } from "../core/model/answers.ts";
import type { BacklogTask } from "../core/model/backlog.ts";
import { type Sha, type TaskId, trackName } from "../core/model/ids.ts";
import type { JobKind } from "../core/model/job.ts";
import { parseBacklog } from "../core/model/parse-backlog.ts";
import type { LiveJob, Track } from "../core/model/track.ts";
import { buildPrompt, type PromptInput } from "../core/prompt/build-prompt.ts";
import { parseAgent } from "../core/prompt/parse-agent.ts";
import { issueDigest } from "../loop/observe.ts";
import type { Ports } from "../loop/ports.ts";

export interface JobInput {
  track: Track;
  job: LiveJob;
  folder: string;
  root: string;
}

interface Prepared {
  prompt: string;
  /** For `rollback`: what to revert, newest first. */
  commits: { task: TaskId; sha: Sha }[];
}

const roles: Record<JobKind, string | undefined> = {
  "plan-spec": "planner",
  "plan-arch": "planner",
  "plan-qa": "planner",
  backlog: "planner",
  task: "executor",
  review: "reviewer",
  verify: "verifier",
  rollback: undefined,
};

/** Gathers what a job is told. Text that is not what was approved to be read stops it: `text-changed`. */
export async function preparePrompt(ports: Ports, input: JobInput): Promise<Prepared> {
  const { track, job, root } = input;
  const role = roles[job.kind];
  if (!role) return { prompt: "", commits: commitsToRevert(track, job) };
  const agent = parseAgent(await readFile(join(root, "agents", `${role}.md`), "utf8"));
  const prompt = buildPrompt({
    kind: job.kind,
    agent,
    track: { name: trackName(track), title: track.title, issue: track.issue },
    answerSchema: answerSchemas[job.kind],
    ...(await gather(ports, input)),
  });
  return { prompt, commits: [] };
}

function gather(ports: Ports, input: JobInput): Promise<Partial<PromptInput>> {
  switch (input.job.kind) {
    case "task":
      return forTask(ports, input);
    case "review":
      return forReview(ports, input);
    case "verify":
      return readDocuments(input, ["BACKLOG.yaml"]);
    case "backlog":
      return readDocuments(input, ["SPEC.md", "ARCH.md", "QA.md"]);
    default:
      return forPlanner(ports, input);
  }
}

async function forPlanner(ports: Ports, { track }: JobInput): Promise<Partial<PromptInput>> {
  const issue = await ports.github.issue(track.issue);
  if (!issue || issueDigest(ports, issue) !== track.textSha256) {
    throw new GsdError("text-changed", "the issue's text changed after the plan was asked for");
  }
  return { issueText: issue.body, feedback: track.plan.feedback };
}

async function readDocuments({ track, folder }: JobInput, names: string[]): Promise<Partial<PromptInput>> {
  const plan = join(folder, "specs", "changes", trackName(track));
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(join(plan, name), "utf8")] as const),
  );
  return {
    documents: Object.fromEntries(texts),
    feedback: track.plan.feedback,
    commands: track.config.commands,
  };
}

async function forTask(ports: Ports, input: JobInput): Promise<Partial<PromptInput>> {
  const state = input.track.tasks[input.job.task!];
  return {
    task: await approvedTask(ports, input),
    feedback: state?.feedback ?? [],
    commands: input.track.config.commands,
  };
}

async function forReview(ports: Ports, input: JobInput): Promise<Partial<PromptInput>> {
  const git = createGit({ folder: input.folder });
  const base = (await git("merge-base", "HEAD", `origin/${input.job.base!.branch}`)).trim();
  return { task: await approvedTask(ports, input), diff: await diffAgainst(input.folder, base) };
}

/** The task as it was approved: an edit of the backlog after that changes nothing that runs. Mostly the work tree has it. */
async function approvedTask(ports: Ports, { track, job, folder }: JobInput): Promise<BacklogTask> {
  const path = `specs/changes/${trackName(track)}/BACKLOG.yaml`;
  const here = await readFile(join(folder, path), "utf8").catch(() => "");
  const found = findApproved(ports, track, { id: job.task!, text: here });
  if (found) return found;
  const file = await ports.github.readFile(path, track.plan.approved?.head ?? "");
  const task = findApproved(ports, track, { id: job.task!, text: file?.text ?? "" });
  if (!task) throw new GsdError("text-changed", `${job.task} is not in ${path} as it was approved`);
  return task;
}

function findApproved(
  { sha256 }: Ports,
  track: Track,
  { id, text }: { id: TaskId; text: string },
): BacklogTask | undefined {
  const reading = parseBacklog(text);
  const task = reading.ok ? reading.backlog.tasks.find((one) => one.id === id) : undefined;
  return task && sha256(JSON.stringify(task)) === track.tasks[id]?.hash ? task : undefined;
}

function commitsToRevert(track: Track, job: LiveJob): { task: TaskId; sha: Sha }[] {
  const rollback = track.rollbacks.find((one) => one.task === job.task && one.attempt === job.attempt);
  return (rollback?.tasks ?? []).flatMap((task) => {
    const sha = track.tasks[task]?.merge;
    return sha ? [{ task, sha }] : [];
  });
}
