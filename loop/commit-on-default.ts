import { GsdError } from "../core/gsd-error.ts";
import type { Ports } from "./ports.ts";

interface NewCommit {
  branch: string;
  defaultBranch: string;
  message: string;
  files: { path: string; text: string }[];
}

/** One commit on top of the default branch as the head of a branch of our own, which is made or moved there. */
export async function commitOnDefault(
  { github }: Ports,
  { branch, defaultBranch, message, files }: NewCommit,
): Promise<void> {
  const head = await github.commit(defaultBranch);
  if (!head) throw new GsdError("no-commits", `The branch ${defaultBranch} has no commits yet.`);
  const entries = files.map(({ path, text }) => ({ path, mode: "100644" as const, text }));
  const tree = await github.createTree(head.tree, entries);
  const sha = await github.createCommit({ message, tree, parents: [head.sha] });
  const created = await github.createRef(`heads/${branch}`, sha);
  if (created === "exists") await github.updateRef(`heads/${branch}`, sha, { force: true });
}
