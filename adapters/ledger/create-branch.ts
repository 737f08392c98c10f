import { ledgerBranch } from "../../core/codec/branches.ts";
import type { GitHubPort } from "../../core/ports/github.ts";

const readme = `# gsd ledger

State and audit log of gsd: one file per track, one commit per change. Only the bot writes here.
`;

/** Makes the ledger's branch with its first file: an orphan, made once; a second creator finds it there, and writes as usual. */
export async function createBranch(
  github: GitHubPort,
  first?: { path: string; text: string },
): Promise<"created" | "exists"> {
  const tree = await github.createTree(undefined, [
    { path: "README.md", mode: "100644", text: readme },
    ...(first ? [{ path: first.path, mode: "100644" as const, text: first.text }] : []),
  ]);
  const commit = await github.createCommit({
    message: "chore(gsd): start the ledger [skip ci]",
    tree,
    parents: [],
  });
  return github.createRef(`heads/${ledgerBranch}`, commit);
}
