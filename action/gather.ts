import { createGit } from "../adapters/git/create-git.ts";
import { diffAgainst, diffBetween } from "../adapters/git/diff-against.ts";
import { readCommitFile } from "../adapters/git/read-folder.ts";
import { criteriaOf } from "../core/check/criteria.ts";
import { trackBranch } from "../core/codec/branches.ts";
import { backlogFile, documentFiles, lessonsFile, planPath } from "../core/codec/paths.ts";
import { taskDigest } from "../core/codec/task-digest.ts";
import { formatDiscussion } from "../core/context/discussion.ts";
import { GsdError } from "../core/gsd-error.ts";
import { findReport } from "../core/jobs/report.ts";
import type { BacklogTask } from "../core/model/backlog.ts";
import type { Commands } from "../core/model/config.ts";
import { brokenOnBase } from "../core/model/health.ts";
import { type Sha, type TaskId, trackName } from "../core/model/ids.ts";
import type { ClaimedJob, JobKind } from "../core/model/job.ts";
import { isQuick, quickTask } from "../core/model/route.ts";
import { type Track, taskEntries } from "../core/model/track.ts";
import { withoutUndefined } from "../core/model/without-undefined.ts";
import { feedbackLine } from "../core/prompt/feedback.ts";
import { askedBefore } from "../core/prompt/questions.ts";
import { formatWords } from "../core/prompt/words.ts";
import type { Told } from "../crew/create-ask.ts";
import type { CrewInput } from "../crew/crew-input.ts";
import { issueDigest } from "../loop/observe.ts";
import type { Ports } from "../loop/ports.ts";
import { comparedTo } from "./compared-to.ts";

/** Where facts for agents come from. */
export interface Sources {
  ports: Ports;
  track: Track;
  job: ClaimedJob;
  /** The work tree's repository. */
  folder: string;
  /** The repository's own checks, as they will run. */
  commands: Commands;
}

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

const nothing = async () => () => ({});

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
  // Each author gets the part that is theirs to write again.
  return (prompt: string): Facts => {
    const file = files.get(prompt);
    return file ? { ...facts, words, documents: { [file.path]: file.text } } : { ...facts, words };
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
  const facts = { documents: await approvedBacklog(sources), criteria: criteriaOf(track), commands };
  return () => facts;
}

/** What the track is about stands in its backlog. */
async function forUpdate(sources: Sources) {
  const { track, commands } = sources;
  const facts = { documents: await approvedBacklog(sources), commands, broken: brokenOnBase(track) };
  return () => facts;
}

/** The backlog as it was approved, whatever became of it on the branch. */
async function approvedBacklog({ ports, track }: Sources): Promise<Record<string, string>> {
  const { approved } = track.plan;
  const path = `${planPath.folder(track)}/${backlogFile}`;
  const file = approved && (await ports.github.readFile(path, approved.head));
  return file ? { [backlogFile]: file.text } : {};
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

/** The issue's text, if it is the one that was approved to be read. */
async function readIssue({ ports, track }: Sources): Promise<string | undefined> {
  const issue = await ports.github.issue(track.issue);
  return issue && issueDigest(ports, issue) === track.textSha256 ? issue.body : undefined;
}

/** What writers had said when it was asked for; what was edited since then is left out. */
async function readDiscussion({ ports, track }: Sources): Promise<Told["discussion"]> {
  const { discussion } = track;
  if (!discussion) return undefined;
  const comments = await ports.github.comments(track.issue);
  const sayings = discussion.comments.flatMap(({ id, sha256 }) => {
    const found = comments.find((comment) => comment.id === id && ports.sha256(comment.body) === sha256);
    return found ? [{ by: found.author.login, at: found.createdAt, text: found.body }] : [];
  });
  const edited = discussion.edited + discussion.comments.length - sayings.length;
  return { text: formatDiscussion(sayings), edited, left: discussion.left };
}

/** The task as it was approved: an edit of the backlog after that changes nothing that runs. Mostly the base has it. */
async function approvedTask(sources: Sources): Promise<BacklogTask> {
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
async function quickTaskOf(sources: Sources): Promise<BacklogTask> {
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

/** For a report: what was asked for. */
export function requestOf(track: Track, { kind, attempt }: ClaimedJob): string {
  const words: Partial<Record<JobKind, string>> = { report: findReport(track, attempt)?.text ?? "" };
  return words[kind] ?? "";
}

/** For a rollback: what to revert, newest first. */
export function commitsToRevert(track: Track, job: ClaimedJob): { task: TaskId; sha: Sha }[] {
  const rollback = track.rollbacks.find((one) => one.task === job.task && one.attempt === job.attempt);
  return (rollback?.tasks ?? []).flatMap((task) => {
    const sha = track.tasks[task]?.merge;
    return sha ? [{ task, sha }] : [];
  });
}

/** Merged tasks that a rollback leaves. */
export function tasksThatStay(track: Track, job: ClaimedJob): TaskId[] {
  const reverted = commitsToRevert(track, job).map(({ task }) => task);
  return taskEntries(track).flatMap(([id, { status }]) =>
    status === "completed" && !reverted.includes(id) ? [id] : [],
  );
}

/** For an update: the default branch, where the job works, and the track branch. */
export function commitsToMerge(track: Track, { base }: ClaimedJob): CrewInput["merges"] {
  const sha = track.update?.head;
  if (sha === undefined) return undefined;
  return {
    ours: { sha: base.sha, name: base.branch },
    theirs: { sha, name: trackBranch.format(track) },
  };
}
