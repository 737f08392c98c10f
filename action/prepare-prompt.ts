import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createGit } from "../adapters/git/create-git.ts";
import { diffAgainst } from "../adapters/git/diff-against.ts";
import { GsdError } from "../core/gsd-error.ts";
import { answerSchemas } from "../core/model/answers.ts";
import type { BacklogTask } from "../core/model/backlog.ts";
import type { Commands } from "../core/model/config.ts";
import { brokenOnBase } from "../core/model/health.ts";
import { type Sha, type TaskId, trackName } from "../core/model/ids.ts";
import { needsAgent } from "../core/model/job.ts";
import type { LiveJob } from "../core/model/live-job.ts";
import { parseBacklog } from "../core/model/parse-backlog.ts";
import type { Track } from "../core/model/track.ts";
import { buildPrompt, type PromptInput } from "../core/prompt/build-prompt.ts";
import { matchSkills } from "../core/prompt/match-skills.ts";
import {
  type Agents,
  mergeAgents,
  mergeSkills,
  pickAgents,
  profilesOf,
  type SourceFile,
} from "../core/prompt/merge-agents.ts";
import { reviewPrompt } from "../core/prompt/review-prompt.ts";
import { rolesFor } from "../core/select/roles-for.ts";
import { type Selection, select } from "../core/select/select.ts";
import { wishFor } from "../core/select/wish-for.ts";
import { issueDigest } from "../loop/observe.ts";
import type { Ports } from "../loop/ports.ts";
import { readTexts } from "./read-texts.ts";

export interface JobInput {
  track: Track;
  job: LiveJob;
  folder: string;
  root: string;
  /** What may still be spent on it, in US dollars. */
  leftUsd: number;
  /** Paths that hold an earlier attempt's work. */
  kept: string[];
  /** The repository's own checks, as they will run. */
  commands: Commands;
}

/** What one agent is asked, and who that is. */
export interface Ask {
  role: string;
  prompt: string;
  selection: Selection;
}

interface Prepared {
  /** None for `rollback` and `health`, which need no engine, and for a review without reviewers; several for one with several. */
  asks: Ask[];
  /** For `rollback`: what to revert, newest first. */
  commits: { task: TaskId; sha: Sha }[];
  /** What people should know of what the agent is told. */
  notes: string[];
  /** Size of a task's context. */
  contextBytes?: number;
}

/** Gathers what a job is told, and by whom it is done. Text that was not approved to be read stops it: `text-changed`. */
export async function preparePrompt(ports: Ports, input: JobInput): Promise<Prepared> {
  const { track, job } = input;
  const { kind } = job;
  if (!needsAgent(kind)) return { asks: [], commits: commitsToRevert(track, job), notes: [] };
  const agents = mergeAgents(...(await readBoth(input, "agents")));
  const skills = mergeSkills(...(await readBoth(input, "skills")));
  const told = {
    ...{ kind, answerSchema: answerSchemas[kind] },
    track: { name: trackName(track), title: track.title, issue: track.issue },
    ...(await gather(ports, input)),
  };
  const wish = wishFor(track, job);
  const asks = rolesFor(kind, track.config).map((named, _, all) => {
    const share = { ...input, leftUsd: input.leftUsd / all.length };
    const selection = choose(share, { agents, task: told.task, wish, role: named });
    const { role, action } = selection;
    const matched = matchSkills(skills, {
      ...{ role, action, files: told.task?.scope.files_hint ?? [] },
      text: told.task?.description ?? track.title,
    });
    const prompt = buildPrompt({ ...pickAgents(agents, { kind, role }), ...told, skills: matched });
    return { role, prompt, selection };
  });
  const { notes, bytes: contextBytes } = reviewPrompt(told);
  return { asks, commits: [], notes, ...(contextBytes ? { contextBytes } : {}) };
}

interface Wanted {
  agents: Agents;
  task: BacklogTask | undefined;
  wish: ReturnType<typeof wishFor>;
  role: string | undefined;
}

/** A refusal is a person's to settle: more budget, or another choice in the configuration. */
function choose({ track, job, leftUsd }: JobInput, { agents, task, wish, role }: Wanted): Selection {
  const chosen = select({
    ...{ kind: job.kind, config: track.config, roles: profilesOf(agents), budget: { leftUsd } },
    ...(task ? { task } : {}),
    ...wish,
    ...(role ? { role } : {}),
  });
  if (chosen.ok) return chosen.selection;
  throw new GsdError(chosen.code === "budget" ? "budget" : "config", chosen.reason);
}

/** What we ship, and what the repository adds to it in `.gsd/`; agents cannot change that folder. */
async function readBoth(
  { root, folder }: JobInput,
  what: "agents" | "skills",
): Promise<[SourceFile[], SourceFile[]]> {
  const shipped = what === "agents" ? join(root, "agents") : join(root, "agents", "skills");
  return [await readTexts(shipped), await readTexts(join(folder, ".gsd", what))];
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

async function readDocuments(
  { track, folder, commands }: JobInput,
  names: string[],
): Promise<Partial<PromptInput>> {
  const plan = join(folder, "specs", "changes", trackName(track));
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(join(plan, name), "utf8")] as const),
  );
  return {
    documents: Object.fromEntries(texts),
    feedback: track.plan.feedback,
    commands,
  };
}

async function forTask(ports: Ports, input: JobInput): Promise<Partial<PromptInput>> {
  const state = input.track.tasks[input.job.task!];
  return {
    task: await approvedTask(ports, input),
    feedback: state?.feedback ?? [],
    commands: input.commands,
    earlierWork: input.kept,
    broken: brokenOnBase(input.track),
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
