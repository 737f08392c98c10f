import type { WorkflowEvent } from "../actions-port.ts";
import { mustCommit } from "./git/git-repo.ts";
import { publishTestMerge } from "./pull-state.ts";
import { repository } from "./shapes/repository.ts";
import { simpleUser } from "./shapes/user.ts";
import type { Actor } from "./state/account.ts";
import type { PullIssue } from "./state/pull.ts";
import { branchHead, defaultHead, type Repo } from "./state/repository.ts";
import { userOf, type World } from "./state/world.ts";

/** Something that happened in a repository. */
export interface Happening {
  event: string;
  action?: string;
  actor: Actor;
  /** The event's own part of the payload. */
  payload: Record<string, unknown>;
  /** For events that concern a ref (`push`) or a dispatch. */
  ref?: string;
  sha?: string;
  pull?: PullIssue;
  workflow?: string;
  cron?: string;
  runId?: number;
  /** Heard by Apps only (`workflow_job`), or by the runner only (`schedule`). */
  only?: "apps" | "runner";
}

/** Events that a workflow's token may cause to start runs; `workflow_run` is caused by the run's end, not by a token. */
const ALWAYS = new Set(["workflow_dispatch", "repository_dispatch", "workflow_run", "schedule"]);
const WAITS = new Set(["opened", "synchronize", "reopened"]);
const OF_PULLS = new Set(["pull_request", "pull_request_review", "pull_request_review_comment"]);

/** Tells Apps by webhook and the runner by event, each by GitHub's rules. */
export function emit(world: World, repo: Repo, happening: Happening): void {
  const payload = {
    ...(happening.action ? { action: happening.action } : {}),
    ...happening.payload,
    repository: happening.payload["repository"] ?? repository(world, repo),
    sender: simpleUser(world, userOf(happening.actor, world)),
  };
  world.onHappening?.({ repo: repo.fullName, event: happening.event, payload });
  if (happening.only !== "runner") tellApps(world, repo, happening, payload);
  if (happening.only !== "apps") tellRunner(world, repo, happening, payload);
}

function tellApps(world: World, repo: Repo, happening: Happening, payload: Record<string, unknown>): void {
  for (const installation of world.installations.values()) {
    const { app, repos, suspendedAt } = installation;
    if (suspendedAt || !repos.has(repo.fullName) || !app.events.includes(happening.event)) continue;
    const whole = { ...payload, installation: { id: installation.id, node_id: `MDIzO${installation.id}` } };
    const { event, action } = happening;
    world.recorder.write({ type: "webhook", event, action, payload: whole });
    world.deliveries.send(app, { event, action, payload: whole });
  }
}

function tellRunner(world: World, repo: Repo, happening: Happening, payload: Record<string, unknown>): void {
  if (!repo.settings.actions.enabled) return;
  const byWorkflow = happening.actor.kind === "workflow" && !ALWAYS.has(happening.event);
  const waits = happening.event === "pull_request" && WAITS.has(happening.action ?? "");
  if (byWorkflow && !waits) return;
  const place = placeOf(world, repo, happening);
  if (!place || skipsCi(repo, happening)) return;
  const event: WorkflowEvent = {
    repo: repo.fullName,
    name: happening.event,
    payload,
    ...place,
    actor: userOf(happening.actor, world).login,
  };
  if (happening.action) event.action = happening.action;
  if (happening.workflow) event.workflow = happening.workflow;
  if (happening.cron) event.cron = happening.cron;
  if (happening.runId !== undefined) event.runId = happening.runId;
  if (byWorkflow) event.needsApproval = true;
  world.workflowEvents.stream.push(event);
  if (happening.event === "pull_request" && happening.pull && !byWorkflow) {
    const base = happening.pull.pull.base.ref;
    const at = { ref: `refs/heads/${base}`, sha: branchHead(repo, base) ?? defaultHead(repo) };
    world.workflowEvents.stream.push({ ...event, name: "pull_request_target", ...at });
  }
}

/** Which ref and commit a run of this event is for; nothing when GitHub starts none. */
function placeOf(world: World, repo: Repo, happening: Happening): { ref: string; sha: string } | undefined {
  // Of a branch that was deleted, GitHub says the default branch: https://docs.github.com/en/actions/reference/events-that-trigger-workflows#push
  if (happening.ref && happening.sha && !isGone(happening.sha))
    return { ref: happening.ref, sha: happening.sha };
  if (happening.pull && OF_PULLS.has(happening.event)) return placeOfPull(world, repo, happening.pull);
  return { ref: `refs/heads/${repo.defaultBranch}`, sha: defaultHead(repo) };
}

function placeOfPull(world: World, repo: Repo, issue: PullIssue): { ref: string; sha: string } | undefined {
  const { pull } = issue;
  if (pull.mergeCommitSha && pull.mergedAt)
    return { ref: `refs/heads/${pull.base.ref}`, sha: pull.mergeCommitSha };
  const sha = publishTestMerge(world, repo, issue);
  // With a conflict there is no merge commit, and GitHub starts nothing until it is resolved.
  return sha ? { ref: `refs/pull/${issue.number}/merge`, sha } : undefined;
}

function skipsCi(repo: Repo, happening: Happening): boolean {
  const sha =
    happening.event === "push"
      ? happening.sha
      : happening.event === "pull_request"
        ? happening.pull?.pull.head.sha
        : undefined;
  if (!sha || isGone(sha)) return false;
  return /\[(skip ci|ci skip|no ci|skip actions|actions skip)\]/i.test(mustCommit(repo.git, sha).message);
}

const isGone = (sha: string): boolean => /^0+$/.test(sha);
