import { canSee } from "../permissions.ts";
import type { Actor } from "../state/account.ts";
import type { World } from "../state/world.ts";
import { commentNode, findComment } from "./comments.ts";
import { GraphError } from "./graph-error.ts";
import { findPullNode, pullNode } from "./pulls.ts";
import type { Node } from "./select.ts";

/** The query `node`: a comment or a pull request by its id. */
export function nodeOf(world: World, actor: Actor, id: string): Node {
  const found = id.startsWith("IC_") ? findComment(world, id) : findPullNode(world, id);
  if (!canSee(found.repo, actor))
    throw new GraphError("NOT_FOUND", `Could not resolve to a node with the global id of '${id}'`);
  if ("comment" in found) return commentNode(found.comment);
  return pullNode({ world, repo: found.repo, actor }, found.issue);
}
