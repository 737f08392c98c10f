import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import {
  type CommitData,
  createObjectStore,
  formatCommit,
  formatTree,
  type ObjectStore,
  parseCommit,
  parseTag,
  parseTree,
  type TreeEntry,
} from "./objects.ts";
import { mustGit, runGit } from "./run-git.ts";

/** A bare repository on disk with its refs held in memory; the forge and `git receive-pack` are its only writers. */
export interface GitRepo {
  dir: string;
  objects: ObjectStore;
  /** Full ref name → sha. */
  refs: Map<string, string>;
  /** Answers about immutable objects (merges, diffs, merge bases), keyed by their question. */
  answers: Map<string, unknown>;
  /** Histories walked lately: commit → all it can reach. */
  reachable: Map<string, Set<string>>;
}

export const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

function openGitRepo(dir: string): GitRepo {
  const repo: GitRepo = {
    dir,
    objects: createObjectStore(dir),
    refs: new Map(),
    answers: new Map(),
    reachable: new Map(),
  };
  repo.objects.write("tree", "");
  return repo;
}

/** A new bare repository, written by hand: `git init` would read templates of the machine. */
export function initGitRepo(dir: string, defaultBranch: string): GitRepo {
  for (const folder of ["objects/info", "objects/pack", "refs/heads", "refs/tags"])
    mkdirSync(join(dir, folder), { recursive: true });
  writeFileSync(join(dir, "HEAD"), `ref: refs/heads/${defaultBranch}\n`);
  writeFileSync(join(dir, "config"), CONFIG);
  return openGitRepo(dir);
}

/** A bare copy of another repository, unpacked so that objects and refs can be read without starting git. */
export function copyGitRepo(from: string, dir: string, defaultBranch: string | undefined): GitRepo {
  mustGit(["-c", "safe.directory=*", "clone", "--quiet", "--bare", "--no-hardlinks", from, dir]);
  if (defaultBranch) writeFileSync(join(dir, "HEAD"), `ref: refs/heads/${defaultBranch}\n`);
  writeFileSync(join(dir, "config"), CONFIG);
  unpackObjects(dir);
  const repo = openGitRepo(dir);
  reloadRefs(repo);
  rmSync(join(dir, "packed-refs"), { force: true });
  for (const [ref, sha] of repo.refs) storeRef(dir, ref, sha);
  return repo;
}

/** The branch that HEAD names. */
export function headBranch(repo: GitRepo): string | undefined {
  return /^ref: refs\/heads\/(.+)$/m.exec(readFileSync(join(repo.dir, "HEAD"), "utf8"))?.[1];
}

/** Packs of up to 32 MB become loose objects. */
function unpackObjects(dir: string): void {
  const folder = join(dir, "objects", "pack");
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".pack"))) {
    const pack = readFileSync(join(folder, name));
    if (pack.length > 32 * 1024 * 1024) continue;
    for (const file of readdirSync(folder)) {
      if (file.startsWith(name.replace(/pack$/, ""))) rmSync(join(folder, file), { force: true });
    }
    mustGit(["--git-dir", dir, "unpack-objects", "-q"], { input: pack });
  }
}

/** No garbage collection under our feet, pushes as loose objects, any commit can be fetched. */
const CONFIG = `[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = true
\tlogAllRefUpdates = false
[gc]
\tauto = 0
[receive]
\tunpackLimit = 100000
\tautogc = false
[http]
\treceivepack = true
[uploadpack]
\tallowAnySHA1InWant = true
\tallowFilter = true
`;

/** Reads the refs anew, after something else than the forge wrote them. */
export function reloadRefs(repo: GitRepo): void {
  const lines = mustGit(["--git-dir", repo.dir, "for-each-ref", "--format=%(objectname) %(refname)"]);
  repo.refs.clear();
  for (const line of lines.toString("utf8").split("\n")) {
    if (line) repo.refs.set(line.slice(41), line.slice(0, 40));
  }
}

/** Points a ref at a commit, or removes it. False when git holds the ref's lock or a folder of that name is in the way. */
export function writeRef(repo: GitRepo, ref: string, sha: string | undefined): boolean {
  if (sha === undefined) {
    removeRef(repo.dir, ref);
    repo.refs.delete(ref);
    return true;
  }
  if (blocksRef(repo, ref)) return false;
  if (!storeRef(repo.dir, ref, sha)) return false;
  repo.refs.set(ref, sha);
  return true;
}

/** A branch `gsd` blocks `gsd/x`, and the other way round. */
function blocksRef(repo: GitRepo, ref: string): boolean {
  for (const other of repo.refs.keys()) {
    if (other.startsWith(`${ref}/`) || ref.startsWith(`${other}/`)) return true;
  }
  return false;
}

function storeRef(dir: string, ref: string, sha: string): boolean {
  const path = join(dir, ref);
  mkdirSync(dirname(path), { recursive: true });
  try {
    const file = openSync(`${path}.lock`, "wx");
    writeSync(file, `${sha}\n`);
    closeSync(file);
    renameSync(`${path}.lock`, path);
    return true;
  } catch {
    rmSync(`${path}.lock`, { force: true });
    return false;
  }
}

function removeRef(dir: string, ref: string): void {
  try {
    unlinkSync(join(dir, ref));
    for (let folder = dirname(ref); folder.split("/").length > 2; folder = dirname(folder))
      rmdirSync(join(dir, folder));
  } catch {
    // Not empty, or gone already.
  }
}

export function readCommit(repo: GitRepo, sha: string): CommitData | undefined {
  const object = repo.objects.read(sha);
  return object?.type === "commit" ? parseCommit(object.content) : undefined;
}

export function mustCommit(repo: GitRepo, sha: string): CommitData {
  const commit = readCommit(repo, sha);
  if (!commit) throw new Error(`no commit ${sha} in ${repo.dir}`);
  return commit;
}

export function writeCommit(repo: GitRepo, commit: CommitData): string {
  return repo.objects.write("commit", formatCommit(commit));
}

export function readTree(repo: GitRepo, sha: string): TreeEntry[] | undefined {
  const object = repo.objects.read(sha);
  return object?.type === "tree" ? parseTree(object.content) : undefined;
}

export function writeTree(repo: GitRepo, entries: TreeEntry[]): string {
  return repo.objects.write("tree", formatTree(entries));
}

/** The commit that a branch, tag, full ref, sha or shortened sha names. */
export function resolveCommit(repo: GitRepo, name: string): string | undefined {
  const candidates = [`refs/heads/${name}`, `refs/tags/${name}`, `refs/${name}`, name];
  const ref = candidates.find((candidate) => repo.refs.has(candidate));
  const sha = ref ? repo.refs.get(ref) : /^[0-9a-f]{40}$/.test(name) ? name : expandSha(repo, name);
  return sha ? peel(repo, sha) : undefined;
}

function peel(repo: GitRepo, sha: string): string | undefined {
  const object = repo.objects.read(sha);
  if (object?.type === "commit") return sha;
  return object?.type === "tag" ? peel(repo, parseTag(object.content).object) : undefined;
}

function expandSha(repo: GitRepo, short: string): string | undefined {
  if (!/^[0-9a-f]{7,39}$/.test(short)) return undefined;
  const result = runGit(["--git-dir", repo.dir, "rev-parse", "--verify", "--quiet", `${short}^{commit}`]);
  return result.status === 0 ? result.stdout.toString("utf8").trim() : undefined;
}

/** Remembers the answer to a question about immutable objects. */
export function remember<T>(repo: GitRepo, question: string, answer: () => T): T {
  if (!repo.answers.has(question)) repo.answers.set(question, answer());
  return repo.answers.get(question) as T;
}
