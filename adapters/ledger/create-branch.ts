import { ledgerBranch } from "../../core/codec/branches.ts";
import type { Sha } from "../../core/model/ids.ts";
import type { GitHubPort } from "../../core/ports/github.ts";

const readme = `# gsd ledger

State and audit log of gsd: one file per track, one commit per change. Only the bot writes here.
`;

/** Makes the ledger's branch, an orphan, and says where it is; a second creator finds it there, and writes as usual. */
export async function createBranch(github: GitHubPort): Promise<Sha | undefined> {
  const tree = await github.createTree(undefined, [{ path: "README.md", mode: "100644", text: readme }]);
  const commit = await github.createCommit({
    message: "chore(gsd): start the ledger [skip ci]",
    tree,
    parents: [],
  });
  const ref = `heads/${ledgerBranch}`;
  return (await github.createRef(ref, commit)) === "created" ? commit : github.ref(ref);
}
