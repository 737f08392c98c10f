import { editComment } from "../comment-actions.ts";
import type { Actor } from "../state/account.ts";
import type { Comment } from "../state/issue.ts";
import type { Repo } from "../state/repository.ts";
import type { World } from "../state/world.ts";
import { GraphError } from "./graph-error.ts";
import type { Field } from "./read-operation.ts";
import { bodyIn, inputOf, requireMutation } from "./require-mutation.ts";
import { actorNode, connection, type Given } from "./reviews.ts";
import type { Node } from "./select.ts";

/** The mutation `minimizeComment`. */
export function minimizeComment(world: World, actor: Actor, field: Field): Node {
  const input = inputOf(field);
  const { repo, said, isPull } = findSaid(world, String(input["subjectId"]));
  requireMutation(repo, actor, { mutation: field.name, author: said.user, isPull });
  said.minimized = String(input["classifier"] ?? "OUTDATED").toLowerCase();
  return {
    __typename: "MinimizeCommentPayload",
    clientMutationId: input["clientMutationId"] ?? null,
    minimizedComment: { __typename: "Minimizable", isMinimized: true, minimizedReason: said.minimized },
  };
}

/** The mutation `updateIssueComment`. */
export function updateIssueComment(world: World, actor: Actor, field: Field): Node {
  const input = inputOf(field);
  const { repo, comment } = findComment(world, String(input["id"]));
  const isPull = repo.issues.get(comment.issue)?.pull !== undefined;
  requireMutation(repo, actor, { mutation: field.name, author: comment.user, isPull });
  editComment({ world, repo, actor }, comment, bodyIn(input));
  return {
    __typename: "UpdateIssueCommentPayload",
    clientMutationId: input["clientMutationId"] ?? null,
    issueComment: commentNode(comment),
  };
}

/** Whatever can be folded away, by its node id: a comment, a review, a comment of a review. */
function findSaid(world: World, id: string) {
  const [, kind, number = ""] = /^(PRRC|PRR)_(\d+)$/.exec(id) ?? [];
  if (kind === undefined) {
    const { repo, comment } = findComment(world, id);
    return { repo, said: comment, isPull: repo.issues.get(comment.issue)?.pull !== undefined };
  }
  for (const repo of world.repos.values()) {
    const said = kind === "PRR" ? repo.reviews.get(Number(number)) : repo.reviewComments.get(Number(number));
    if (said) return { repo, said, isPull: true };
  }
  throw new GraphError("NOT_FOUND", `Could not resolve to a node with the global id of '${id}'`);
}

/** A comment by its node id. */
export function findComment(world: World, id: string): { repo: Repo; comment: Comment } {
  for (const repo of world.repos.values()) {
    const comment = repo.comments.get(Number(/^IC_(\d+)$/.exec(id)?.[1]));
    if (comment) return { repo, comment };
  }
  throw new GraphError("NOT_FOUND", `Could not resolve to a node with the global id of '${id}'`);
}

/** GitHub's `UserContentEdit`. */
export function editNode({ user, at }: Comment["edits"][number]): Node {
  return { __typename: "UserContentEdit", editedAt: at, editor: actorNode(user) };
}

/** GitHub's `IssueComment`. */
export function commentNode(comment: Comment): Node {
  return {
    __typename: "IssueComment",
    id: `IC_${comment.id}`,
    databaseId: comment.id,
    body: comment.body,
    createdAt: comment.createdAt,
    updatedAt: comment.updatedAt,
    lastEditedAt: comment.editedAt ?? null,
    userContentEdits: (given: Given) =>
      connection("UserContentEditConnection", comment.edits.toReversed(), { given, toNode: editNode }),
    isMinimized: comment.minimized !== undefined,
    minimizedReason: comment.minimized ?? null,
  };
}
