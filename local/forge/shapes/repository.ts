import type { Role } from "../state/account.ts";
import type { Repo } from "../state/repository.ts";
import type { World } from "../state/world.ts";
import { simpleUser } from "./user.ts";

/** GitHub's `minimal-repository`. */
export function minimalRepository(world: World, repo: Repo) {
  const api = `${world.urls.api}/repos/${repo.fullName}`;
  return {
    id: repo.id,
    node_id: `R_${repo.id}`,
    name: repo.name,
    full_name: repo.fullName,
    private: repo.private,
    owner: simpleUser(world, repo.owner),
    html_url: `${world.urls.server}/${repo.fullName}`,
    description: null,
    fork: repo.forkOf !== undefined,
    url: api,
    ...addresses(api),
  };
}

function addresses(api: string) {
  return {
    archive_url: `${api}/{archive_format}{/ref}`,
    assignees_url: `${api}/assignees{/user}`,
    blobs_url: `${api}/git/blobs{/sha}`,
    branches_url: `${api}/branches{/branch}`,
    collaborators_url: `${api}/collaborators{/collaborator}`,
    comments_url: `${api}/comments{/number}`,
    commits_url: `${api}/commits{/sha}`,
    compare_url: `${api}/compare/{base}...{head}`,
    contents_url: `${api}/contents/{+path}`,
    contributors_url: `${api}/contributors`,
    deployments_url: `${api}/deployments`,
    downloads_url: `${api}/downloads`,
    events_url: `${api}/events`,
    forks_url: `${api}/forks`,
    git_commits_url: `${api}/git/commits{/sha}`,
    git_refs_url: `${api}/git/refs{/sha}`,
    git_tags_url: `${api}/git/tags{/sha}`,
    hooks_url: `${api}/hooks`,
    issue_comment_url: `${api}/issues/comments{/number}`,
    issue_events_url: `${api}/issues/events{/number}`,
    issues_url: `${api}/issues{/number}`,
    keys_url: `${api}/keys{/key_id}`,
    labels_url: `${api}/labels{/name}`,
    languages_url: `${api}/languages`,
    merges_url: `${api}/merges`,
    milestones_url: `${api}/milestones{/number}`,
    notifications_url: `${api}/notifications{?since,all,participating}`,
    pulls_url: `${api}/pulls{/number}`,
    releases_url: `${api}/releases{/id}`,
    stargazers_url: `${api}/stargazers`,
    statuses_url: `${api}/statuses/{sha}`,
    subscribers_url: `${api}/subscribers`,
    subscription_url: `${api}/subscription`,
    tags_url: `${api}/tags`,
    teams_url: `${api}/teams`,
    trees_url: `${api}/git/trees{/sha}`,
  };
}

/** GitHub's `repository`, as it stands in pull requests and webhooks. */
export function repository(world: World, repo: Repo) {
  const open = [...repo.issues.values()].filter((issue) => issue.state === "open").length;
  const page = `${world.urls.server}/${repo.fullName}`;
  return {
    ...minimalRepository(world, repo),
    git_url: `${page}.git`,
    ssh_url: `${page}.git`,
    clone_url: `${page}.git`,
    svn_url: page,
    mirror_url: null,
    homepage: null,
    language: null,
    license: null,
    forks: 0,
    forks_count: 0,
    stargazers_count: 0,
    watchers: 0,
    watchers_count: 0,
    size: 1,
    default_branch: repo.defaultBranch,
    open_issues: open,
    open_issues_count: open,
    is_template: false,
    topics: [],
    has_issues: repo.settings.hasIssues,
    has_projects: false,
    has_wiki: false,
    has_pages: false,
    has_downloads: false,
    has_discussions: false,
    archived: repo.settings.archived,
    disabled: false,
    allow_forking: true,
    web_commit_signoff_required: false,
    visibility: repo.private ? "private" : "public",
    pushed_at: repo.pushedAt,
    created_at: repo.createdAt,
    updated_at: repo.pushedAt,
  };
}

const ROLES: Role[] = ["read", "triage", "write", "maintain", "admin"];

/** The five switches that GitHub shows for a role. */
export function rolePermissions(role: Role | undefined) {
  const has = (wanted: Role) => role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(wanted);
  return {
    admin: has("admin"),
    maintain: has("maintain"),
    push: has("write"),
    triage: has("triage"),
    pull: has("read"),
  };
}

/** GitHub's `full-repository`. */
export function fullRepository(world: World, repo: Repo, role: Role | undefined) {
  const methods = repo.settings.allowedMergeMethods;
  return {
    ...repository(world, repo),
    permissions: rolePermissions(role),
    allow_squash_merge: methods.includes("squash"),
    allow_merge_commit: methods.includes("merge"),
    allow_rebase_merge: methods.includes("rebase"),
    allow_auto_merge: false,
    allow_update_branch: false,
    delete_branch_on_merge: repo.settings.deleteBranchOnMerge,
    squash_merge_commit_title: "COMMIT_OR_PR_TITLE",
    squash_merge_commit_message: "COMMIT_MESSAGES",
    merge_commit_title: "MERGE_MESSAGE",
    merge_commit_message: "PR_TITLE",
    subscribers_count: 0,
    network_count: 0,
  };
}

/** As it stands in a push payload, where GitHub gives two dates as seconds. */
export function pushedRepository(world: World, repo: Repo) {
  return {
    ...repository(world, repo),
    created_at: Math.floor(Date.parse(repo.createdAt) / 1000),
    pushed_at: Math.floor(Date.parse(repo.pushedAt) / 1000),
    owner: { ...simpleUser(world, repo.owner), name: repo.owner.login, email: null },
    stargazers: 0,
    master_branch: repo.defaultBranch,
  };
}
