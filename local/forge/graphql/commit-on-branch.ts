import { timestamp } from "../clock.ts";
import { mustCommit, writeCommit } from "../git/git-repo.ts";
import { editTree, entryAt, type TreeChange } from "../git/tree-edit.ts";
import { canSee } from "../permissions.ts";
import { changeRef } from "../ref-actions.ts";
import { signatureOf } from "../shapes/commit.ts";
import type { Actor } from "../state/account.ts";
import { branchHead, type Repo } from "../state/repository.ts";
import { findRepo, userOf, type World } from "../state/world.ts";
import { requireTreePath } from "../tree-path.ts";
import { commitNode } from "./git-nodes.ts";
import { GraphError } from "./graph-error.ts";
import type { Field } from "./read-operation.ts";
import { type Fields, fieldsOf, inputOf, listOf, requireMutation } from "./require-mutation.ts";
import type { Node } from "./select.ts";

/** The mutation `createCommitOnBranch`: several files in one commit, if the branch is still where the caller saw it. */
export function commitOnBranch(world: World, actor: Actor, field: Field): Node {
  const input = inputOf(field);
  const { repo, branch, head } = targetOf(world, actor, fieldsOf(input["branch"]));
  requireMutation(repo, actor, { mutation: field.name });
  if (input["expectedHeadOid"] !== head)
    throw new GraphError(
      "STALE_DATA",
      `Expected branch to point to "${input["expectedHeadOid"]}" but it did not.  Pull and try again.`,
    );
  const before = mustCommit(repo.git, head);
  const changes = changesOf(repo, { tree: before.tree, head }, fieldsOf(input["fileChanges"]));
  const author = signatureOf(userOf(actor, world), timestamp(world));
  const sha = writeCommit(repo.git, {
    tree: changes.size > 0 ? editTree(repo.git, before.tree, changes) : before.tree,
    parents: [head],
    author,
    committer: author,
    message: messageOf(fieldsOf(input["message"])),
  });
  // GitHub signs these for everyone.
  repo.verified.add(sha);
  changeRef(world, repo, actor, { ref: `refs/heads/${branch}`, after: sha });
  return {
    __typename: "CreateCommitOnBranchPayload",
    clientMutationId: input["clientMutationId"] ?? null,
    commit: commitNode({ world, repo, actor }, sha),
    ref: { __typename: "Ref", name: branch, prefix: "refs/heads/" },
  };
}

function targetOf(world: World, actor: Actor, given: Fields): { repo: Repo; branch: string; head: string } {
  const name = String(given["repositoryNameWithOwner"]);
  const branch = String(given["branchName"]).replace(/^refs\/heads\//, "");
  const repo = findRepo(world, name);
  if (!repo || !canSee(repo, actor))
    throw new GraphError("NOT_FOUND", `Could not resolve to a Repository with the name '${name}'.`);
  const head = branchHead(repo, branch);
  if (!head) throw new GraphError("NOT_FOUND", `Could not resolve to a Ref with the name '${branch}'.`);
  return { repo, branch, head };
}

function messageOf(given: Fields): string {
  const headline = String(given["headline"] ?? "");
  const body = String(given["body"] ?? "");
  return body === "" ? headline : `${headline}\n\n${body}`;
}

function changesOf(
  repo: Repo,
  { tree, head }: { tree: string; head: string },
  given: Fields,
): Map<string, TreeChange> {
  const changes = new Map<string, TreeChange>();
  for (const one of listOf(given["deletions"])) {
    const path = requireTreePath(String(one["path"]));
    if (!entryAt(repo.git, tree, path))
      throw new GraphError(
        "UNPROCESSABLE",
        `A path was requested for deletion which does not exist as of commit oid \`${head}\``,
      );
    changes.set(path, null);
  }
  for (const one of listOf(given["additions"])) {
    const path = requireTreePath(String(one["path"]));
    const old = entryAt(repo.git, tree, path);
    const sha = repo.git.objects.write("blob", bytesOf(one["contents"]));
    changes.set(path, { mode: old && old.mode !== "040000" ? old.mode : "100644", sha });
  }
  return changes;
}

function bytesOf(contents: unknown): Buffer {
  if (typeof contents !== "string" || !/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(contents))
    throw new GraphError("UNPROCESSABLE", "contents is not valid Base64");
  return Buffer.from(contents, "base64");
}
