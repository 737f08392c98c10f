import type { Instant, Sha } from "../../model/ids.ts";
import type { Author } from "./people.ts";

export interface TreeEntry {
  path: string;
  /** `040000` is a whole folder, by its `sha`. */
  mode: "100644" | "100755" | "040000";
  /** Text inline; undefined with `sha: null` deletes the path. */
  text?: string;
  sha?: Sha | null;
}

/** A file of a commit. Only a regular file that is text, and not too large, is read: else `odd` says why not, in the words that follow a path, and there is no text. */
export interface FileAtRef {
  text: string;
  sha: Sha;
  odd?: string;
}

/** A commit with its tree. */
export interface CommitAt {
  sha: Sha;
  tree: Sha;
  message: string;
  parents: Sha[];
}

/** How a commit stands to another: `ahead` or `identical` means that the base is in the head's history. */
export interface Comparison {
  status: "ahead" | "behind" | "diverged" | "identical";
  /** What the head has and the base has not, oldest first; at most 1,000. */
  commits: { sha: Sha; message: string }[];
  /** What the head changes since they parted; undefined where that is more than GitHub lists. */
  files?: PathChange[];
}

/** What a commit does to one path, compared with its first parent. */
export interface PathChange {
  path: string;
  status: string;
  /** The blob that it leaves there. */
  blob: Sha;
  /** Absent for what is no text, or too much of it. */
  patch?: string;
}

/** A folder's tree, with what is right in it. */
export interface Folder {
  sha: Sha;
  entries: { name: string; sha: Sha; folder: boolean }[];
}

/** Several files as one commit, for a branch that is still where we saw it, or that is made there first. */
export interface FileCommit {
  branch: string;
  newBranch?: boolean;
  expectedHead: Sha;
  message: string;
  additions: { path: string; text: string }[];
  deletions: string[];
}

/** Where a ref (`heads/…` or `tags/…`) should be; undefined for nowhere. */
export interface RefPlace {
  name: string;
  sha: Sha | undefined;
}

/** A move of a branch and whose it was, by GitHub's own word: what commits say of their authors can be forged. */
export interface Push {
  before: Sha;
  after: Sha;
  by: Author;
  at: Instant;
}

/** Files, commits and refs. */
export interface GitPort {
  readFile(path: string, ref: string): Promise<FileAtRef | undefined>;
  writeFile(file: {
    path: string;
    branch: string;
    text: string;
    sha?: Sha;
    message: string;
  }): Promise<{ sha: Sha; commit: Sha }>;
  /** Saves files as one signed commit; `conflict` when the branch has moved (a new one: exists elsewhere), and then nothing was changed. */
  commitFiles(commit: FileCommit): Promise<Sha | "conflict">;
  listFolder(path: string, ref: string): Promise<{ name: string; sha: Sha; folder: boolean }[] | undefined>;
  /** Merges a commit into a branch by a merge commit; `nothing` when the branch contains it already, and on a conflict nothing is changed. */
  mergeBranch(merge: {
    into: string;
    sha: Sha;
    message: string;
  }): Promise<{ sha: Sha } | "nothing" | "conflict">;
  /** When a file of a branch was changed last; undefined where it never was. */
  changedAt(path: string, branch: string): Promise<Instant | undefined>;
  /** The commit a branch, tag or sha names, with its tree. */
  commit(ref: string): Promise<CommitAt | undefined>;
  /** Undefined where one of them does not exist, or they have nothing in common. */
  compare(base: string, head: string): Promise<Comparison | undefined>;
  changesOf(sha: Sha): Promise<PathChange[] | undefined>;
  tree(sha: Sha): Promise<{ path: string; mode: string; type: string; sha: Sha }[]>;
  blobText(sha: Sha): Promise<string>;
  createBlob(base64: string): Promise<Sha>;
  createTree(base: Sha | undefined, entries: TreeEntry[]): Promise<Sha>;
  createCommit(commit: { message: string; tree: Sha; parents: Sha[] }): Promise<Sha>;
  /** `heads/…` or `tags/…`. */
  ref(name: string): Promise<Sha | undefined>;
  /** Who moved a branch, newest first; the last hundred times. */
  pushes(branch: string): Promise<Push[]>;
  createRef(name: string, sha: Sha): Promise<"created" | "exists">;
  updateRef(name: string, sha: Sha, options: { force: boolean }): Promise<void>;
  deleteRef(name: string): Promise<void>;
  /** Brings refs where they should be, writing nothing for those that are; `refused` when GitHub refuses one, and then none was changed. */
  setRefs(places: RefPlace[]): Promise<"set" | "refused">;
}
