import { timestamp } from "./clock.ts";
import { emit } from "./emit.ts";
import { mustCommit, readCommit, resolveCommit, writeRef } from "./git/git-repo.ts";
import { commitsBetween, isAncestor } from "./git/history.ts";
import { changedPaths, entryAt } from "./git/tree-edit.ts";
import { closeMentioned } from "./issue-actions.ts";
import { grants } from "./permissions.ts";
import { followBase, followHead } from "./pull-follow.ts";
import { Refusal } from "./reply.ts";
import { requireRules } from "./rulesets.ts";
import { pushedRepository } from "./shapes/repository.ts";
import type { Actor } from "./state/account.ts";
import { type Activity, defaultHead, type Repo } from "./state/repository.ts";
import { userOf, type World } from "./state/world.ts";

export const ZERO = "0".repeat(40);

export interface RefChange {
  /** Full name. */
  ref: string;
  before: string | undefined;
  after: string | undefined;
  /** By the merge of a pull request. */
  merged?: boolean;
}

export const PROTECTED_MESSAGE = "Changes must be made through a pull request.";

export function isProtected(repo: Repo, ref: string): boolean {
  return repo.settings.protectDefaultBranch && ref === `refs/heads/${repo.defaultBranch}`;
}

/** Moves, makes or removes a ref on behalf of someone, with GitHub's refusals, and tells everyone. */
export function changeRef(
  world: World,
  repo: Repo,
  actor: Actor,
  change: { ref: string; after: string | undefined; throughPull?: boolean; protectedStatus?: number },
): void {
  const { ref, after } = change;
  const before = repo.git.refs.get(ref);
  if (!change.throughPull) requireUnprotected(repo, ref, change.protectedStatus);
  requireRules(repo, { ref, before, after });
  if (after) requireWorkflowsPermission(repo, actor, { ref, before, after });
  if (!writeRef(repo.git, ref, after)) throw cannotUpdate(ref);
  const merged = change.throughPull ?? false;
  noticeRefChange(world, repo, actor, { ref, before, after, merged });
}

/** Several refs at once: when one is refused, none is changed. */
export function changeRefs(world: World, repo: Repo, actor: Actor, changes: RefChange[]): void {
  for (const change of changes) {
    requireUnprotected(repo, change.ref);
    requireRules(repo, change);
    if (change.after) requireWorkflowsPermission(repo, actor, change);
  }
  for (const [at, { ref, after }] of changes.entries()) {
    if (writeRef(repo.git, ref, after)) continue;
    for (const done of changes.slice(0, at)) writeRef(repo.git, done.ref, done.before);
    throw cannotUpdate(ref);
  }
  for (const change of changes) noticeRefChange(world, repo, actor, change);
}

function requireUnprotected(repo: Repo, ref: string, status = 422): void {
  if (isProtected(repo, ref))
    throw new Refusal(status, `Repository rule violations found\n\n${PROTECTED_MESSAGE}\n\n`);
}

function cannotUpdate(ref: string): Refusal {
  return new Refusal(422, `Reference cannot be updated: ${ref}`);
}

/** GitHub lets no App and no workflow change workflow files without the `workflows` permission. */
function requireWorkflowsPermission(repo: Repo, actor: Actor, change: RefChange): void {
  if (actor.kind !== "installation" && actor.kind !== "workflow") return;
  if (actor.kind === "installation" && grants(actor.permissions, "workflows", "write")) return;
  const path = changedWorkflow(repo, change);
  if (path)
    throw new Refusal(
      403,
      `refusing to allow a GitHub App to create or update workflow \`${path}\` without \`workflows\` permission`,
    );
}

/** A workflow file that differs from what the branch (or, for a new one, any known commit) held before. */
function changedWorkflow(repo: Repo, { before, after }: RefChange): string | undefined {
  const to = after ? resolveCommit(repo.git, after) : undefined;
  if (!to) return undefined;
  const heads = [...repo.git.refs.values()];
  if (!before && heads.some((head) => readCommit(repo.git, head) && isAncestor(repo.git, to, head)))
    return undefined;
  const folder = (sha: string) => entryAt(repo.git, mustCommit(repo.git, sha).tree, ".github/workflows")?.sha;
  const from = before ? [before] : heads.filter((head) => readCommit(repo.git, head));
  if (folder(to) === undefined || from.some((sha) => folder(sha) === folder(to))) return undefined;
  const base = before ?? defaultHead(repo);
  const old = base === ZERO ? undefined : folder(base);
  const { added, removed, modified } = changedPaths(repo.git, old, folder(to)!, ".github/workflows/");
  return [...added, ...modified, ...removed][0] ?? ".github/workflows";
}

/** What follows from a changed ref, however it was changed: events, and pull requests from and into the branch. */
export function noticeRefChange(world: World, repo: Repo, actor: Actor, change: RefChange): void {
  const { ref, before, after } = change;
  if (before === after || !/^refs\/(heads|tags)\//.test(ref)) return;
  repo.pushedAt = timestamp(world);
  if (ref.startsWith("refs/heads/")) repo.activities.push(activityOf(world, repo, actor, change));
  const type = ref.startsWith("refs/tags/") ? "tag" : "branch";
  const name = ref.replace(/^refs\/(heads|tags)\//, "");
  const named = { ref: name, ref_type: type, pusher_type: "user" };
  if (!before) {
    const payload = { ...named, master_branch: repo.defaultBranch, description: null };
    emit(world, repo, { event: "create", actor, ref, sha: commitOf(repo, after!), payload });
  }
  emit(world, repo, {
    event: "push",
    actor,
    ref,
    sha: after ? commitOf(repo, after) : ZERO,
    payload: pushPayload(world, repo, actor, change),
  });
  if (!after) emit(world, repo, { event: "delete", actor, payload: named });
  if (type === "tag") return;
  followHead(world, repo, actor, { branch: name, before, after });
  followBase(world, repo, actor, { branch: name, after });
  if (name === repo.defaultBranch && before && after)
    for (const sha of commitsBetween(repo.git, before, after))
      closeMentioned(world, repo, mustCommit(repo.git, sha).message, actor);
}

function activityOf(world: World, repo: Repo, actor: Actor, change: RefChange): Activity {
  const { ref, before = ZERO, after = ZERO } = change;
  return {
    id: world.nextId(),
    user: userOf(actor, world),
    ref,
    before,
    after,
    type: activityType(repo, change),
    at: timestamp(world),
  };
}

function activityType(repo: Repo, { before, after, merged }: RefChange): Activity["type"] {
  if (!before) return "branch_creation";
  if (!after) return "branch_deletion";
  if (merged) return "pr_merge";
  return isAncestor(repo.git, before, after) ? "push" : "force_push";
}

/** Tags with a message are objects of their own. */
function commitOf(repo: Repo, sha: string): string {
  return resolveCommit(repo.git, sha) ?? sha;
}

function pushPayload(world: World, repo: Repo, actor: Actor, { ref, before, after }: RefChange) {
  const page = `${world.urls.server}/${repo.fullName}`;
  const to = after ? commitOf(repo, after) : undefined;
  const base = before ? commitOf(repo, before) : defaultHead(repo);
  const news = to && readCommit(repo.git, to) && base !== ZERO ? commitsBetween(repo.git, base, to) : [];
  const user = userOf(actor, world);
  return {
    ref,
    before: before ?? ZERO,
    after: after ?? ZERO,
    created: before === undefined,
    deleted: after === undefined,
    forced: Boolean(before && after && to && !isAncestor(repo.git, commitOf(repo, before), to)),
    base_ref: null,
    compare: `${page}/compare/${(before ?? ZERO).slice(0, 12)}...${(after ?? ZERO).slice(0, 12)}`,
    commits: news.slice(-20).map((sha) => pushedCommit(world, repo, sha)),
    head_commit: to && readCommit(repo.git, to) ? pushedCommit(world, repo, to) : null,
    pusher: { name: user.login, email: `${user.login}@users.noreply.github.com` },
    repository: pushedRepository(world, repo),
  };
}

function pushedCommit(world: World, repo: Repo, sha: string) {
  const commit = mustCommit(repo.git, sha);
  const parent = commit.parents[0];
  const from = parent ? mustCommit(repo.git, parent).tree : undefined;
  return {
    id: sha,
    tree_id: commit.tree,
    distinct: true,
    message: commit.message,
    timestamp: commit.committer.date,
    url: `${world.urls.server}/${repo.fullName}/commit/${sha}`,
    author: { name: commit.author.name, email: commit.author.email },
    committer: { name: commit.committer.name, email: commit.committer.email },
    ...changedPaths(repo.git, from, commit.tree),
  };
}
