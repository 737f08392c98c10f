import { join } from "node:path";
import { GsdError } from "../../core/gsd-error.ts";
import { timestamp } from "./clock.ts";
import { copyGitRepo, type GitRepo, headBranch, initGitRepo, writeCommit, writeRef } from "./git/git-repo.ts";
import { editTree } from "./git/tree-edit.ts";
import { installUpdateHook } from "./git/update-hook.ts";
import { signatureOf } from "./shapes/commit.ts";
import type { Label } from "./state/issue.ts";
import type { Repo, RepoSettings } from "./state/repository.ts";
import { findRepo, findUser, mustRepo, type World } from "./state/world.ts";

export interface NewFile {
  text?: string;
  base64?: string;
  /** `100644` unless said. */
  mode?: "100644" | "100755" | "120000";
}

export interface NewRepository {
  owner: string;
  name: string;
  private?: boolean;
  /** `main`, or the copied repository's own, unless said. */
  defaultBranch?: string;
  /** The first commit's files. */
  files?: Record<string, NewFile | string>;
  /** Or a git repository on this machine to copy. */
  from?: string;
  /** Or the repository on the forge that it is a fork of. */
  forkOf?: string;
  message?: string;
}

const DEFAULTS: RepoSettings = {
  actionsCanCreatePulls: true,
  protectDefaultBranch: false,
  requiredApprovals: 0,
  mergeQueues: [],
  allowedMergeMethods: ["merge", "squash", "rebase"],
  draftsAllowed: true,
  deleteBranchOnMerge: false,
  settling: { merges: 0, reads: 0 },
  archived: false,
  hasIssues: true,
  actions: { enabled: true, allowed: "all", githubOwned: true, patterns: [] },
  rulesets: [],
  organizationSecrets: [],
  disabledWorkflows: [],
};

const LABELS: [string, string, string][] = [
  ["bug", "d73a4a", "Something isn't working"],
  ["documentation", "0075ca", "Improvements or additions to documentation"],
  ["enhancement", "a2eeef", "New feature or request"],
  ["good first issue", "7057ff", "Good for newcomers"],
  ["question", "d876e3", "Further information is requested"],
];

/** Makes a repository with its first commit, or a copy of one. */
export function createRepository(world: World, wanted: NewRepository): Repo {
  const fullName = `${wanted.owner}/${wanted.name}`;
  const owner = findUser(world, wanted.owner);
  if (!owner)
    throw new GsdError(
      "no-such-user",
      `The forge has no user ${wanted.owner}; create it before its repository.`,
    );
  if (findRepo(world, fullName))
    throw new GsdError("repository-exists", `The forge has a repository ${fullName} already.`);
  const dir = join(world.folder, "git", `${fullName}.git`);
  const from = wanted.forkOf === undefined ? wanted.from : mustRepo(world, wanted.forkOf).git.dir;
  const git = from
    ? copyGitRepo(from, dir, wanted.defaultBranch)
    : initGitRepo(dir, wanted.defaultBranch ?? "main");
  const defaultBranch = headBranch(git) ?? "main";
  installUpdateHook(dir);
  const now = timestamp(world);
  const repo: Repo = {
    id: world.nextId(),
    owner,
    name: wanted.name,
    fullName,
    private: wanted.private ?? false,
    defaultBranch,
    git,
    settings: { ...DEFAULTS, allowedMergeMethods: [...DEFAULTS.allowedMergeMethods] },
    settling: new Map(),
    collaborators: new Map(),
    teams: [],
    labels: new Map(LABELS.map((label) => [label[0], labelOf(world, label)])),
    issues: new Map(),
    milestones: new Map(),
    pinned: [],
    comments: new Map(),
    reviews: new Map(),
    reviewComments: new Map(),
    statuses: [],
    checkRuns: new Map(),
    releases: new Map(),
    workflows: new Map(),
    verified: new Set(),
    activities: [],
    secrets: {},
    variables: {},
    createdAt: now,
    pushedAt: now,
    lastNumber: 0,
  };
  if (wanted.forkOf !== undefined) repo.forkOf = wanted.forkOf;
  if (!from) firstCommit(git, wanted, { branch: defaultBranch, signature: signatureOf(owner, now) });
  world.repos.set(fullName.toLowerCase(), repo);
  return repo;
}

function labelOf(world: World, [name, color, description]: [string, string, string]): Label {
  return { id: world.nextId(), name, color, description, default: true };
}

function firstCommit(
  git: GitRepo,
  wanted: { files?: NewRepository["files"]; message?: string },
  at: { branch: string; signature: ReturnType<typeof signatureOf> },
): string {
  const changes = Object.entries(wanted.files ?? {}).map(([path, file]) => {
    const { text = "", base64, mode } = typeof file === "string" ? { text: file } : file;
    const content = base64 === undefined ? Buffer.from(text) : Buffer.from(base64, "base64");
    return [path, { mode: mode ?? "100644", sha: git.objects.write("blob", content) }] as const;
  });
  const tree = editTree(git, undefined, new Map(changes));
  const { signature } = at;
  const message = wanted.message ?? "Initial commit";
  const sha = writeCommit(git, { tree, parents: [], author: signature, committer: signature, message });
  writeRef(git, `refs/heads/${at.branch}`, sha);
  return sha;
}
