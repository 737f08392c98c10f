import { mustCommit, resolveCommit } from "../git/git-repo.ts";
import { entryAt } from "../git/tree-edit.ts";
import { NEEDS, type Need } from "../needs.ts";
import { allows, canSee, concreteNeeds } from "../permissions.ts";
import type { Actor } from "../state/account.ts";
import type { Issue } from "../state/issue.ts";
import { findPull, pullsOf } from "../state/pull.ts";
import type { Repo } from "../state/repository.ts";
import { findRepo, type World } from "../state/world.ts";
import { blobNode, commitNode, treeNode, type View } from "./git-nodes.ts";
import { GraphError } from "./graph-error.ts";
import { issueNode } from "./issues.ts";
import { milestoneConnection, milestoneNode } from "./milestones.ts";
import { pullNode } from "./pulls.ts";
import type { Field } from "./read-operation.ts";
import type { Node } from "./select.ts";

/** The query `repository`. */
export function repositoryNode(world: World, actor: Actor, field: Field): Node {
  const name = `${field.arguments["owner"]}/${field.arguments["name"]}`;
  const repo = findRepo(world, name);
  if (!repo || !canSee(repo, actor))
    throw new GraphError("NOT_FOUND", `Could not resolve to a Repository with the name '${name}'.`);
  const view: View = { world, repo, actor };
  return {
    __typename: "Repository",
    id: `R_${repo.id}`,
    name: repo.name,
    nameWithOwner: repo.fullName,
    isPrivate: repo.private,
    defaultBranchRef: () => refNode(view, `refs/heads/${repo.defaultBranch}`),
    ref: ({ qualifiedName }: Record<string, unknown>) => refNode(view, fullName(String(qualifiedName))),
    object: ({ expression, oid }: Record<string, unknown>) => objectNode(view, String(expression ?? oid)),
    pullRequest: ({ number }: Record<string, unknown>) => pullOf(view, Number(number)),
    issue: ({ number }: Record<string, unknown>) => issueOf(view, Number(number)),
    issueOrPullRequest: ({ number }: Record<string, unknown>) => threadOf(view, Number(number)),
    issues: (page: Record<string, unknown>) => issueConnection(view, page),
    milestones: (page: Record<string, unknown>) => {
      requireRead(view, "GET /repos/{owner}/{repo}/issues");
      return milestoneConnection(view, page, (issue) => issueNode(view, issue));
    },
    milestone: ({ number }: Record<string, unknown>) => {
      requireRead(view, "GET /repos/{owner}/{repo}/issues");
      const found = repo.milestones.get(Number(number));
      return found ? milestoneNode(view, found, (issue) => issueNode(view, issue)) : null;
    },
    pullRequests: (page: Record<string, unknown>) => pullConnection(view, page),
    mergeCommitAllowed: repo.settings.allowedMergeMethods.includes("merge"),
    squashMergeAllowed: repo.settings.allowedMergeMethods.includes("squash"),
    rebaseMergeAllowed: repo.settings.allowedMergeMethods.includes("rebase"),
    labels: (page: Record<string, unknown>) => labelConnection(view, page),
    refs: (search: Record<string, unknown>) => refConnection(view, search),
  };
}

/** Fields ask for the same permissions as the routes that answer the same. */
function requireRead({ repo, actor }: View, route: string): void {
  const need: Need | undefined = NEEDS[route];
  if (need && !concreteNeeds(need, undefined).some((one) => allows(repo, actor, one)))
    throw new GraphError("FORBIDDEN", "Resource not accessible by integration");
}

/** GitHub takes a name without `refs/` for a branch's. */
function fullName(qualified: string): string {
  return qualified.startsWith("refs/") ? qualified : `refs/heads/${qualified}`;
}

function refNode(view: View, ref: string): Node | null {
  const { git } = view.repo;
  const sha = git.refs.get(ref);
  if (!sha) return null;
  const [, prefix = "", name = ""] = /^(refs\/[^/]+\/)(.+)$/.exec(ref) ?? [];
  // A tag with a message is an object of its own.
  const target = () =>
    git.objects.read(sha)?.type === "tag" ? { __typename: "Tag", oid: sha } : commitNode(view, sha);
  return { __typename: "Ref", name, prefix, target };
}

/** GitHub's `RefConnection`: those under a prefix whose name contains the query, by name. */
function refConnection(view: View, { refPrefix, query, ...page }: Record<string, unknown>): Node {
  requireRead(view, "GET /repos/{owner}/{repo}/git/matching-refs/{ref}");
  const prefix = String(refPrefix);
  const found = [...view.repo.git.refs.keys()]
    .filter((ref) => ref.startsWith(prefix) && ref.slice(prefix.length).includes(String(query ?? "")))
    .sort();
  const nodes = pageOf(found, page).map((ref) => refNode(view, ref));
  return { __typename: "RefConnection", totalCount: found.length, nodes };
}

/** GitHub's `LabelConnection`. */
function labelConnection(view: View, page: Record<string, unknown>): Node {
  requireRead(view, "GET /repos/{owner}/{repo}/labels/{name}");
  const found = [...view.repo.labels.values()];
  const nodes = pageOf(found, page).map(({ name }) => ({ __typename: "Label", name }));
  return { __typename: "LabelConnection", totalCount: found.length, nodes };
}

/** GitHub's `PullRequestConnection`: oldest first, or as `orderBy` says. */
function pullConnection(view: View, { orderBy, ...page }: Record<string, unknown>): Node {
  requireRead(view, "GET /repos/{owner}/{repo}/pulls");
  const { field, direction } = (orderBy ?? {}) as { field?: string; direction?: string };
  const sorted = pullsOf(view.repo).toSorted((a, b) => {
    const later = field === "UPDATED_AT" ? a.updatedAt.localeCompare(b.updatedAt) : 0;
    return later || a.number - b.number;
  });
  const found = direction === "DESC" ? sorted.reverse() : sorted;
  const nodes = pageOf(found, page).map((issue) => pullNode(view, issue));
  return { __typename: "PullRequestConnection", totalCount: found.length, nodes };
}

function pageOf<T>(all: T[], { first, last }: Record<string, unknown>): T[] {
  if (typeof first === "number") return all.slice(0, first);
  if (typeof last === "number") return all.slice(-last);
  throw new GraphError("MISSING_PAGINATION_BOUNDARIES", "You must provide a `first` or `last` value.");
}

/** What git calls a revision: `branch`, `branch:path`, a sha, `HEAD:path`. Null when there is none. */
function objectNode(view: View, expression: string): Node | null {
  requireRead(view, "GET /repos/{owner}/{repo}/contents/{path}");
  const { repo } = view;
  const colon = expression.indexOf(":");
  const name = colon < 0 ? expression : expression.slice(0, colon);
  const commit = resolveCommit(repo.git, revisionOf(repo, name));
  if (colon < 0) return commit ? commitNode(view, commit) : looseNode(repo, name);
  const entry = commit && entryAt(repo.git, mustCommit(repo.git, commit).tree, expression.slice(colon + 1));
  if (!entry) return null;
  return entry.mode === "040000" ? treeNode(repo, entry.sha) : blobNode(repo, entry.sha);
}

/** Git prefers a tag to a branch of the same name. */
function revisionOf(repo: Repo, name: string): string {
  if (name === "HEAD") return `refs/heads/${repo.defaultBranch}`;
  return repo.git.refs.has(`refs/tags/${name}`) ? `refs/tags/${name}` : name;
}

/** A tree or a file by its own sha. */
function looseNode(repo: Repo, sha: string): Node | null {
  const type = repo.git.objects.read(sha)?.type;
  if (type === "tree") return treeNode(repo, sha);
  return type === "blob" ? blobNode(repo, sha) : null;
}

function pullOf(view: View, number: number): Node {
  requireRead(view, "GET /repos/{owner}/{repo}/pulls/{pull_number}");
  const issue = findPull(view.repo, number);
  if (!issue || isHidden(view, number))
    throw new GraphError("NOT_FOUND", `Could not resolve to a PullRequest with the number of ${number}.`);
  return pullNode(view, issue);
}

function issueOf(view: View, number: number): Node {
  requireRead(view, "GET /repos/{owner}/{repo}/issues");
  const issue = view.repo.issues.get(number);
  if (!issue || issue.pull)
    throw new GraphError("NOT_FOUND", `Could not resolve to an Issue with the number of ${number}.`);
  return issueNode(view, issue);
}

function threadOf(view: View, number: number): Node {
  requireRead(view, "GET /repos/{owner}/{repo}/issues");
  const issue = view.repo.issues.get(number);
  if (!issue)
    throw new GraphError(
      "NOT_FOUND",
      `Could not resolve to an issue or pull request with the number of ${number}.`,
    );
  return issue.pull ? pullOf(view, number) : issueNode(view, issue);
}

/** GitHub's `IssueConnection`: oldest first, or as `orderBy` says. */
function issueConnection(view: View, { orderBy, labels, states, ...page }: Record<string, unknown>): Node {
  requireRead(view, "GET /repos/{owner}/{repo}/issues");
  const { direction } = (orderBy ?? {}) as { direction?: string };
  const all = [...view.repo.issues.values()].filter(
    (issue) => !issue.pull && isAmong(issue, { labels, states }),
  );
  const found = direction === "DESC" ? all.toReversed() : all;
  const nodes = pageOf(found, page).map((issue) => issueNode(view, issue));
  return { __typename: "IssueConnection", totalCount: all.length, nodes };
}

/** Several labels or states mean one of them. */
function isAmong(issue: Issue, { labels, states }: { labels: unknown; states: unknown }): boolean {
  const isState = states === undefined || [states].flat().includes(issue.state.toUpperCase());
  const names = [labels].flat().map((label) => String(label).toLowerCase());
  return isState && (labels === undefined || names.some((name) => issue.labels.includes(name)));
}

/** What REST cannot read yet, GraphQL cannot either: they ask the same replicas. */
function isHidden({ world, repo }: View, number: number): boolean {
  return world.faults.hidesPath(`/repos/${repo.fullName}/pulls/${number}`);
}
