import type { Level, Role } from "./state/account.ts";

/**
 * What a route asks of a token. Apps and workflows: a permission and its level. People: a role in the repository.
 * `issues|pull_requests` means the one that fits the number: pull requests are issues too.
 */
export interface Need {
  permission: string;
  level: Level;
  role: Role;
}

const need = (permission: string, level: Level, role: Role): Need => ({ permission, level, role });

export const repo = "/repos/{owner}/{repo}";

export const metadata = need("metadata", "read", "read");

const contentsRead = need("contents", "read", "read");

const contentsWrite = need("contents", "write", "write");

const issuesRead = need("issues|pull_requests", "read", "read");

/** Anyone who can read may open issues and comment. */
const talk = need("issues|pull_requests", "write", "read");

export const triage = need("issues|pull_requests", "write", "triage");

const pullsRead = need("pull_requests", "read", "read");

const pullsWrite = need("pull_requests", "write", "write");

const pullsTalk = need("pull_requests", "write", "read");

const checksRead = need("checks", "read", "read");

const checksWrite = need("checks", "write", "write");

const actionsRead = need("actions", "read", "read");

const actionsWrite = need("actions", "write", "write");

/** The one home of who may call what. Routes outside a repository stand in `OPEN` or authenticate themselves. */
export const NEEDS: Record<string, Need> = {
  "GET /orgs/{org}/teams/{team_slug}/memberships/{username}": need("members", "read", "read"),
  [`GET ${repo}`]: metadata,
  [`GET ${repo}/collaborators`]: need("metadata", "read", "write"),
  [`GET ${repo}/collaborators/{username}`]: need("metadata", "read", "write"),
  [`GET ${repo}/collaborators/{username}/permission`]: need("metadata", "read", "write"),
  [`GET ${repo}/activity`]: contentsRead,
  [`GET ${repo}/branches`]: contentsRead,
  [`GET ${repo}/branches/{branch}`]: contentsRead,
  [`GET ${repo}/branches/{branch}/protection`]: need("administration", "read", "admin"),
  [`POST ${repo}/merges`]: contentsWrite,
  [`GET ${repo}/compare/{basehead}`]: contentsRead,
  [`GET ${repo}/commits`]: contentsRead,
  [`GET ${repo}/commits/{ref}`]: contentsRead,
  [`GET ${repo}/commits/{ref}/status`]: need("statuses", "read", "read"),
  [`GET ${repo}/commits/{ref}/statuses`]: need("statuses", "read", "read"),
  [`GET ${repo}/commits/{ref}/check-runs`]: checksRead,
  [`GET ${repo}/commits/{ref}/check-suites`]: checksRead,
  [`GET ${repo}/commits/{commit_sha}/pulls`]: pullsRead,
  [`POST ${repo}/statuses/{sha}`]: need("statuses", "write", "write"),
  [`POST ${repo}/check-runs`]: checksWrite,
  [`GET ${repo}/check-runs/{check_run_id}`]: checksRead,
  [`PATCH ${repo}/check-runs/{check_run_id}`]: checksWrite,
  [`GET ${repo}/check-runs/{check_run_id}/annotations`]: checksRead,
  [`GET ${repo}/check-suites/{check_suite_id}`]: checksRead,
  [`GET ${repo}/check-suites/{check_suite_id}/check-runs`]: checksRead,
  [`POST ${repo}/dispatches`]: contentsWrite,
  [`GET ${repo}/releases`]: contentsRead,
  [`POST ${repo}/releases`]: contentsWrite,
  [`PATCH ${repo}/releases/{release_id}`]: contentsWrite,
  [`POST ${repo}/releases/{release_id}/assets`]: contentsWrite,

  [`GET ${repo}/issues`]: need("issues", "read", "read"),
  [`POST ${repo}/issues`]: need("issues", "write", "read"),
  [`GET ${repo}/issues/{issue_number}`]: issuesRead,
  [`PATCH ${repo}/issues/{issue_number}`]: talk,
  [`GET ${repo}/issues/{issue_number}/comments`]: issuesRead,
  [`GET ${repo}/issues/{issue_number}/events`]: issuesRead,
  [`POST ${repo}/issues/{issue_number}/comments`]: talk,
  [`GET ${repo}/issues/comments`]: issuesRead,
  [`GET ${repo}/issues/comments/{comment_id}`]: issuesRead,
  [`PATCH ${repo}/issues/comments/{comment_id}`]: talk,
  [`DELETE ${repo}/issues/comments/{comment_id}`]: talk,
  [`GET ${repo}/issues/{issue_number}/labels`]: issuesRead,
  [`POST ${repo}/issues/{issue_number}/labels`]: triage,
  [`PUT ${repo}/issues/{issue_number}/labels`]: triage,
  [`DELETE ${repo}/issues/{issue_number}/labels`]: triage,
  [`DELETE ${repo}/issues/{issue_number}/labels/{name}`]: triage,
  [`GET ${repo}/issues/{issue_number}/dependencies/blocked_by`]: issuesRead,
  [`POST ${repo}/issues/{issue_number}/dependencies/blocked_by`]: triage,
  [`GET ${repo}/issues/{issue_number}/sub_issues`]: issuesRead,
  [`POST ${repo}/issues/{issue_number}/sub_issues`]: triage,
  [`GET ${repo}/milestones`]: issuesRead,
  [`POST ${repo}/milestones`]: need("issues|pull_requests", "write", "write"),
  [`GET ${repo}/milestones/{milestone_number}`]: issuesRead,
  [`PATCH ${repo}/milestones/{milestone_number}`]: need("issues|pull_requests", "write", "write"),
  [`DELETE ${repo}/milestones/{milestone_number}`]: need("issues|pull_requests", "write", "write"),
  [`GET ${repo}/labels`]: issuesRead,
  [`POST ${repo}/labels`]: need("issues|pull_requests", "write", "write"),
  [`GET ${repo}/labels/{name}`]: issuesRead,
  [`PATCH ${repo}/labels/{name}`]: need("issues|pull_requests", "write", "write"),
  [`DELETE ${repo}/labels/{name}`]: need("issues|pull_requests", "write", "write"),
  [`GET ${repo}/issues/{issue_number}/reactions`]: issuesRead,
  [`POST ${repo}/issues/{issue_number}/reactions`]: talk,
  [`DELETE ${repo}/issues/{issue_number}/reactions/{reaction_id}`]: talk,
  [`GET ${repo}/issues/comments/{comment_id}/reactions`]: issuesRead,
  [`POST ${repo}/issues/comments/{comment_id}/reactions`]: talk,
  [`DELETE ${repo}/issues/comments/{comment_id}/reactions/{reaction_id}`]: talk,

  [`GET ${repo}/pulls`]: pullsRead,
  [`POST ${repo}/pulls`]: pullsTalk,
  [`GET ${repo}/pulls/{pull_number}`]: pullsRead,
  [`PATCH ${repo}/pulls/{pull_number}`]: pullsTalk,
  [`GET ${repo}/pulls/{pull_number}/files`]: pullsRead,
  [`GET ${repo}/pulls/{pull_number}/commits`]: pullsRead,
  [`GET ${repo}/pulls/{pull_number}/merge`]: pullsRead,
  [`PUT ${repo}/pulls/{pull_number}/merge`]: contentsWrite,
  [`PUT ${repo}/pulls/{pull_number}/update-branch`]: pullsWrite,
  [`POST ${repo}/pulls/{pull_number}/requested_reviewers`]: pullsWrite,
  [`GET ${repo}/pulls/{pull_number}/reviews`]: pullsRead,
  [`POST ${repo}/pulls/{pull_number}/reviews`]: pullsTalk,
  [`GET ${repo}/pulls/{pull_number}/reviews/{review_id}`]: pullsRead,
  [`GET ${repo}/pulls/{pull_number}/reviews/{review_id}/comments`]: pullsRead,
  [`PUT ${repo}/pulls/{pull_number}/reviews/{review_id}/dismissals`]: pullsWrite,
  [`GET ${repo}/pulls/{pull_number}/comments`]: pullsRead,
  [`POST ${repo}/pulls/{pull_number}/comments`]: pullsTalk,
  [`POST ${repo}/pulls/{pull_number}/comments/{comment_id}/replies`]: pullsTalk,
  [`GET ${repo}/pulls/comments`]: pullsRead,
  [`GET ${repo}/pulls/comments/{comment_id}`]: pullsRead,
  [`PATCH ${repo}/pulls/comments/{comment_id}`]: pullsTalk,
  [`DELETE ${repo}/pulls/comments/{comment_id}`]: pullsTalk,
  [`GET ${repo}/pulls/comments/{comment_id}/reactions`]: pullsRead,
  [`POST ${repo}/pulls/comments/{comment_id}/reactions`]: pullsTalk,
  [`DELETE ${repo}/pulls/comments/{comment_id}/reactions/{reaction_id}`]: pullsTalk,

  [`GET ${repo}/contents/{path}`]: contentsRead,
  [`PUT ${repo}/contents/{path}`]: contentsWrite,
  [`DELETE ${repo}/contents/{path}`]: contentsWrite,
  [`POST ${repo}/git/blobs`]: contentsWrite,
  [`GET ${repo}/git/blobs/{file_sha}`]: contentsRead,
  [`POST ${repo}/git/trees`]: contentsWrite,
  [`GET ${repo}/git/trees/{tree_sha}`]: contentsRead,
  [`POST ${repo}/git/commits`]: contentsWrite,
  [`GET ${repo}/git/commits/{commit_sha}`]: contentsRead,
  [`GET ${repo}/git/ref/{ref}`]: contentsRead,
  [`GET ${repo}/git/matching-refs/{ref}`]: contentsRead,
  [`POST ${repo}/git/refs`]: contentsWrite,
  [`PATCH ${repo}/git/refs/{ref}`]: contentsWrite,
  [`DELETE ${repo}/git/refs/{ref}`]: contentsWrite,
  [`POST ${repo}/git/tags`]: contentsWrite,
  [`GET ${repo}/git/tags/{tag_sha}`]: contentsRead,

  [`GET ${repo}/actions/workflows`]: actionsRead,
  [`GET ${repo}/actions/workflows/{workflow_id}`]: actionsRead,
  [`GET ${repo}/actions/workflows/{workflow_id}/runs`]: actionsRead,
  [`POST ${repo}/actions/workflows/{workflow_id}/dispatches`]: actionsWrite,
  [`GET ${repo}/actions/runs`]: actionsRead,
  [`GET ${repo}/actions/runs/{run_id}`]: actionsRead,
  [`GET ${repo}/actions/runs/{run_id}/jobs`]: actionsRead,
  [`GET ${repo}/actions/runs/{run_id}/artifacts`]: actionsRead,
  [`POST ${repo}/actions/runs/{run_id}/cancel`]: actionsWrite,
  [`POST ${repo}/actions/runs/{run_id}/approve`]: actionsWrite,
  [`GET ${repo}/actions/jobs/{job_id}`]: actionsRead,
  [`GET ${repo}/actions/jobs/{job_id}/logs`]: actionsRead,
  [`GET ${repo}/actions/artifacts`]: actionsRead,
  [`GET ${repo}/actions/artifacts/{artifact_id}`]: actionsRead,
  [`GET ${repo}/actions/artifacts/{artifact_id}/{archive_format}`]: actionsRead,
  [`PATCH ${repo}`]: need("administration", "write", "admin"),
  [`GET ${repo}/rules/branches/{branch}`]: metadata,
  [`GET ${repo}/actions/secrets`]: need("secrets", "read", "write"),
  [`GET ${repo}/actions/organization-secrets`]: need("secrets", "read", "write"),
  [`PUT ${repo}/actions/workflows/{workflow_id}/enable`]: actionsWrite,
  [`GET ${repo}/actions/permissions`]: need("administration", "read", "admin"),
  [`PUT ${repo}/actions/permissions`]: need("administration", "write", "admin"),
  [`GET ${repo}/actions/permissions/selected-actions`]: need("administration", "read", "admin"),
  [`GET ${repo}/actions/permissions/workflow`]: need("administration", "read", "admin"),
  [`PUT ${repo}/actions/permissions/workflow`]: need("administration", "write", "admin"),
};

/** GraphQL mutations, by their names. */
export const MUTATION_NEEDS: Record<string, Need> = {
  markPullRequestReadyForReview: pullsWrite,
  convertPullRequestToDraft: pullsWrite,
  enqueuePullRequest: pullsWrite,
  updatePullRequest: pullsWrite,
  updateIssueComment: need("issues|pull_requests", "write", "write"),
  pinIssue: need("issues", "write", "write"),
  addReaction: talk,
  minimizeComment: need("issues|pull_requests", "write", "write"),
  resolveReviewThread: pullsWrite,
  unresolveReviewThread: pullsWrite,
  createCommitOnBranch: contentsWrite,
  updateRefs: contentsWrite,
};

/** Routes that ask for no permission: public ones, and those that look at the token's kind themselves. */
export const OPEN: string[] = [
  "GET /meta",
  "GET /rate_limit",
  "GET /user",
  "GET /user/installations",
  "GET /user/installations/{installation_id}/repositories",
  "DELETE /applications/{client_id}/token",
  "GET /users/{username}",
  "GET /app",
  "GET /app/hook/config",
  "GET /app/hook/deliveries",
  "GET /app/installations",
  "GET /app/installations/{installation_id}",
  "POST /app/installations/{installation_id}/access_tokens",
  "GET /apps/{app_slug}",
  "GET /installation/repositories",
  "DELETE /installation/token",
  "GET /repos/{owner}/{repo}/installation",
];
