import { jobKey } from "../../core/codec/keys.ts";
import { jobTrailer } from "../../core/codec/markers.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Sha } from "../../core/model/ids.ts";
import type { Change } from "../../core/model/manifest.ts";
import type { Bound, PublishStep } from "../../core/model/publication.ts";
import type { CommitAt, GitHubPort, TreeEntry } from "../../core/ports/github.ts";
import type { Artifact } from "./artifact.ts";
import type { Stage } from "./perform-publication.ts";

type CommitStep = Extract<PublishStep, { type: "commit" }>;

/** Makes one commit through the Git Data API: no checkout, no hook. One of the same job with the same tree is used again. */
export async function performCommit(stage: Stage, step: CommitStep): Promise<Bound> {
  const { github } = stage.ports;
  const entries: TreeEntry[] = step.files.map((file) => ({
    path: file.path,
    mode: "100644",
    text: "text" in file ? file.text : stage.write(file.words),
  }));
  for (const change of step.changes) entries.push(await toEntry(github, stage.artifact, change));
  const tree = await github.createTree(step.base.tree, entries);
  // An earlier try to publish this very result may have made the commit.
  const there = stage.input.job.republish ? await github.commit(step.branch) : undefined;
  const known = there && isOurs(stage, there, tree) ? there.sha : undefined;
  if (known) return { head: known };
  const head = await github.createCommit({
    message: stage.write(step.message),
    tree,
    parents: [step.base.sha],
  });
  await pointBranch(stage, step, head);
  return { head };
}

function isOurs({ input: { job } }: Stage, commit: CommitAt, tree: Sha): boolean {
  return commit.tree === tree && jobTrailer.parse(commit.message) === jobKey.format(job);
}

async function toEntry(github: GitHubPort, artifact: Artifact, change: Change): Promise<TreeEntry> {
  if ("deleted" in change) return { path: change.path, mode: "100644", sha: null };
  const content = artifact.file(change.sha256);
  if (!content) throw new GsdError("invalid", `the artifact lacks the content of ${change.path}`);
  const text = asText(content);
  if (text !== undefined) return { path: change.path, mode: change.mode, text };
  return { path: change.path, mode: change.mode, sha: await github.createBlob(content.toString("base64")) };
}

/** Text goes inline into the tree; what is not UTF-8, or holds NUL, goes as a blob. */
function asText(content: Buffer): string | undefined {
  if (content.includes(0)) return undefined;
  const text = content.toString("utf8");
  return Buffer.from(text, "utf8").equals(content) ? text : undefined;
}

/** A branch of a job's own is ours to move only while its head is; a shared one only ever moves forward. */
async function pointBranch({ ports, input }: Stage, { branch, on }: CommitStep, head: Sha): Promise<void> {
  const { github } = ports;
  const ref = `heads/${branch}`;
  if (on === "shared") return github.updateRef(ref, head, { force: false });
  if ((await createRef(github, ref, head)) === "created") return;
  const now = await github.commit(branch);
  if (now?.sha === head) return;
  const maker = jobKey.parse((now && jobTrailer.parse(now.message)) ?? "");
  const { issue, kind, task } = input.job;
  if (maker?.issue !== issue || maker.kind !== kind || maker.task !== task) {
    throw new GsdError("hands-off", `\`${branch}\` has commits by people, which gsd does not overwrite`);
  }
  await github.updateRef(ref, head, { force: true });
}

/** A lost answer is harmless here: the second try finds the ref. */
async function createRef(github: GitHubPort, ref: string, head: Sha): Promise<"created" | "exists"> {
  try {
    return await github.createRef(ref, head);
  } catch (error) {
    if (!(error instanceof GsdError && error.code === "unavailable")) throw error;
    await github.pause(1_000);
    return github.createRef(ref, head);
  }
}
