import { canSee } from "../permissions.ts";
import type { Actor } from "../state/account.ts";
import type { Review } from "../state/pull.ts";
import type { Repo } from "../state/repository.ts";
import type { World } from "../state/world.ts";
import { commentNode, findComment } from "./comments.ts";
import { GraphError } from "./graph-error.ts";
import { findPullNode, pullNode } from "./pulls.ts";
import { reviewNode } from "./reviews.ts";
import type { Node } from "./select.ts";

/** The query `node`: a comment, a review or a pull request by its id. */
export function nodeOf(world: World, actor: Actor, id: string): Node {
  const found = find(world, id);
  if (!canSee(found.repo, actor)) throw unknownNode(id);
  if ("comment" in found) return commentNode(found.comment);
  if ("review" in found) return reviewNode(found.review);
  return pullNode({ world, repo: found.repo, actor }, found.issue);
}

function find(world: World, id: string) {
  if (id.startsWith("IC_")) return findComment(world, id);
  return id.startsWith("PRR_") ? findReview(world, id) : findPullNode(world, id);
}

function findReview(world: World, id: string): { repo: Repo; review: Review } {
  for (const repo of world.repos.values()) {
    const review = repo.reviews.get(Number(id.slice("PRR_".length)));
    if (review) return { repo, review };
  }
  throw unknownNode(id);
}

function unknownNode(id: string): GraphError {
  return new GraphError("NOT_FOUND", `Could not resolve to a node with the global id of '${id}'`);
}
