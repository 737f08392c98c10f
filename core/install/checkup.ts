import type { Config } from "../model/config.ts";
import type { Problem } from "../model/validate.ts";
import type { OwnLabel } from "./labels.ts";
import type { SettingOrigins } from "./setting-origins.ts";
import type { Release } from "./stub.ts";
import type { WorkflowFacts } from "./workflow-facts.ts";

/** What a token may not see; "not seen" is never "fine". */
export const unseen = "unseen";
export type Unseen = typeof unseen;

export const accessLevels = ["read", "triage", "write", "maintain", "admin"] as const;
export type Access = (typeof accessLevels)[number];

export type MergeMethod = "merge" | "squash" | "rebase";

/** Settings → Actions → General, as far as it says what may run. */
export interface ActionsFacts {
  enabled: boolean;
  allowed: "all" | "local_only" | "selected";
  /** With `selected`: whether GitHub's own are allowed, and the patterns of the others. */
  githubOwned: boolean;
  patterns: string[];
}

/** A repository as GitHub shows it to one token. */
export interface RepositoryFacts {
  /** `owner/name`. */
  name: string;
  /** Its page. */
  url: string;
  defaultBranch: string;
  isPrivate: boolean;
  isArchived: boolean;
  hasIssues: boolean;
  /** Unseen for the token of a workflow: what that may do is said by the workflow itself. */
  access: Access | Unseen;
  mergeMethods: MergeMethod[] | Unseen;
  actions: ActionsFacts | Unseen;
  /** "Allow GitHub Actions to create and approve pull requests". */
  workflowsOpenPulls: boolean | Unseen;
}

/** The rules that hold for a branch of ours. */
export interface BranchRules {
  branch: string;
  rules: string[];
}

/** `.github/gsd.yml` of the default branch, as far as it was read. */
export type ConfigFacts =
  | { state: "absent" }
  | { state: "broken"; problems: Problem[] }
  | {
      state: "good";
      secrets: string[];
      /** Those that people put on issues. */
      labels: OwnLabel[];
      mergeMethod: MergeMethod;
      ci: Config["ci"];
      /** `engine: script` without a script. */
      lacksScript: boolean;
    };

/** Branches as gsd makes them; rules are asked for by name, and none has to exist. */
export const ownBranches = ["gsd/ledger", "gsd/1-name", "gsd-task/1/T01", "gsd-rollback/1/T01"];
/** Names that would keep git from making those. */
export const blockingNames = ["gsd", "gsd-task", "gsd-rollback"];

/** What the owner says for all repositories, as the token of whoever asks sees it. */
export type SharedFacts =
  | { state: "absent" }
  /** Only for those who may read that repository, and gsd's runs are not among them. */
  | { state: "private"; name: string }
  | { state: "public"; name: string };

/** All that a checkup looks at. */
export interface Checkup {
  repository: RepositoryFacts;
  config: ConfigFacts;
  shared: SharedFacts;
  /** Where each setting comes from; undefined where the configuration cannot be used. */
  origins: SettingOrigins | undefined;
  /** The workflow files of the default branch. */
  workflows: WorkflowFacts[];
  /** Paths of those that GitHub disabled, with what it calls that. */
  disabled: { path: string; state: string }[] | Unseen;
  /** The names of labels that were asked for and exist. */
  labels: string[] | Unseen;
  rules: BranchRules[] | Unseen;
  secrets: string[] | Unseen;
  /** Branches that keep git from making ours. */
  blockingBranches: string[];
  /** The newest release that can be seen. */
  newest?: Release;
  machine: {
    /** Why there is no sandbox here. */
    sandbox?: string;
    /** Whether this is a runner: elsewhere jobs do not run. */
    isRunner: boolean;
  };
  /** Whether a stub lies in the work tree: then it only has to be pushed. */
  hasLocalStub: boolean;
}
