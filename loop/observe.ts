import { trackBranch } from "../core/codec/branches.ts";
import { answerKey } from "../core/codec/keys.ts";
import { backlogFile, planPath } from "../core/codec/paths.ts";
import { taskDigest } from "../core/codec/task-digest.ts";
import { findOddities } from "../core/context/find-oddities.ts";
import { runOf } from "../core/jobs/draft.ts";
import type { Facts, PlanFact } from "../core/model/facts.ts";
import { type TaskId, trackName } from "../core/model/ids.ts";
import { parseBacklog } from "../core/model/parse-backlog.ts";
import { isOpen, type Track, taskEntries } from "../core/model/track.ts";
import type { Commented, Sender, Trigger } from "../core/model/trigger.ts";
import { withoutUndefined } from "../core/model/without-undefined.ts";
import { checkBacklog } from "../core/plan/check-backlog.ts";
import { findSaid } from "./effects/say.ts";
import type { Ports } from "./ports.ts";
import { readDiscussion } from "./read-discussion.ts";
import { readPulls } from "./read-pulls.ts";
import { readRecipes } from "./read-recipes.ts";
import { readTrackHead } from "./read-track-head.ts";

/** Adds what is true now to what the first look said: for an event what it concerns, for a tick everything. */
export async function observe(
  ports: Ports,
  facts: Facts,
  { track, trigger }: { track: Track | undefined; trigger: Trigger },
): Promise<Facts> {
  if (trigger.type === "issue-labeled" || trigger.type === "commented") {
    await observeSender(ports, facts, { trigger, track });
  }
  if (!track) return facts;
  if (trigger.type === "commented" && trigger.at < track.createdAt) {
    const key = answerKey.format({ ...trigger, kind: "say" });
    facts.answered = (await findSaid(ports.github, trigger.thread, key)) !== undefined;
  }
  if (trigger.type === "commented") await observeNamed(ports, facts, { track, trigger });
  if (trigger.type === "branch-pushed") await readOpenPulls(ports, facts, track);
  if (trigger.type === "ticked") await observeAll(ports, facts, track);
  if (asksAboutHead(track, trigger)) facts.head = await readTrackHead(ports.github, track);
  if (asksAboutPlan(track, trigger)) facts.plan = await observePlan(ports, facts, track);
  return facts;
}

type ByPerson = Extract<Trigger, { type: "issue-labeled" | "commented" }>;

async function observeSender(
  ports: Ports,
  facts: Facts,
  { trigger, track }: { trigger: ByPerson; track: Track | undefined },
): Promise<void> {
  if (trigger.type === "issue-labeled" && facts.config?.ok && facts.config.config.label !== trigger.label)
    return;
  facts.actor ??= await readActor(ports, trigger.sender);
  if (trigger.type === "commented" && wantsRecipes(trigger)) facts.recipes = await readRecipes(ports, facts);
  if (!startsTrack(trigger, track)) return;
  const issue = await ports.github.issue(trigger.issue);
  if (!issue || issue.isPull) return;
  const oddities = findOddities(`${issue.title}\n${issue.body}`);
  const fact = {
    title: issue.title,
    open: issue.open,
    labels: issue.labels,
    textSha256: issueDigest(ports, issue),
  };
  const asked = { issue: trigger.issue, until: trigger.at };
  const discussion = issue.comments > 0 ? await readDiscussion(ports, facts, asked) : undefined;
  facts.issue = withoutUndefined({ ...fact, oddities, discussion });
}

function wantsRecipes({ commands }: Commented): boolean {
  return commands.some(({ type }) => ["run", "research", "debug", "analyze"].includes(type));
}

function startsTrack(trigger: ByPerson, track: Track | undefined): boolean {
  if (trigger.type === "issue-labeled") return true;
  return trigger.commands.some(({ type }) => type === "plan") || (!track && wantsRecipes(trigger));
}

/** A digest of what an agent may be shown of an issue. */
export function issueDigest(
  { sha256 }: Pick<Ports, "sha256">,
  issue: { title: string; body: string },
): string {
  return sha256(`${issue.title}\n\n${issue.body}`);
}

/** By REST, which counts teams. */
async function readActor({ github }: Ports, sender: Sender): Promise<Facts["actor"]> {
  const permission = sender.bot ? "none" : await github.permissionOf(sender.login);
  return { ...sender, permission };
}

/** Whoever asks for a review, or approves, means what is there now, also in another thread than its pull request's. */
async function observeNamed(
  ports: Ports,
  facts: Facts,
  { track, trigger }: { track: Track; trigger: Commented },
): Promise<void> {
  const numbers = trigger.commands.flatMap((command) => {
    if (command.type === "approve") return track.pull && isAboutAll(track) ? [track.pull] : [];
    const proposal = command.type === "review" ? track.tasks[command.task]?.proposal : undefined;
    return proposal ? [proposal.pull] : [];
  });
  await readPulls(ports, facts, { numbers, gates: false });
}

/** Whether an approval is one of the plan, or of the track as a whole. */
function isAboutAll({ phase, trouble }: Track): boolean {
  return phase === "proposed" || trouble?.type === "changes-requested";
}

/** A push to the track branch may have been a merge. */
async function readOpenPulls(ports: Ports, facts: Facts, track: Track): Promise<void> {
  // People may have pushed to a task's branch, which counts also when they were asked to.
  const tasks = taskEntries(track).flatMap(([, { status, proposal }]) =>
    proposal && (status === "review" || status === "needs_input") ? [proposal.pull] : [],
  );
  const rollbacks = track.rollbacks.flatMap(({ status, proposal }) =>
    proposal && status === "open" ? [proposal.pull] : [],
  );
  const numbers = [...tasks, ...rollbacks, ...(track.pull ? [track.pull] : [])];
  await readPulls(ports, facts, { numbers, gates: false });
}

async function observeAll(ports: Ports, facts: Facts, track: Track): Promise<void> {
  await readOpenPulls(ports, facts, track);
  for (const run of new Set(track.jobs.flatMap((job) => runOf(job) ?? []))) {
    const found = await ports.github.run(run);
    if (!found || found.ended) facts.endedRuns[run] = found ? await ports.github.artifactsOf(run) : [];
  }
}

/** The head of the track branch matters once tasks are merged into it: to those who pushed, and to a tick; to anybody once it is ready. */
function asksAboutHead(track: Track, { type }: Trigger): boolean {
  if (!isOpen(track) || !track.plan.approved) return false;
  if (type === "ticked" || type === "branch-pushed") return true;
  return track.phase === "ready" && type === "commented";
}

/** The plan matters while it waits for approval: to the one who approves, and to a tick. */
function asksAboutPlan(track: Track, trigger: Trigger): boolean {
  if (track.phase !== "proposed") return false;
  if (trigger.type === "ticked") return true;
  return trigger.type === "commented" && trigger.commands.some(({ type }) => type === "approve");
}

/** Also the base of the tasks that an approval starts. */
async function observePlan(
  { github, sha256 }: Ports,
  facts: Facts,
  track: Track,
): Promise<PlanFact | undefined> {
  const branch = trackBranch.format(track);
  const path = `${planPath.folder(track)}/${backlogFile}`;
  const answer = await github.look({
    commits: [branch],
    folders: [{ path: planPath.parent, ref: branch }],
    files: [{ path, ref: branch }],
  });
  const [head] = answer.commits;
  const folder = answer.folders[0]?.entries.find((entry) => entry.folder && entry.name === trackName(track));
  if (!head || !folder) return undefined;
  facts.bases[branch] = { branch, sha: head.sha, tree: head.tree };
  const found = { tree: folder.sha, head: head.sha, digests: {} };
  const [file] = answer.files;
  const missing = { path: backlogFile, message: "is missing from the plan's folder" };
  if (!file) return { ...found, problems: [missing] };
  const reading = parseBacklog(file.text);
  if (!reading.ok) return { ...found, problems: reading.problems };
  const { backlog, locate } = reading;
  const problems = checkBacklog(backlog, { protectedPaths: track.config.protected_paths, locate });
  const digests = Object.fromEntries(backlog.tasks.map((task) => [task.id, taskDigest(task, sha256)]));
  return { ...found, backlog, digests: digests as Record<TaskId, string>, problems };
}
