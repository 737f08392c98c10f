import { timestamp } from "../clock.ts";
import type { Actor } from "../state/account.ts";
import type { Reaction } from "../state/issue.ts";
import type { Repo } from "../state/repository.ts";
import { userOf, type World } from "../state/world.ts";
import { findComment } from "./comments.ts";
import { GraphError } from "./graph-error.ts";
import type { Field } from "./read-operation.ts";
import { inputOf, requireMutation } from "./require-mutation.ts";
import type { Node } from "./select.ts";

/** GraphQL's names of reactions, and REST's. */
const CONTENTS: Record<string, string> = {
  THUMBS_UP: "+1",
  THUMBS_DOWN: "-1",
  LAUGH: "laugh",
  CONFUSED: "confused",
  HEART: "heart",
  HOORAY: "hooray",
  ROCKET: "rocket",
  EYES: "eyes",
};

/** The mutation `addReaction`. The same reaction by the same account counts once. */
export function addReaction(world: World, actor: Actor, field: Field): Node {
  const input = inputOf(field);
  const name = String(input["content"] ?? "");
  const content = CONTENTS[name];
  if (content === undefined) throw new GraphError("UNPROCESSABLE", `'${name}' is no reaction`);
  const { repo, reactions, isPull } = findSubject(world, String(input["subjectId"]));
  requireMutation(repo, actor, { mutation: field.name, isPull });
  const user = userOf(actor, world);
  if (!reactions.some((one) => one.content === content && one.user.id === user.id))
    reactions.push({ id: world.nextId(), user, content, createdAt: timestamp(world) });
  return {
    __typename: "AddReactionPayload",
    clientMutationId: input["clientMutationId"] ?? null,
    reaction: { __typename: "Reaction", content: name },
  };
}

/** An issue, a pull request or a comment of one, by its node id. */
function findSubject(world: World, id: string): { repo: Repo; reactions: Reaction[]; isPull: boolean } {
  for (const repo of world.repos.values()) {
    const issue = [...repo.issues.values()].find((one) => id === `${one.pull ? "PR" : "I"}_${one.id}`);
    if (issue) return { repo, reactions: issue.reactions, isPull: issue.pull !== undefined };
  }
  const { repo, comment } = findComment(world, id);
  return { repo, reactions: comment.reactions, isPull: repo.issues.get(comment.issue)?.pull !== undefined };
}
