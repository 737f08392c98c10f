import { resolveCommit } from "../git/git-repo.ts";
import { isAncestor } from "../git/history.ts";
import { canSee } from "../permissions.ts";
import { changeRefs, type RefChange, ZERO } from "../ref-actions.ts";
import type { Actor } from "../state/account.ts";
import type { Repo } from "../state/repository.ts";
import type { World } from "../state/world.ts";
import { GraphError } from "./graph-error.ts";
import type { Field } from "./read-operation.ts";
import { type Fields, inputOf, listOf, requireMutation } from "./require-mutation.ts";
import type { Node } from "./select.ts";

/** The mutation `updateRefs`: makes, moves and removes refs, all of them or none, if each still is where the caller saw it. */
export function updateRefs(world: World, actor: Actor, field: Field): Node {
  const input = inputOf(field);
  const repo = repoOf(world, actor, String(input["repositoryId"]));
  requireMutation(repo, actor, { mutation: field.name });
  const changes = listOf(input["refUpdates"]).map((given) => changeOf(repo, given));
  changeRefs(world, repo, actor, changes);
  return { __typename: "UpdateRefsPayload", clientMutationId: input["clientMutationId"] ?? null };
}

function repoOf(world: World, actor: Actor, id: string): Repo {
  const repo = [...world.repos.values()].find((one) => `R_${one.id}` === id);
  if (repo && canSee(repo, actor)) return repo;
  throw new GraphError("NOT_FOUND", `Could not resolve to a node with the global id of '${id}'`);
}

/** Zeros stand for no ref. */
function changeOf(repo: Repo, given: Fields): RefChange {
  const ref = String(given["name"]);
  if (!/^refs\/(heads|tags)\/.+/.test(ref)) throw refused(`${ref} is not a full name of a branch or a tag`);
  const before = repo.git.refs.get(ref);
  const { beforeOid, afterOid, force } = given;
  if (typeof beforeOid === "string" && beforeOid !== (before ?? ZERO))
    throw refused(`${ref} is at ${before ?? ZERO}, not at ${beforeOid}`);
  if (afterOid === ZERO) {
    if (!before) throw refused(`${ref} does not exist`);
    if (ref === `refs/heads/${repo.defaultBranch}`) throw refused("the default branch cannot be deleted");
    return { ref, before, after: undefined };
  }
  const after = String(afterOid);
  if (!repo.git.objects.read(after)) throw refused(`there is no object ${after}`);
  if (before && force !== true && !isForward(repo, before, after))
    throw refused(`${ref} would not go forward`);
  return { ref, before, after };
}

function isForward({ git }: Repo, before: string, after: string): boolean {
  const [from, to] = [resolveCommit(git, before), resolveCommit(git, after)];
  return from !== undefined && to !== undefined && isAncestor(git, from, to);
}

function refused(why: string): GraphError {
  return new GraphError("UNPROCESSABLE", `The refs cannot be updated: ${why}.`);
}
