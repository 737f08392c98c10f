import { jobKey } from "../../core/codec/keys.ts";
import { jobTrailer } from "../../core/codec/markers.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Sha } from "../../core/model/ids.ts";
import type { Base } from "../../core/model/job.ts";
import type { Change } from "../../core/model/manifest.ts";
import type { Bound, NewFile, PublishStep } from "../../core/model/publication.ts";
import type { CommitAt, FileCommit, TreeEntry } from "../../core/ports/github/git.ts";
import type { GitHubPort } from "../../core/ports/github.ts";
import type { Artifact } from "./artifact.ts";
import { findFolder } from "./find-folder.ts";
import type { Stage } from "./perform-publication.ts";

type CommitStep = Extract<PublishStep, { type: "commit" }>;

/** Makes one commit through the API: no checkout, no hook. In one request where GitHub's own commit can say it. */
export async function performCommit(stage: Stage, step: CommitStep): Promise<Bound> {
  const isEmpty = step.changes.length + step.files.length === 0;
  // Nothing to change: the base is what is shown.
  if (isEmpty && !step.mayBeEmpty) return { head: step.base.sha };
  if (isEmpty) return await commitInParts(stage, step);
  try {
    return await commit(stage, step);
  } catch (error) {
    const moved = isConflict(error) ? await findMovedBase(stage, step) : undefined;
    if (!moved) throw error;
    return await commit(stage, { ...step, base: moved });
  }
}

async function commit(stage: Stage, step: CommitStep): Promise<Bound> {
  return (await commitAtOnce(stage, step)) ?? commitInParts(stage, step);
}

function isConflict(error: unknown): boolean {
  return error instanceof GsdError && error.code === "conflict";
}

/** The head that people gave a shared branch meanwhile; undefined where they changed what we are about to write. */
async function findMovedBase({ ports }: Stage, step: CommitStep): Promise<Base | undefined> {
  const { branch, base, on, within } = step;
  if (on !== "shared" || within === undefined) return undefined;
  const now = await ports.github.commit(branch);
  if (!now || now.sha === base.sha) return undefined;
  const [before, after] = [
    await findFolder(ports.github, within, base.sha),
    await findFolder(ports.github, within, now.sha),
  ];
  return before === after ? { branch, sha: now.sha, tree: now.tree } : undefined;
}

/** GitHub's own commit of several files: texts only, and files keep the mode they had. Undefined where it does not fit. */
async function commitAtOnce(stage: Stage, step: CommitStep): Promise<Bound | undefined> {
  const { github } = stage.ports;
  const additions = textsOf(stage, step);
  // GitHub's own commit has one parent.
  if (!additions || stage.again || step.merges !== undefined) return undefined;
  const { branch, base, on } = step;
  const deletions = step.changes.flatMap((change) => ("deleted" in change ? [change.path] : []));
  const message = stage.write(step.message);
  const commit = { branch, expectedHead: base.sha, message, additions, deletions };
  const head = on === "own" ? await startBranch(stage, commit) : await github.commitFiles(commit);
  if (head === undefined) return undefined;
  if (head !== "conflict") return { head };
  throw new GsdError("conflict", `\`${branch}\` moved while this job ran`);
}

/** Undefined when the branch has commits already, of ours or of people, or when the answer was lost: who looks finds out. */
async function startBranch({ ports, pause }: Stage, commit: FileCommit): Promise<Sha | undefined> {
  try {
    const head = await ports.github.commitFiles({ ...commit, newBranch: true });
    return head === "conflict" ? undefined : head;
  } catch (error) {
    if (!(error instanceof GsdError && error.code === "unavailable")) throw error;
    await pause(1_000);
    return undefined;
  }
}

/** Every file as text, unless one of them is not, or changes its mode. */
function textsOf(stage: Stage, { files, changes }: CommitStep): { path: string; text: string }[] | undefined {
  const texts = files.map((file) => ({ path: file.path, text: fileText(stage, file) }));
  for (const change of changes) {
    if ("deleted" in change) continue;
    const text = asText(contentOf(stage.artifact, change));
    if (text === undefined || change.mode === "100755" || change.modeChanged) return undefined;
    texts.push({ path: change.path, text });
  }
  return texts;
}

/** The same by the Git Data API. A commit of the same job with the same tree is used again. */
async function commitInParts(stage: Stage, step: CommitStep): Promise<Bound> {
  const { github } = stage.ports;
  const entries: TreeEntry[] = step.files.map((file) => ({
    path: file.path,
    mode: "100644",
    text: fileText(stage, file),
  }));
  const kept = await keptFolders(github, step);
  const own = step.changes.filter(({ path }) => !kept.some((folder) => path.startsWith(`${folder.path}/`)));
  for (const change of own) entries.push(await toEntry(github, stage.artifact, change));
  entries.push(...kept);
  const before = step.base.tree ?? (await treeOf(github, step.base.sha));
  // GitHub takes no tree without an entry.
  const tree = entries.length === 0 ? before : await github.createTree(before, entries);
  // An earlier try to publish this very result may have made the commit.
  const there = stage.again ? await github.commit(step.branch) : undefined;
  if (there && isOurs(stage, there, tree)) return { head: there.sha };
  const message = stage.write(step.message);
  const parents = step.merges === undefined ? [step.base.sha] : [step.merges, step.base.sha];
  const head = await github.createCommit({ message, tree, parents });
  await pointBranch(stage, step, head);
  return { head };
}

/** What a merge takes over as it is, each as a whole. */
async function keptFolders(github: GitHubPort, { merges, keeps }: CommitStep): Promise<TreeEntry[]> {
  if (merges === undefined || keeps === undefined) return [];
  const { under, name } = keeps;
  const { folders } = await github.look({ folders: under.map((path) => ({ path, ref: merges })) });
  return folders.flatMap((found, at) =>
    (found?.entries ?? [])
      .filter((entry) => entry.folder && entry.name.replace(/^\d{4}-\d{2}-\d{2}-/, "") === name)
      .map((entry) => ({ path: `${under[at]}/${entry.name}`, mode: "040000" as const, sha: entry.sha })),
  );
}

function fileText(stage: Stage, file: NewFile): string {
  return "text" in file ? file.text : stage.write(file.words);
}

async function treeOf(github: GitHubPort, sha: Sha): Promise<Sha> {
  const commit = await github.commit(sha);
  if (commit) return commit.tree;
  throw new GsdError("unavailable", `The commit ${sha} cannot be read yet.`);
}

function isOurs({ input: { job } }: Stage, commit: CommitAt, tree: Sha): boolean {
  return commit.tree === tree && jobTrailer.parse(commit.message) === jobKey.format(job);
}

async function toEntry(github: GitHubPort, artifact: Artifact, change: Change): Promise<TreeEntry> {
  if ("deleted" in change) return { path: change.path, mode: "100644", sha: null };
  const content = contentOf(artifact, change);
  const text = asText(content);
  if (text !== undefined) return { path: change.path, mode: change.mode, text };
  return { path: change.path, mode: change.mode, sha: await github.createBlob(content.toString("base64")) };
}

function contentOf(artifact: Artifact, { path, sha256 }: { path: string; sha256: string }): Buffer {
  const content = artifact.file(sha256);
  if (!content) throw new GsdError("invalid", `the artifact lacks the content of ${path}`);
  return content;
}

/** Text goes inline into the tree; what is not UTF-8, or holds NUL, goes as a blob. */
function asText(content: Buffer): string | undefined {
  if (content.includes(0)) return undefined;
  const text = content.toString("utf8");
  return Buffer.from(text, "utf8").equals(content) ? text : undefined;
}

/** A branch of a job's own is ours to move only while its head is; a shared one only ever moves forward. */
async function pointBranch(stage: Stage, { branch, base, on }: CommitStep, head: Sha): Promise<void> {
  const { github } = stage.ports;
  const ref = `heads/${branch}`;
  if (on === "shared") return moveForward(github, ref, head);
  if ((await createRef(stage, ref, head)) === "created") return;
  const now = await github.commit(branch);
  if (now?.sha === head) return;
  // We made the branch and came no further.
  const untouched = now?.sha === base.sha;
  const maker = jobKey.parse((now && jobTrailer.parse(now.message)) ?? "");
  const { issue, kind, task } = stage.input.job;
  const isOurs = maker?.issue === issue && maker.kind === kind && maker.task === task;
  if (!untouched && !isOurs) {
    throw new GsdError("hands-off", `\`${branch}\` has commits by people, which gsd does not overwrite`);
  }
  await github.updateRef(ref, head, { force: true });
}

/** GitHub calls a branch that has moved meanwhile an invalid request. */
async function moveForward(github: GitHubPort, ref: string, head: Sha): Promise<void> {
  try {
    await github.updateRef(ref, head, { force: false });
  } catch (error) {
    if (!(error instanceof GsdError && error.code === "invalid")) throw error;
    throw new GsdError("conflict", `\`${ref.replace("heads/", "")}\` moved while this job ran`, {
      cause: error,
    });
  }
}

/** A lost answer is harmless here: the second try finds the ref. */
async function createRef(stage: Stage, ref: string, head: Sha): Promise<"created" | "exists"> {
  const { github } = stage.ports;
  try {
    return await github.createRef(ref, head);
  } catch (error) {
    if (!(error instanceof GsdError && error.code === "unavailable")) throw error;
    await stage.pause(1_000);
    return github.createRef(ref, head);
  }
}
