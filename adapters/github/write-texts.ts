import type { TextEdit } from "../../core/ports/github/issues.ts";
import { type Connection, write } from "./request.ts";

const kinds = {
  comment: { input: "UpdateIssueCommentInput!", field: "updateIssueComment" },
  pull: { input: "UpdatePullRequestInput!", field: "updatePullRequest" },
} as const;

/** As many texts as one request carries: each may be 60 KB long. */
const most = 20;

/** Many texts in one request, which GitHub counts as one write. REST takes one a text. */
export function createWriteTexts(connection: Connection) {
  return {
    async writeTexts(texts: TextEdit[]): Promise<void> {
      for (let at = 0; at < texts.length; at += most) {
        const { mutation, variables } = formatMutation(texts.slice(at, at + most));
        await write(connection, async () => ({ data: await connection.client.graphql(mutation, variables) }));
      }
    },
  };
}

function formatMutation(texts: TextEdit[]) {
  const declared = texts.map(({ type }, at) => `$text${at}: ${kinds[type].input}`);
  const fields = texts.map(
    ({ type }, at) => `text${at}: ${kinds[type].field}(input: $text${at}) { clientMutationId }`,
  );
  const inputs = texts.map(({ type, nodeId, body }, at) => [
    `text${at}`,
    type === "comment" ? { id: nodeId, body } : { pullRequestId: nodeId, body },
  ]);
  return {
    mutation: `mutation (${declared.join(", ")}) {\n  ${fields.join("\n  ")}\n}`,
    variables: Object.fromEntries(inputs),
  };
}
