import { timestamp } from "./clock.ts";
import { mustCommit, writeCommit } from "./git/git-repo.ts";
import { commitsBetween } from "./git/history.ts";
import { mergeTree, rebase } from "./git/merge.ts";
import { closeMentioned } from "./issue-actions.ts";
import { markMerged } from "./pull-follow.ts";
import { isSettling, lacksApproval } from "./pull-state.ts";
import { changeRef } from "./ref-actions.ts";
import { Refusal } from "./reply.ts";
import { signatureOf } from "./shapes/commit.ts";
import type { Actor } from "./state/account.ts";
import type { PullIssue } from "./state/pull.ts";
import { branchHead, type MergeMethod, type Repo } from "./state/repository.ts";
import { userOf, type World } from "./state/world.ts";

export interface MergeRequest {
  method: MergeMethod;
  sha?: string;
  title?: string;
  message?: string;
  /** Its turn in the merge queue has come. */
  fromQueue?: true;
}

/** Merges a pull request as GitHub does, or refuses as it does. Returns the merge's commit. */
export function mergePull(
  world: World,
  repo: Repo,
  actor: Actor,
  issue: PullIssue,
  request: MergeRequest,
): string {
  const { pull } = issue;
  const base = branchHead(repo, pull.base.ref);
  checkMerge(repo, issue, request);
  if (repo.settings.mergeQueues.includes(pull.base.ref) && !request.fromQueue)
    throw new Refusal(
      405,
      "Repository rule violations found\n\nChanges must be made through the merge queue",
    );
  if (isSettling(repo, pull.base.ref, "merges"))
    throw new Refusal(405, "Base branch was modified. Review and try the merge again.");
  if (!base) throw new Refusal(405, "Base branch does not exist");
  const sha = makeMerge(world, repo, actor, { issue, request, base });
  if (!sha) throw new Refusal(405, "Pull Request is not mergeable");
  // Marked before the ref moves, so that the push does not look like a merge by hand.
  pull.base.sha = base;
  issue.state = "closed";
  try {
    changeRef(world, repo, actor, { ref: `refs/heads/${pull.base.ref}`, after: sha, throughPull: true });
  } finally {
    issue.state = "open";
  }
  markMerged(world, repo, issue, { actor, sha });
  repo.settling.set(pull.base.ref, { ...repo.settings.settling });
  if (pull.base.ref === repo.defaultBranch) closeMentioned(world, repo, issue.body ?? "", actor);
  if (
    repo.settings.deleteBranchOnMerge &&
    pull.head.repo === undefined &&
    branchHead(repo, pull.head.ref) &&
    pull.head.ref !== repo.defaultBranch
  )
    changeRef(world, repo, actor, { ref: `refs/heads/${pull.head.ref}`, after: undefined });
  return sha;
}

function checkMerge(repo: Repo, issue: PullIssue, request: MergeRequest): void {
  const { pull } = issue;
  if (pull.mergedAt || issue.state === "closed") throw new Refusal(405, "Pull Request is not mergeable");
  if (request.sha && request.sha !== pull.head.sha)
    throw new Refusal(409, "Head branch was modified. Review and try the merge again.");
  if (pull.draft) throw new Refusal(405, "Pull Request is still a draft");
  if (!repo.settings.allowedMergeMethods.includes(request.method))
    throw new Refusal(405, methodRefused(request.method));
  if (lacksApproval(repo, issue)) {
    const count = repo.settings.requiredApprovals;
    throw new Refusal(405, `At least ${count} approving review is required by reviewers with write access.`);
  }
}

function methodRefused(method: MergeMethod): string {
  const words = { merge: "Merge commits", squash: "Squash merges", rebase: "Rebase merges" };
  return `${words[method]} are not allowed on this repository.`;
}

interface Making {
  issue: PullIssue;
  request: MergeRequest;
  base: string;
}

function makeMerge(world: World, repo: Repo, actor: Actor, making: Making): string | undefined {
  const { issue, request, base } = making;
  const head = issue.pull.head.sha;
  const user = userOf(actor, world);
  const signature = signatureOf(user, timestamp(world));
  if (request.method === "rebase") return rebase(repo.git, base, head, signature)?.head;
  const tree = mergeTree(repo.git, base, head);
  if (!tree) return undefined;
  const squash = request.method === "squash";
  const sha = writeCommit(repo.git, {
    tree,
    parents: squash ? [base] : [base, head],
    author: squash ? signatureOf(issue.user, signature.date) : signature,
    committer: signature,
    message: squash ? squashMessage(repo, making) : mergeMessage(repo, making),
  });
  repo.verified.add(sha);
  return sha;
}

function mergeMessage(repo: Repo, { issue, request }: Making): string {
  const title =
    request.title ??
    `Merge pull request #${issue.number} from ${(issue.pull.head.repo ?? repo.fullName).split("/")[0]}/${issue.pull.head.ref}`;
  return withBody(title, request.message ?? issue.title);
}

/** One commit: its own message; several: the pull request's title and a list of theirs. */
function squashMessage(repo: Repo, { issue, request, base }: Making): string {
  const commits = commitsBetween(repo.git, base, issue.pull.head.sha).map(
    (sha) => mustCommit(repo.git, sha).message,
  );
  const [only] = commits;
  const single = commits.length === 1 && only ? only.split("\n") : undefined;
  const title = request.title ?? `${single ? single[0] : issue.title} (#${issue.number})`;
  const list = commits.map((message) => `* ${message}`).join("\n\n");
  return withBody(title, request.message ?? (single ? single.slice(1).join("\n").trim() : list));
}

function withBody(title: string, body: string): string {
  return body ? `${title}\n\n${body}` : title;
}
