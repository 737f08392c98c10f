import { GsdError } from "../../core/gsd-error.ts";
import type { FileCommit } from "../../core/ports/github/git.ts";
import { type Connection, graphErrors, read, write } from "./request.ts";
import { none } from "./set-refs.ts";

const commitField = "createCommitOnBranch(input: $input) { commit { oid } }";
const onBranch = `mutation ($input: CreateCommitOnBranchInput!) {
  ${commitField}
}`;
/** GitHub does the fields of a mutation one after the other, and the second also when the first is refused. */
const onNewBranch = `mutation ($refs: UpdateRefsInput!, $input: CreateCommitOnBranchInput!) {
  updateRefs(input: $refs) { clientMutationId }
  ${commitField}
}`;

interface Created {
  createCommitOnBranch: { commit: { oid: string } } | null;
}

/** Several files in one commit. REST has this only as blobs, a tree, a commit and a ref: four writes and no signature. */
export function createCommitFiles(connection: Connection) {
  const { owner, repo } = connection;
  return {
    async commitFiles(commit: FileCommit): Promise<string> {
      const branch = { repositoryNameWithOwner: `${owner}/${repo}`, branchName: commit.branch };
      const input = { branch, expectedHeadOid: commit.expectedHead, ...changeOf(commit) };
      try {
        if (!commit.newBranch) return await send(connection, onBranch, { input });
        return await send(connection, onNewBranch, { refs: await newRef(connection, commit), input });
      } catch (error) {
        const { code } = error as { code?: string };
        if (code === "conflict" || (code === "not-found" && commit.newBranch)) return "conflict";
        throw error;
      }
    },
  };
}

async function send(connection: Connection, query: string, variables: object): Promise<string> {
  const { createCommitOnBranch: made } = await write(connection, async () => ({
    data: await ask(connection, query, variables),
  }));
  if (made) return made.commit.oid;
  throw new GsdError("unavailable", "GitHub made a commit and did not say which");
}

/** A branch that is there already, where we want it, is as good as a new one: only the commit counts. */
async function ask({ client }: Connection, query: string, variables: object): Promise<Created> {
  try {
    return await client.graphql<Created>(query, { ...variables });
  } catch (error) {
    const refusals = graphErrors(error);
    if (!refusals) throw error;
    const { data } = error as { data?: Created | null };
    if (data?.createCommitOnBranch) return data;
    const ofCommit = refusals.filter(({ path }) => path?.[0] !== "updateRefs");
    throw Object.assign(error as Error, { errors: ofCommit.length > 0 ? ofCommit : refusals });
  }
}

async function newRef(connection: Connection, { branch, expectedHead }: FileCommit) {
  const change = { name: `refs/heads/${branch}`, beforeOid: none, afterOid: expectedHead };
  return { repositoryId: await nodeId(connection), refUpdates: [change] };
}

async function nodeId(connection: Connection): Promise<string> {
  const { client, owner, repo, node } = connection;
  const query = "query ($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { id } }";
  node.id ??= await read(connection, async () => {
    const answer = await client.graphql<{ repository: { id: string } }>(query, { owner, name: repo });
    return { data: answer.repository.id };
  });
  if (node.id !== undefined) return node.id;
  throw new GsdError("forbidden", `The repository ${owner}/${repo} cannot be read with this token.`);
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
