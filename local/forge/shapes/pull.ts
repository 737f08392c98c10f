import { headRepo } from "../forks.ts";
import { diffCounts, diffFiles } from "../git/diff.ts";
import { commitsBetween, mergeBase } from "../git/history.ts";
import { pullMergeability } from "../pull-state.ts";
import type { PullIssue } from "../state/pull.ts";
import type { Repo } from "../state/repository.ts";
import type { World } from "../state/world.ts";
import { issueAddress, labelsOf } from "./issue.ts";
import { repository } from "./repository.ts";
import { association, simpleUser } from "./user.ts";

/** GitHub's `pull-request-simple`, as in lists. */
export function simplePull(world: World, repo: Repo, issue: PullIssue) {
  const api = `${world.urls.api}/repos/${repo.fullName}`;
  const url = `${api}/pulls/${issue.number}`;
  const page = issueAddress(world, repo, issue);
  const { pull } = issue;
  return {
    id: pull.id,
    node_id: `PR_${pull.id}`,
    url,
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: `${api}/issues/${issue.number}`,
    ...addresses(api, issue),
    number: issue.number,
    state: issue.state,
    locked: false,
    active_lock_reason: null,
    title: issue.title,
    body: issue.body,
    user: simpleUser(world, issue.user),
    labels: labelsOf(world, repo, issue),
    milestone: null,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeCommitSha,
    assignee: issue.assignees[0] ? simpleUser(world, issue.assignees[0]) : null,
    assignees: issue.assignees.map((user) => simpleUser(world, user)),
    requested_reviewers: pull.requestedReviewers.map((user) => simpleUser(world, user)),
    requested_teams: [],
    head: side(world, headRepo(world, repo, issue), pull.head),
    base: side(world, repo, pull.base),
    _links: links(api, page, issue),
    author_association: association(repo, issue.user),
    auto_merge: null,
    draft: pull.draft,
  };
}

function addresses(api: string, { number, pull }: PullIssue) {
  return {
    commits_url: `${api}/pulls/${number}/commits`,
    review_comments_url: `${api}/pulls/${number}/comments`,
    review_comment_url: `${api}/pulls/comments{/number}`,
    comments_url: `${api}/issues/${number}/comments`,
    statuses_url: `${api}/statuses/${pull.head.sha}`,
  };
}

function links(api: string, page: string, issue: PullIssue) {
  const all = addresses(api, issue);
  return {
    self: { href: `${api}/pulls/${issue.number}` },
    html: { href: page },
    issue: { href: `${api}/issues/${issue.number}` },
    comments: { href: all.comments_url },
    review_comments: { href: all.review_comments_url },
    review_comment: { href: all.review_comment_url },
    commits: { href: all.commits_url },
    statuses: { href: all.statuses_url },
  };
}

function side(world: World, repo: Repo, end: { ref: string; sha: string }) {
  return {
    label: `${repo.owner.login}:${end.ref}`,
    ref: end.ref,
    sha: end.sha,
    user: simpleUser(world, repo.owner),
    repo: {
      ...repository(world, repo),
      allow_squash_merge: repo.settings.allowedMergeMethods.includes("squash"),
      allow_merge_commit: repo.settings.allowedMergeMethods.includes("merge"),
      allow_rebase_merge: repo.settings.allowedMergeMethods.includes("rebase"),
      delete_branch_on_merge: repo.settings.deleteBranchOnMerge,
    },
  };
}

/** GitHub's `pull-request`, as for a single one and in webhooks. */
export function fullPull(world: World, repo: Repo, issue: PullIssue) {
  const { pull } = issue;
  const files = diffCounts(repo.git, leftBase(repo, issue), pull.head.sha);
  const comments = [...repo.comments.values()].filter((comment) => comment.issue === issue.number);
  const reviewComments = [...repo.reviewComments.values()].filter((comment) => comment.pull === issue.number);
  return {
    ...simplePull(world, repo, issue),
    merged: pull.mergedAt !== null,
    ...pullMergeability(repo, issue),
    merged_by: pull.mergedBy ? simpleUser(world, pull.mergedBy) : null,
    comments: comments.length,
    review_comments: reviewComments.length,
    maintainer_can_modify: false,
    commits: commitsBetween(repo.git, pull.base.sha, pull.head.sha).length,
    additions: files.reduce((sum, file) => sum + file.additions, 0),
    deletions: files.reduce((sum, file) => sum + file.deletions, 0),
    changed_files: files.length,
  };
}

/** The pull request's own difference: from where it left its base. */
export function pullFiles(repo: Repo, issue: PullIssue) {
  return diffFiles(repo.git, leftBase(repo, issue), issue.pull.head.sha);
}

function leftBase(repo: Repo, { pull }: PullIssue): string | undefined {
  return mergeBase(repo.git, pull.base.sha, pull.head.sha);
}

/** GitHub's `pull-request-minimal`, as in check and workflow runs. */
export function minimalPull(world: World, repo: Repo, issue: PullIssue) {
  const { number, pull } = issue;
  const api = `${world.urls.api}/repos/${repo.fullName}`;
  const end = ({ id, name, fullName }: Repo) => ({ id, url: `${world.urls.api}/repos/${fullName}`, name });
  return {
    id: pull.id,
    number,
    url: `${api}/pulls/${number}`,
    head: { ref: pull.head.ref, sha: pull.head.sha, repo: end(headRepo(world, repo, issue)) },
    base: { ref: pull.base.ref, sha: pull.base.sha, repo: end(repo) },
  };
}

/** Open pull requests whose head is this commit. */
export function pullsAtHead(world: World, repo: Repo, sha: string) {
  return [...repo.issues.values()]
    .filter((issue): issue is PullIssue => issue.state === "open" && issue.pull?.head.sha === sha)
    .map((issue) => minimalPull(world, repo, issue));
}
