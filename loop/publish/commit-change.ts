import { jobKey } from "../../core/codec/keys.ts";
import { jobTrailer } from "../../core/codec/markers.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Sha } from "../../core/model/ids.ts";
import type { Base } from "../../core/model/job.ts";
import type { Manifest } from "../../core/model/manifest.ts";
import type { GitHubPort, TreeEntry } from "../../core/ports/github.ts";
import type { Artifact } from "./artifact.ts";

export interface CommitChange {
  manifest: Manifest;
  artifact: Artifact;
  base: Base;
  branch: string;
  message: string;
}

/** Makes one commit of a job's changes on a branch of its own, through the Git Data API: no checkout, no hook. */
export async function commitChange(github: GitHubPort, change: CommitChange): Promise<{ head: Sha }> {
  const entries: TreeEntry[] = [];
  for (const one of change.manifest.changes) entries.push(await toEntry(github, change.artifact, one));
  const tree = await github.createTree(change.base.tree, entries);
  const head = await github.createCommit({ message: change.message, tree, parents: [change.base.sha] });
  await pointBranch(github, change, head);
  return { head };
}

async function toEntry(
  github: GitHubPort,
  artifact: Artifact,
  change: Manifest["changes"][number],
): Promise<TreeEntry> {
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

/** A branch that is there already is ours to move only while its head is. */
async function pointBranch(github: GitHubPort, change: CommitChange, head: Sha): Promise<void> {
  const ref = `heads/${change.branch}`;
  if ((await createRef(github, ref, head)) === "created") return;
  const now = await github.commit(change.branch);
  if (now?.sha === head) return;
  const madeBy = now && jobTrailer.parse(now.message);
  const maker = madeBy ? jobKey.parse(madeBy) : undefined;
  const { issue, kind, task } = change.manifest.job;
  if (maker?.issue !== issue || maker.kind !== kind || maker.task !== task) {
    throw new GsdError(
      "hands-off",
      `\`${change.branch}\` has commits by people, which gsd does not overwrite`,
    );
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
