import { GsdError } from "../../core/gsd-error.ts";
import type { FileCommit } from "../../core/ports/github.ts";
import { type Connection, write } from "./request.ts";

const mutation = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) { commit { oid } }
}`;

interface Created {
  createCommitOnBranch: { commit: { oid: string } };
}

/** Several files in one commit. REST has this only as blobs, a tree, a commit and a ref: four writes and no signature. */
export function createCommitFiles(connection: Connection) {
  const { client, owner, repo } = connection;
  return {
    async commitFiles(commit: FileCommit): Promise<string> {
      const branch = { repositoryNameWithOwner: `${owner}/${repo}`, branchName: commit.branch };
      const input = { branch, expectedHeadOid: commit.expectedHead, ...changeOf(commit) };
      try {
        const data = await write(connection, async () => ({
          data: await client.graphql<Created>(mutation, { input }),
        }));
        return data.createCommitOnBranch.commit.oid;
      } catch (error) {
        if (error instanceof GsdError && error.code === "conflict") return "conflict";
        throw error;
      }
    },
  };
}

function changeOf({ message, additions, deletions }: FileCommit) {
  const [headline = "", ...rest] = message.split("\n");
  const body = rest.join("\n").trim();
  return {
    message: body === "" ? { headline } : { headline, body },
    fileChanges: {
      additions: additions.map(({ path, text }) => ({
        path,
        contents: Buffer.from(text).toString("base64"),
      })),
      deletions: deletions.map((path) => ({ path })),
    },
  };
}
