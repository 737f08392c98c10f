import type { MergeMethod } from "../../install/checkup.ts";
import type { IssueState } from "../../model/facts.ts";
import type { Sha } from "../../model/ids.ts";
import type { CommitAt, FileAtRef, Folder } from "./git.ts";
import type { Edit } from "./people.ts";
import type { NamedPull, SeenPull } from "./pulls.ts";
import type { HeadState } from "./runs.ts";

/** Branches or tags whose name contains a text. */
export interface RefSearch {
  kind: "heads" | "tags";
  text: string;
}

/** What to read in one go; `commits` are branches or shas, `heads` the commits whose gates are asked for. */
export interface Question {
  files: { path: string; ref: string }[];
  folders: { path: string; ref: string }[];
  commits: string[];
  pulls: number[];
  heads: Sha[];
  issues: number[];
  /** Issues whose text is asked for, and who has edited it. */
  texts: number[];
  /** Whose open issues are asked for: the newest hundred of each. */
  labels: string[];
  /** At most twenty of each. */
  refs: RefSearch[];
  /** Whether to name the pull requests that changed last. */
  newestPulls: boolean;
  /** Whether to ask for what `gsd doctor` looks at too. */
  settings: boolean;
  /** Whether to read what the owner says for all repositories. */
  shared: boolean;
}

/** Each list in the order of the question; undefined for what is absent. */
export interface Answer {
  defaultBranch: string;
  files: (FileAtRef | undefined)[];
  folders: (Folder | undefined)[];
  commits: (CommitAt | undefined)[];
  pulls: (SeenPull | undefined)[];
  heads: HeadState[];
  issues: (IssueState | undefined)[];
  texts: (SeenText | undefined)[];
  /** The open issues that have each label, newest first. */
  labeled: number[][];
  /** The names that were found, without `refs/heads/`. */
  refs: string[][];
  /** The newest pull requests of the repository's own branches, where they were asked for. */
  newestPulls: NamedPull[];
  /** Where it was asked for. */
  settings: SeenSettings | undefined;
  /** Undefined where there is none that this token can read: GitHub does not tell a missing file from a private one. */
  shared: FileAtRef | undefined;
}

/** What stands in an issue. */
export interface SeenText {
  body: string;
  open: boolean;
  /** Whether we have opened it. */
  isOurs: boolean;
  /** Its newest edits, in no order; undefined where these cannot be had. */
  edits: Edit[] | undefined;
}

/** Of a repository's settings and files, what anybody may read who may read it. */
export interface SeenSettings {
  mergeMethods: MergeMethod[];
  /** Undefined where there are too many to name. */
  labels: string[] | undefined;
  /** The workflow files of the default branch. */
  workflows: { path: string; text: string }[];
  /** Branches that keep git from making ours. */
  blockingBranches: string[];
}
