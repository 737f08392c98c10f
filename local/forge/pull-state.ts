import { mustCommit, writeCommit, writeRef } from "./git/git-repo.ts";
import { mergeTree } from "./git/merge.ts";
import { signatureOf } from "./shapes/commit.ts";
import { ACTIONS_BOT } from "./state/account.ts";
import type { PullIssue } from "./state/pull.ts";
import { branchHead, type Repo } from "./state/repository.ts";
import { findUser, type World } from "./state/world.ts";

/** `mergeable`, `mergeable_state` and `rebaseable`, computed by git itself. */
export function pullMergeability(repo: Repo, issue: PullIssue) {
  if (issue.state === "closed") return { mergeable: null, mergeable_state: "unknown", rebaseable: null };
  if (isSettling(repo, issue.pull.base.ref, "reads"))
    return { mergeable: null, mergeable_state: "unknown", rebaseable: null };
  const base = branchHead(repo, issue.pull.base.ref);
  const clean = base !== undefined && mergeTree(repo.git, base, issue.pull.head.sha) !== undefined;
  return { mergeable: clean, mergeable_state: stateOf(repo, issue, clean), rebaseable: clean };
}

/** Whether GitHub is still busy with an earlier merge into this branch; asking counts. */
export function isSettling(repo: Repo, branch: string, what: "merges" | "reads"): boolean {
  const left = repo.settling.get(branch);
  if (!left || left[what] <= 0) return false;
  left[what] -= 1;
  return true;
}

function stateOf(repo: Repo, issue: PullIssue, clean: boolean): string {
  if (!clean) return "dirty";
  if (issue.pull.draft) return "draft";
  if (lacksApproval(repo, issue)) return "blocked";
  return hasOpenChecks(repo, issue.pull.head.sha) ? "unstable" : "clean";
}

/** A protected base whose required approvals are not there. */
export function lacksApproval(repo: Repo, issue: PullIssue): boolean {
  const { protectDefaultBranch, requiredApprovals } = repo.settings;
  if (!protectDefaultBranch || issue.pull.base.ref !== repo.defaultBranch) return false;
  const latest = new Map<string, string>();
  for (const review of repo.reviews.values()) {
    if (review.pull !== issue.number || review.state === "COMMENTED" || review.state === "PENDING") continue;
    if (isWriter(repo, review.user.login)) latest.set(review.user.login, review.state);
  }
  const states = [...latest.values()];
  if (states.includes("CHANGES_REQUESTED")) return true;
  return states.filter((state) => state === "APPROVED").length < requiredApprovals;
}

function isWriter(repo: Repo, login: string): boolean {
  const role = repo.collaborators.get(login.toLowerCase());
  return login === repo.owner.login || role === "write" || role === "maintain" || role === "admin";
}

function hasOpenChecks(repo: Repo, sha: string): boolean {
  const latest = new Map(
    repo.statuses.filter((status) => status.sha === sha).map((one) => [one.context, one.state]),
  );
  const good = ["success", "neutral", "skipped"];
  const checks = [...repo.checkRuns.values()].filter((check) => check.headSha === sha);
  return (
    [...latest.values()].some((state) => state !== "success") ||
    checks.some((check) => check.status !== "completed" || !good.includes(check.conclusion ?? ""))
  );
}

/** Writes `refs/pull/N/merge`: the commit that CI of a pull request runs on. Undefined when there is a conflict. */
export function publishTestMerge(world: World, repo: Repo, issue: PullIssue): string | undefined {
  const { head, base } = issue.pull;
  const baseHead = branchHead(repo, base.ref) ?? base.sha;
  const tree = mergeTree(repo.git, baseHead, head.sha);
  if (!tree) return undefined;
  const date = mustCommit(repo.git, head.sha).committer.date;
  const signature = signatureOf(findUser(world, ACTIONS_BOT)!, date);
  const message = `Merge ${head.sha} into ${baseHead}`;
  const parents = [baseHead, head.sha];
  const sha = writeCommit(repo.git, { tree, parents, author: signature, committer: signature, message });
  writeRef(repo.git, `refs/pull/${issue.number}/merge`, sha);
  return sha;
}
