import { editTexts } from "../issue-actions.ts";
import { setDraft } from "../pull-open.ts";
import { pullMergeability } from "../pull-state.ts";
import { issueAddress } from "../shapes/issue.ts";
import type { Actor } from "../state/account.ts";
import { type PullIssue, pullsOf } from "../state/pull.ts";
import type { Repo } from "../state/repository.ts";
import type { World } from "../state/world.ts";
import { commitNode } from "./git-nodes.ts";
import { GraphError } from "./graph-error.ts";
import type { Field } from "./read-operation.ts";
import { bodyIn, inputOf, requireMutation } from "./require-mutation.ts";
import { opinionConnection, reviewConnection, threadConnection } from "./reviews.ts";
import type { Node } from "./select.ts";

/** The mutations `markPullRequestReadyForReview` and `convertPullRequestToDraft`. */
export function changeDraft(world: World, actor: Actor, field: Field): Node {
  const input = inputOf(field);
  const { repo, issue } = findPullNode(world, String(input["pullRequestId"]));
  requireMutation(repo, actor, { mutation: field.name, author: issue.user, isPull: true });
  setDraft(world, repo, actor, { issue, draft: field.name === "convertPullRequestToDraft" });
  return {
    __typename: "Payload",
    clientMutationId: input["clientMutationId"] ?? null,
    pullRequest: pullNode({ world, repo, actor }, issue),
  };
}

/** The mutation `updatePullRequest`, as far as texts go. */
export function updatePullRequest(world: World, actor: Actor, field: Field): Node {
  const input = inputOf(field);
  const { repo, issue } = findPullNode(world, String(input["pullRequestId"]));
  requireMutation(repo, actor, { mutation: field.name, author: issue.user, isPull: true });
  const title = input["title"];
  editTexts({ world, repo, actor }, issue, {
    ...(typeof title === "string" ? { title } : {}),
    ...("body" in input ? { body: bodyIn(input) } : {}),
  });
  return {
    __typename: "UpdatePullRequestPayload",
    clientMutationId: input["clientMutationId"] ?? null,
    pullRequest: pullNode({ world, repo, actor }, issue),
  };
}

/** The mutation `enqueuePullRequest`. */
export function enqueuePullRequest(world: World, actor: Actor, field: Field): Node {
  const input = inputOf(field);
  const { repo, issue } = findPullNode(world, String(input["pullRequestId"]));
  requireMutation(repo, actor, { mutation: field.name, author: issue.user, isPull: true });
  if (!repo.settings.mergeQueues.includes(issue.pull.base.ref))
    throw new GraphError("UNPROCESSABLE", "The base branch does not require a merge queue");
  if (input["expectedHeadOid"] !== undefined && input["expectedHeadOid"] !== issue.pull.head.sha)
    throw new GraphError("UNPROCESSABLE", "The head of the pull request was modified");
  issue.pull.queued = true;
  return { __typename: "EnqueuePullRequestPayload", clientMutationId: input["clientMutationId"] ?? null };
}

/** A pull request by its node id. */
export function findPullNode(world: World, id: string): { repo: Repo; issue: PullIssue } {
  for (const repo of world.repos.values()) {
    const issue = pullsOf(repo).find((one) => `PR_${one.pull.id}` === id);
    if (issue) return { repo, issue };
  }
  throw new GraphError("NOT_FOUND", `Could not resolve to a node with the global id of '${id}'`);
}

/** GitHub's `PullRequest`. */
export function pullNode(view: { world: World; repo: Repo; actor: Actor }, issue: PullIssue): Node {
  const { world, repo } = view;
  const { pull } = issue;
  const merged = pull.mergedAt !== null;
  return {
    __typename: "PullRequest",
    id: `PR_${pull.id}`,
    number: issue.number,
    title: issue.title,
    body: issue.body ?? "",
    isDraft: pull.draft,
    isInMergeQueue: pull.queued ?? false,
    merged,
    state: merged ? "MERGED" : issue.state.toUpperCase(),
    url: issueAddress(world, repo, issue),
    headRefName: pull.head.ref,
    headRefOid: pull.head.sha,
    isCrossRepository: pull.head.repo !== undefined,
    baseRefName: pull.base.ref,
    baseRefOid: pull.base.sha,
    mergeCommit: () => (merged && pull.mergeCommitSha ? commitNode(view, pull.mergeCommitSha) : null),
    latestOpinionatedReviews: (given: Record<string, unknown>) => opinionConnection(view, issue, given),
    reviews: (given: Record<string, unknown>) => reviewConnection(view, issue, given),
    reviewThreads: (given: Record<string, unknown>) => threadConnection(view, issue, given),
    mergeable: () => MERGEABLE[String(pullMergeability(repo, issue).mergeable)],
  };
}

const MERGEABLE: Record<string, string> = { true: "MERGEABLE", false: "CONFLICTING", null: "UNKNOWN" };
