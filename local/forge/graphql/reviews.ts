import { hasRole } from "../permissions.ts";
import { issueAddress } from "../shapes/issue.ts";
import type { Actor, User } from "../state/account.ts";
import type { PullIssue, Review, ReviewComment } from "../state/pull.ts";
import type { Repo } from "../state/repository.ts";
import type { World } from "../state/world.ts";
import type { View } from "./git-nodes.ts";
import { GraphError } from "./graph-error.ts";
import type { Field } from "./read-operation.ts";
import { inputOf, requireMutation } from "./require-mutation.ts";
import type { Node } from "./select.ts";

export type Given = Record<string, unknown>;

const OPINIONS = ["APPROVED", "CHANGES_REQUESTED", "DISMISSED"];

/** `latestOpinionatedReviews`: the newest review of each person that is more than a comment. */
export function opinionConnection(view: View, issue: PullIssue, given: Given): Node {
  const { repo } = view;
  const latest = new Map<number, Review>();
  for (const review of repo.reviews.values())
    if (review.pull === issue.number && OPINIONS.includes(review.state)) latest.set(review.user.id, review);
  const reviews = [...latest.values()].filter(
    ({ user }) => given["writersOnly"] !== true || hasRole(repo, user.login, "write"),
  );
  return connection("PullRequestReviewConnection", reviews, { given, toNode: reviewNode });
}

/** `reviews`: all that were submitted. */
export function reviewConnection(view: View, issue: PullIssue, given: Given): Node {
  const all = [...view.repo.reviews.values()].filter(
    ({ pull, state }) => pull === issue.number && state !== "PENDING",
  );
  const toNode = (review: Review) => ({ ...reviewNode(review), ...commentsOf(view, review) });
  return connection("PullRequestReviewConnection", all, { given, toNode });
}

function commentsOf(view: View, review: Review) {
  const own = [...view.repo.reviewComments.values()].filter((comment) => comment.review === review.id);
  const toNode = (comment: ReviewComment) => commentNode(view, comment);
  return {
    comments: (given: Given) => connection("PullRequestReviewCommentConnection", own, { given, toNode }),
  };
}

/** `reviewThreads`: each comment on the difference that is no reply begins one. */
export function threadConnection(view: View, issue: PullIssue, given: Given): Node {
  const all = [...view.repo.reviewComments.values()].filter(({ pull }) => pull === issue.number);
  const first = all.filter(({ replyTo }) => replyTo === undefined);
  return connection("PullRequestReviewThreadConnection", first, {
    given,
    toNode: (comment) => threadNode(view, comment),
  });
}

/** The mutations `resolveReviewThread` and `unresolveReviewThread`. */
export function resolveThread(world: World, actor: Actor, field: Field): Node {
  const input = inputOf(field);
  const { repo, comment } = findThread(world, String(input["threadId"]));
  const pull = repo.issues.get(comment.pull);
  requireMutation(repo, actor, {
    mutation: field.name,
    isPull: true,
    ...(pull ? { author: pull.user } : {}),
  });
  if (field.name === "resolveReviewThread" && "user" in actor) comment.resolvedBy = actor.user;
  else delete comment.resolvedBy;
  return {
    __typename: "Payload",
    clientMutationId: input["clientMutationId"] ?? null,
    thread: threadNode({ world, repo, actor }, comment),
  };
}

function findThread(world: World, id: string): { repo: Repo; comment: ReviewComment } {
  for (const repo of world.repos.values()) {
    const comment = repo.reviewComments.get(Number(/^PRRT_(\d+)$/.exec(id)?.[1]));
    if (comment && comment.replyTo === undefined) return { repo, comment };
  }
  throw new GraphError("NOT_FOUND", `Could not resolve to a node with the global id of '${id}'`);
}

/** GitHub's `PullRequestReview`. */
export function reviewNode(review: Review): Node {
  return {
    __typename: "PullRequestReview",
    id: `PRR_${review.id}`,
    databaseId: review.id,
    state: review.state,
    body: review.body,
    submittedAt: review.submittedAt,
    lastEditedAt: review.editedAt ?? null,
    author: actorNode(review.user),
    isMinimized: review.minimized !== undefined,
    minimizedReason: review.minimized ?? null,
  };
}

/** GitHub's `PullRequestReviewThread`. */
function threadNode(view: View, first: ReviewComment): Node {
  const { repo } = view;
  const inThread = [...repo.reviewComments.values()].filter(
    ({ id, replyTo }) => id === first.id || replyTo === first.id,
  );
  return {
    __typename: "PullRequestReviewThread",
    id: `PRRT_${first.id}`,
    isResolved: first.resolvedBy !== undefined,
    resolvedBy: first.resolvedBy ? actorNode(first.resolvedBy) : null,
    path: first.path,
    line: first.line,
    originalLine: first.line,
    diffSide: first.side,
    subjectType: first.subjectType.toUpperCase(),
    comments: (given: Given) =>
      connection("PullRequestReviewCommentConnection", inThread, {
        given,
        toNode: (comment) => commentNode(view, comment),
      }),
  };
}

/** GitHub's `PullRequestReviewComment`. */
function commentNode({ world, repo }: View, comment: ReviewComment): Node {
  const pull = repo.issues.get(comment.pull);
  const page = pull ? issueAddress(world, repo, pull) : "";
  return {
    __typename: "PullRequestReviewComment",
    id: `PRRC_${comment.id}`,
    databaseId: comment.id,
    body: comment.body,
    diffHunk: comment.diffHunk,
    path: comment.path,
    createdAt: comment.createdAt,
    updatedAt: comment.updatedAt,
    url: `${page}#discussion_r${comment.id}`,
    author: actorNode(comment.user),
    isMinimized: comment.minimized !== undefined,
    minimizedReason: comment.minimized ?? null,
  };
}

/** GitHub's `Actor`: GraphQL writes a bot's name without its ending. */
export function actorNode(user: User): Node {
  const login = user.login.replace(/\[bot\]$/, "");
  return { __typename: user.type, login, id: `U_${user.id}`, databaseId: user.id };
}

/** A page of a list: `first` after a cursor, which is the place of the last one seen. */
export function connection<T>(
  name: string,
  all: T[],
  { given, toNode }: { given: Given; toNode: (item: T) => Node },
): Node {
  const last = given["last"] === undefined ? undefined : Number(given["last"]);
  const start = last === undefined ? Number(given["after"] ?? 0) : Math.max(0, all.length - last);
  const end = last === undefined ? start + Number(given["first"] ?? 100) : all.length;
  return {
    __typename: name,
    totalCount: all.length,
    pageInfo: {
      __typename: "PageInfo",
      hasNextPage: end < all.length,
      endCursor: String(Math.min(end, all.length)),
    },
    nodes: all.slice(start, end).map(toNode),
  };
}
