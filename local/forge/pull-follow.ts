import { timestamp } from "./clock.ts";
import { fetchCommit, pullsFrom } from "./forks.ts";
import { writeRef } from "./git/git-repo.ts";
import { isAncestor } from "./git/history.ts";
import { announce, setState } from "./issue-actions.ts";
import type { Actor } from "./state/account.ts";
import { type PullIssue, pullsOf } from "./state/pull.ts";
import { branchHead, type Repo } from "./state/repository.ts";
import { userOf, type World } from "./state/world.ts";

const openPulls = (repo: Repo) => pullsOf(repo).filter((issue) => issue.state === "open");

/** Pull requests from a branch follow it; they close when it goes. */
export function followHead(
  world: World,
  repo: Repo,
  actor: Actor,
  change: { branch: string; before: string | undefined; after: string | undefined },
): void {
  for (const { base, issue } of pullsFrom(world, repo, change.branch)) {
    if (issue.state !== "open") continue;
    if (!change.after) {
      setState(world, base, issue, { state: "closed", actor });
      continue;
    }
    fetchCommit(base, repo, change.after);
    setHead(world, base, issue, change.after);
    const more = { before: change.before, after: change.after };
    announce(world, base, issue, { action: "synchronize", actor, more });
    // Without commits of its own there is nothing left to merge.
    if (isAncestor(base.git, change.after, branchHead(base, issue.pull.base.ref) ?? ""))
      setState(world, base, issue, { state: "closed", actor });
  }
}

export function setHead(world: World, repo: Repo, issue: PullIssue, sha: string): void {
  issue.pull.head.sha = sha;
  issue.pull.base.sha = branchHead(repo, issue.pull.base.ref) ?? issue.pull.base.sha;
  issue.updatedAt = timestamp(world);
  writeRef(repo.git, `refs/pull/${issue.number}/head`, sha);
}

/** Pull requests into a branch: merged when a push brought their head in, moved on or closed when the branch goes. */
export function followBase(
  world: World,
  repo: Repo,
  actor: Actor,
  change: { branch: string; after: string | undefined },
): void {
  for (const issue of openPulls(repo).filter((one) => one.pull.base.ref === change.branch)) {
    if (!change.after) leaveBase(world, repo, actor, issue);
    else if (isAncestor(repo.git, issue.pull.head.sha, change.after))
      markMerged(world, repo, issue, { actor, sha: change.after });
  }
}

/** When the base was merged itself, GitHub moves the pull request to where it went; else it closes it. */
function leaveBase(world: World, repo: Repo, actor: Actor, issue: PullIssue): void {
  const from = issue.pull.base.ref;
  const merged = pullsFrom(world, repo, from).findLast(
    (one) => one.base === repo && one.issue.pull.mergedAt !== null,
  )?.issue;
  if (!merged || branchHead(repo, merged.pull.base.ref) === undefined)
    return setState(world, repo, issue, { state: "closed", actor });
  retarget(world, repo, issue, { base: merged.pull.base.ref, actor });
}

export function retarget(
  world: World,
  repo: Repo,
  issue: PullIssue,
  change: { base: string; actor: Actor },
): void {
  const from = { ...issue.pull.base };
  issue.pull.base = { ref: change.base, sha: branchHead(repo, change.base) ?? from.sha };
  issue.updatedAt = timestamp(world);
  const changes = { base: { ref: { from: from.ref }, sha: { from: from.sha } } };
  announce(world, repo, issue, { action: "edited", actor: change.actor, more: { changes } });
}

export function markMerged(
  world: World,
  repo: Repo,
  issue: PullIssue,
  merge: { actor: Actor; sha: string },
): void {
  issue.pull.mergedAt = timestamp(world);
  issue.pull.mergedBy = userOf(merge.actor, world);
  issue.pull.mergeCommitSha = merge.sha;
  setState(world, repo, issue, { state: "closed", actor: merge.actor });
}
