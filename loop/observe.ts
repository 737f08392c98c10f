import { trackBranch } from "../core/codec/branches.ts";
import { answerKey } from "../core/codec/keys.ts";
import { findOddities } from "../core/context/find-oddities.ts";
import { baseBranch } from "../core/decide/claim.ts";
import { readHeadState } from "../core/decide/head-checks.ts";
import type { Facts, PlanFact, PullFact } from "../core/model/facts.ts";
import { type TaskId, trackName } from "../core/model/ids.ts";
import { parseBacklog } from "../core/model/parse-backlog.ts";
import { parseConfig } from "../core/model/parse-config.ts";
import type { TrackTask } from "../core/model/task.ts";
import { type Track, taskEntries } from "../core/model/track.ts";
import type { Sender, Trigger } from "../core/model/trigger.ts";
import { checkBacklog } from "../core/plan/check-backlog.ts";
import { findSaid } from "./effects/say.ts";
import type { Ports } from "./ports.ts";

/** Reads what is true now, for an event only what it concerns, for a tick everything. */
export async function observe(ports: Ports, track: Track | undefined, trigger: Trigger): Promise<Facts> {
  const facts: Facts = { pulls: {}, checks: {}, bases: {}, endedRuns: [] };
  if (trigger.type === "issue-labeled" || trigger.type === "commented")
    await observeSender(ports, facts, trigger, track);
  if (trigger.type === "ticked") facts.config = await readConfig(ports, track?.defaultBranch);
  if (!track) return facts;
  if (trigger.type === "commented" && trigger.at < track.createdAt) {
    const key = answerKey.format({ ...trigger, kind: "say" });
    facts.answered = (await findSaid(ports.github, trigger.thread, key)) !== undefined;
  }
  if (trigger.type === "run-started") await observeBases(ports, facts, track, trigger.batch);
  if (trigger.type === "pull-closed") await observePull(ports, facts, trigger.pull);
  if (trigger.type === "ticked") await observeAll(ports, facts, track);
  if (asksAboutPlan(track, trigger)) facts.plan = await observePlan(ports, track);
  for (const task of tasksToMerge(track, trigger)) await observeHead(ports, facts, task);
  for (const one of rollbacksToMerge(track, trigger)) await observeHead(ports, facts, one);
  return facts;
}

type ByPerson = Extract<Trigger, { type: "issue-labeled" | "commented" }>;

async function observeSender(
  ports: Ports,
  facts: Facts,
  trigger: ByPerson,
  track: Track | undefined,
): Promise<void> {
  const { github } = ports;
  facts.defaultBranch = track?.defaultBranch ?? (await github.repository()).defaultBranch;
  facts.config = await readConfig(ports, facts.defaultBranch);
  if (trigger.type === "issue-labeled" && facts.config?.ok && facts.config.config.label !== trigger.label)
    return;
  facts.actor = await readActor(ports, trigger.sender);
  const plans =
    trigger.type === "issue-labeled" || trigger.commands.some((command) => command.type === "plan");
  if (!plans) return;
  const issue = await github.issue(trigger.issue);
  if (!issue || issue.isPull) return;
  const oddities = findOddities(`${issue.title}\n${issue.body}`);
  facts.issue = {
    title: issue.title,
    open: issue.open,
    labels: issue.labels,
    textSha256: issueDigest(ports, issue),
    ...(oddities ? { oddities } : {}),
  };
}

/** A digest of what an agent may be shown of an issue. */
export function issueDigest(
  { sha256 }: Pick<Ports, "sha256">,
  issue: { title: string; body: string },
): string {
  return sha256(`${issue.title}\n\n${issue.body}`);
}

async function readActor({ github }: Ports, sender: Sender): Promise<Facts["actor"]> {
  const permission = sender.bot ? "none" : await github.permissionOf(sender.login);
  return { ...sender, permission };
}

/** Only the default branch's file counts, never a pull request's. */
async function readConfig({ github }: Ports, branch: string | undefined): Promise<Facts["config"]> {
  const ref = branch ?? (await github.repository()).defaultBranch;
  return parseConfig((await github.readFile(".github/gsd.yml", ref))?.text);
}

async function observeBases({ github }: Ports, facts: Facts, track: Track, batch: number): Promise<void> {
  const jobs = track.jobs.filter((job) => job.batch === batch && job.kind !== "review");
  for (const branch of new Set(jobs.map((job) => baseBranch(track, job)))) {
    const commit = await github.commit(branch);
    if (commit) facts.bases[branch] = { branch, sha: commit.sha, tree: commit.tree };
  }
}

async function observeAll(ports: Ports, facts: Facts, track: Track): Promise<void> {
  const watched = taskEntries(track).flatMap(([, task]) =>
    isWithPeople(task) && task.pull ? [task.pull] : [],
  );
  const rollbacks = track.rollbacks.flatMap((one) => (one.status === "open" && one.pull ? [one.pull] : []));
  for (const pull of [...watched, ...rollbacks, ...(track.pull ? [track.pull] : [])])
    await observePull(ports, facts, pull);
  for (const run of new Set(track.jobs.flatMap((job) => job.run?.id ?? []))) {
    const found = await ports.github.run(run);
    if (!found || found.ended) facts.endedRuns.push(run);
  }
}

async function observePull({ github }: Ports, facts: Facts, number: number): Promise<PullFact | undefined> {
  if (facts.pulls[number]) return facts.pulls[number];
  const pull = await github.pull(number);
  if (!pull) return undefined;
  const { state, merged, mergeSha, base, mergeable } = pull;
  facts.pulls[number] = {
    number,
    state,
    merged,
    head: pull.head.sha,
    base,
    ...(mergeSha ? { mergeSha } : {}),
    ...(mergeable === undefined ? {} : { mergeable }),
  };
  return facts.pulls[number];
}

/** The plan matters while it waits for approval: to the one who approves, and to a tick. */
function asksAboutPlan(track: Track, trigger: Trigger): boolean {
  if (track.phase !== "proposed") return false;
  return (
    trigger.type === "ticked" ||
    (trigger.type === "commented" && trigger.commands.some((one) => one.type === "approve"))
  );
}

async function observePlan(ports: Ports, track: Track): Promise<PlanFact | undefined> {
  const { github } = ports;
  const head = await github.commit(trackBranch.format(track));
  const folders = head && (await github.listFolder("specs/changes", head.sha));
  const folder = folders?.find((entry) => entry.folder && entry.name === trackName(track));
  if (!head || !folder) return undefined;
  const file = await github.readFile(`specs/changes/${trackName(track)}/BACKLOG.yaml`, head.sha);
  const found = { tree: folder.sha, head: head.sha, hashes: {} };
  const problem = { path: "BACKLOG.yaml", message: "is missing from the plan's folder" };
  if (!file) return { ...found, problems: [problem] };
  const reading = parseBacklog(file.text);
  if (!reading.ok) return { ...found, problems: reading.problems };
  const { backlog, locate } = reading;
  const problems = checkBacklog(backlog, { protectedPaths: track.config.protected_paths, locate });
  const hashes = Object.fromEntries(
    backlog.tasks.map((task) => [task.id, ports.sha256(JSON.stringify(task))]),
  );
  return { ...found, backlog, hashes: hashes as Record<TaskId, string>, problems };
}

/** People may have pushed to its branch, which counts also when they were asked to. */
function isWithPeople({ status }: TrackTask): boolean {
  return status === "review" || status === "needs_input";
}

/** Tasks whose merge may be due: the one being approved, and those approved before that waited for checks. */
export function tasksToMerge(track: Track, trigger: Trigger): TrackTask[] {
  if (track.phase !== "executing") return [];
  return taskEntries(track)
    .map(([, task]) => task)
    .filter((task) => {
      if (!isWithPeople(task) || !task.pull) return false;
      if (trigger.type === "commented" && trigger.thread === task.pull) return true;
      return (
        task.status === "review" &&
        task.ready !== undefined &&
        (task.approval !== undefined || track.config.auto_merge)
      );
    });
}

function rollbacksToMerge(track: Track, trigger: Trigger) {
  return track.rollbacks.filter((one) => {
    if (one.status !== "open" || one.into !== "track") return false;
    return one.approval !== undefined || (trigger.type === "commented" && trigger.thread === one.pull);
  });
}

async function observeHead(ports: Ports, facts: Facts, change: { pull?: number }): Promise<void> {
  const pull = change.pull ? await observePull(ports, facts, change.pull) : undefined;
  if (!pull || pull.state === "closed" || facts.checks[pull.head]) return;
  const state = await ports.github.headState(pull.head);
  const checks = readHeadState(state);
  // A run that a review or a close started is on the pull request's head: ours must not wait for itself.
  const own = checks.state === "clear" ? [] : await ports.github.suitesOf(ports.workflow, pull.head);
  facts.checks[pull.head] = own.length > 0 ? readHeadState(state, own) : checks;
}
