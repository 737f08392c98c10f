import { mustCommit, readTree } from "../git/git-repo.ts";
import type { TreeEntry } from "../git/objects.ts";
import { entryAt } from "../git/tree-edit.ts";
import type { Actor } from "../state/account.ts";
import type { Repo } from "../state/repository.ts";
import type { World } from "../state/world.ts";
import { statusNode, suiteConnection } from "./check-nodes.ts";
import type { Node } from "./select.ts";

/** A repository as one actor sees it. */
export interface View {
  world: World;
  repo: Repo;
  actor: Actor;
}

/** GitHub gives no more text than this, and says `isTruncated`. */
export const TEXT_LIMIT = 512_000;

/** GitHub's `Blob`. */
export function blobNode(repo: Repo, sha: string): Node {
  const content = repo.git.objects.read(sha)?.content ?? Buffer.alloc(0);
  const isBinary = content.subarray(0, 8_000).includes(0);
  return {
    __typename: "Blob",
    id: `B_${sha}`,
    oid: sha,
    byteSize: content.length,
    isBinary,
    isTruncated: content.length > TEXT_LIMIT,
    text: isBinary ? null : content.subarray(0, TEXT_LIMIT).toString("utf8"),
  };
}

const TYPES: Record<string, string> = { "040000": "tree", "160000": "commit" };

/** GitHub's `Tree`. */
export function treeNode(repo: Repo, sha: string): Node {
  return {
    __typename: "Tree",
    id: `T_${sha}`,
    oid: sha,
    entries: () => (readTree(repo.git, sha) ?? []).map((entry) => entryNode(repo, entry)),
  };
}

/** What an entry of a tree names; a submodule's commit is in another repository. */
function objectOf(repo: Repo, { mode, sha }: TreeEntry): Node | null {
  if (mode === "160000") return null;
  return mode === "040000" ? treeNode(repo, sha) : blobNode(repo, sha);
}

/** GitHub's `TreeEntry`. */
function entryNode(repo: Repo, entry: TreeEntry): Node {
  return {
    __typename: "TreeEntry",
    name: entry.name,
    oid: entry.sha,
    mode: Number.parseInt(entry.mode, 8),
    type: TYPES[entry.mode] ?? "blob",
    object: () => objectOf(repo, entry),
  };
}

/** GitHub's `Commit`. */
export function commitNode(view: View, sha: string): Node {
  const { repo } = view;
  const commit = mustCommit(repo.git, sha);
  const [headline = "", ...rest] = commit.message.split("\n");
  return {
    __typename: "Commit",
    id: `C_${sha}`,
    oid: sha,
    message: commit.message,
    messageHeadline: headline,
    messageBody: rest.join("\n").trim(),
    committedDate: commit.committer.date,
    tree: () => treeNode(repo, commit.tree),
    file: ({ path }: Record<string, unknown>) => {
      const entry = entryAt(repo.git, commit.tree, String(path));
      return entry ? entryNode(repo, entry) : null;
    },
    parents: ({ first }: Record<string, unknown>) => ({
      __typename: "CommitConnection",
      totalCount: commit.parents.length,
      nodes: () => commit.parents.slice(0, Number(first)).map((parent) => commitNode(view, parent)),
    }),
    status: () => statusNode(view, sha),
    checkSuites: ({ first }: Record<string, unknown>) => suiteConnection(view, sha, Number(first)),
  };
}
