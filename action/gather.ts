import { createGit } from "../adapters/git/create-git.ts";
import { diffAgainst, diffBetween } from "../adapters/git/diff-against.ts";
import { readCommitFile } from "../adapters/git/read-folder.ts";
import { criteriaOf } from "../core/check/criteria.ts";
import { trackBranch } from "../core/codec/branches.ts";
import { backlogFile, documentFiles, lessonsFile, planPath } from "../core/codec/paths.ts";
import { previewAddress } from "../core/codec/preview.ts";
import { GsdError } from "../core/gsd-error.ts";
import { isAmending, keptTasks } from "../core/jobs/amend-plan.ts";
import type { BacklogTask } from "../core/model/backlog.ts";
import { brokenOnBase } from "../core/model/health.ts";
import { type Sha, trackName } from "../core/model/ids.ts";
import type { JobKind } from "../core/model/job.ts";
import { isQuick } from "../core/model/route.ts";
import { withoutUndefined } from "../core/model/without-undefined.ts";
import { feedbackLine } from "../core/prompt/feedback.ts";
import { askedBefore } from "../core/prompt/questions.ts";
import { formatWords } from "../core/prompt/words.ts";
import type { Told } from "../crew/create-ask.ts";
import { comparedTo } from "./compared-to.ts";
import { approvedTask, quickTaskOf } from "./gather/approved-task.ts";
import { requestOf } from "./gather/commits.ts";
import { readDiscussion, readIssue } from "./gather/said.ts";
import type { Sources } from "./gather/sources.ts";

/** What a prompt is told, by its name. */
export type Tell = (prompt: string) => Promise<Told>;

type Facts = Omit<Told, "track">;

/**
 * Reads what the agents of a job are told, once, when its leg starts: all of them get the same text. Text that was not
 * approved to be read stops it: `text-changed`.
 */
export async function gatherFacts(sources: Sources): Promise<Tell> {
  const { track } = sources;
  const { [sources.job.kind]: gather = nothing } = byKind;
  const facts = await gather(sources);
  const about = { name: trackName(track), title: track.title, issue: track.issue };
  return async (prompt) => ({ track: about, ...facts(prompt) });
}

export const nothing = async () => () => ({});

/** Kinds that ask nobody are told nothing. */
const byKind: Readonly<Partial<Record<JobKind, (sources: Sources) => Promise<(prompt: string) => Facts>>>> = {
  plan: forPlan,
  task: forTask,
  review: forReview,
  verify: forVerification,
  update: forUpdate,
  report: forReport,
  rebase: forRebase,
};

async function forPlan(sources: Sources) {
  const issueText = await readIssue(sources);
  if (issueText === undefined)
    throw new GsdError("text-changed", "The issue's text changed after the plan was asked for.");
  const discussion = await readDiscussion(sources);
  const { feedback: all, revision } = sources.track.plan;
  const questions = askedBefore(sources.track.forms);
  const feedback = all.filter(({ type }) => type !== "words").map(feedbackLine);
  const facts = { issueText, discussion, questions, feedback };
  if (!revision) return () => facts;
  const words = all.flatMap((one) => (one.type === "words" ? [formatWords(one)] : []));
  const files = await readPlanFiles(sources);
  const started = isAmending(sources.track) ? keptTasks(sources.track) : [];
  if (revision.gaps) {
    const documents = Object.fromEntries([...files.values()].map(({ path, text }) => [path, text]));
    return () => ({ ...facts, started, documents });
  }
  // Each author gets the part that is theirs to write again.
  return (prompt: string): Facts => {
    const file = files.get(prompt);
    const told = { ...facts, words, started };
    return file ? { ...told, documents: { [file.path]: file.text } } : told;
  };
}

/** The plan's files as they are at the job's base, by the prompt that writes each. */
async function readPlanFiles({ track, job, folder }: Sources) {
  const files = new Map<string, { path: string; text: string }>();
  for (const [prompt, name] of Object.entries({ ...documentFiles, backlog: backlogFile })) {
    const path = `${planPath.folder(track)}/${name}`;
    const text = await readCommitFile(folder, job.base.sha, path);
    if (text !== undefined) files.set(prompt, { path, text });
  }
  return files;
}

async function forTask(sources: Sources) {
  const { track, job, commands, folder } = sources;
  const task = isQuick(track) ? await quickTaskOf(sources) : await approvedTask(sources);
  const about = isQuick(track)
    ? { issueText: await readIssue(sources), discussion: await readDiscussion(sources) }
    : {};
  const all = job.task ? (track.tasks[job.task]?.feedback ?? []) : [];
  const words = all.flatMap((one) => (one.type === "words" ? [formatWords(one)] : []));
  const feedback = all.filter(({ type }) => type !== "words").map(feedbackLine);
  const questions = askedBefore(track.forms, job.task);
  const broken = brokenOnBase(track);
  const from = await comparedTo(folder, track, job);
  const diff = from === undefined ? undefined : await diffAgainst(folder, from);
  // A reviewer judges what it sees, not what was wrong with earlier attempts.
  const lessons = await readLessons(sources, task);
  return (prompt: string): Facts =>
    prompt === "review"
      ? { ...about, task, words, questions }
      : { ...about, task, words, questions, feedback, lessons, commands, broken, diff };
}

/** What was learned from other tasks and fits this one, as the base has it; none where that cannot be read. */
async function readLessons({ ports, job, folder }: Sources, task: BacklogTask): Promise<string[]> {
  const text = await readCommitFile(folder, job.base.sha, lessonsFile);
  const found = text === undefined ? undefined : await ports.parse("fitting-lessons", text, task);
  return found?.ok ? found.value : [];
}

async function forReview(sources: Sources) {
  const { folder, job } = sources;
  const base = await findFork(folder, job.base.branch);
  const task = isQuick(sources.track) ? await quickTaskOf(sources) : await approvedTask(sources);
  const facts = { task, diff: await diffAgainst(folder, base) };
  return () => facts;
}

/** Where the checked-out commit and a branch parted. */
export async function findFork(folder: string, branch: string): Promise<Sha> {
  return (await createGit({ folder })("merge-base", "HEAD", `origin/${branch}`)).trim();
}

/** The criteria are those that were approved; the backlog helps to understand them. */
async function forVerification(sources: Sources) {
  const { track, commands } = sources;
  const { pull, issue } = track;
  const facts = withoutUndefined({
    documents: await approvedBacklog(sources),
    criteria: criteriaOf(track),
    commands,
    preview: previewAddress(track.config, { branch: trackBranch.format(track), issue, pull }),
  });
  return () => facts;
}

/** What the track is about stands in its backlog. */
async function forUpdate(sources: Sources) {
  const { track, commands } = sources;
  const facts = { documents: await approvedBacklog(sources), commands, broken: brokenOnBase(track) };
  return () => facts;
}

/** The backlog as it was approved, whatever became of it on the branch. */
async function approvedBacklog({ ports, track, folder }: Sources): Promise<Record<string, string>> {
  const { approved } = track.plan;
  if (!approved) return {};
  const path = `${planPath.folder(track)}/${backlogFile}`;
  const here = await readCommitFile(folder, approved.head, path).catch(() => undefined);
  const text = here ?? (await ports.github.readFile(path, approved.head))?.text;
  return text === undefined ? {} : { [backlogFile]: text };
}

/** Whoever writes a task anew sees what it was, what went wrong, and what is left of it. */
async function forRebase(sources: Sources) {
  const { track, job, folder, commands } = sources;
  const known = job.task ? track.tasks[job.task] : undefined;
  const task = await approvedTask(sources);
  const path = `${planPath.folder(track)}/${backlogFile}`;
  const backlog = await readCommitFile(folder, job.base.sha, path);
  const left = known?.resume?.commit;
  const diff = left && (await diffBetween(folder, job.base.sha, left).catch(() => undefined));
  const documents: Record<string, string> = backlog === undefined ? {} : { [backlogFile]: backlog };
  const facts = withoutUndefined({
    task,
    documents,
    feedback: (known?.feedback ?? []).map(feedbackLine),
    request: known?.rebase?.text,
    diff,
    commands,
  });
  return () => facts;
}

async function forReport(sources: Sources) {
  const { track, job, commands } = sources;
  const request = requestOf(track, job);
  const issueText = await readIssue(sources);
  const facts = { request, commands, issueText, discussion: await readDiscussion(sources) };
  return () => facts;
}
