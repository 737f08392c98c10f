import type { Actor } from "../state/account.ts";
import type { World } from "../state/world.ts";
import { GraphError } from "./graph-error.ts";
import { issueNode } from "./issues.ts";
import type { Field } from "./read-operation.ts";
import { inputOf, requireMutation } from "./require-mutation.ts";
import type { Node } from "./select.ts";

/** As many as GitHub pins to a repository. */
const MOST = 3;

/** The mutation `pinIssue`. */
export function pinIssue(world: World, actor: Actor, field: Field): Node {
  const input = inputOf(field);
  const id = String(input["issueId"]);
  for (const repo of world.repos.values()) {
    const issue = [...repo.issues.values()].find((one) => !one.pull && `I_${one.id}` === id);
    if (!issue) continue;
    requireMutation(repo, actor, { mutation: field.name, isPull: false });
    if (repo.pinned.length >= MOST && !repo.pinned.includes(issue.number))
      throw new GraphError("UNPROCESSABLE", `Maximum ${MOST} pinned issues per repository`);
    repo.pinned = [...new Set([...repo.pinned, issue.number])];
    return {
      __typename: "PinIssuePayload",
      clientMutationId: input["clientMutationId"] ?? null,
      issue: issueNode({ world, repo, actor }, issue),
    };
  }
  throw new GraphError("NOT_FOUND", `Could not resolve to a node with the global id of '${id}'`);
}
