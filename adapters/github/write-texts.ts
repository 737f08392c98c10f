import type { Mark } from "../../core/model/mark.ts";
import type { TextEdit } from "../../core/ports/github/issues.ts";
import { type Connection, write } from "./request.ts";

type Entry = TextEdit | Mark;

const kinds = {
  comment: { input: "UpdateIssueCommentInput!", field: "updateIssueComment" },
  pull: { input: "UpdatePullRequestInput!", field: "updatePullRequest" },
  hide: { input: "MinimizeCommentInput!", field: "minimizeComment" },
  react: { input: "AddReactionInput!", field: "addReaction" },
} as const satisfies Record<Entry["type"], object>;

/** As many as one request carries: each may be 60 KB long. */
const most = 20;

/** Many texts and signs in one request, which GitHub counts as one write. REST takes one each. */
export function createWriteTexts(connection: Connection) {
  return {
    async writeTexts(entries: Entry[]): Promise<void> {
      for (let at = 0; at < entries.length; at += most) {
        const { mutation, variables } = formatMutation(entries.slice(at, at + most));
        await write(connection, async () => ({ data: await connection.client.graphql(mutation, variables) }));
      }
    },
  };
}

function formatMutation(entries: Entry[]) {
  const declared = entries.map(({ type }, at) => `$text${at}: ${kinds[type].input}`);
  const fields = entries.map(
    ({ type }, at) => `text${at}: ${kinds[type].field}(input: $text${at}) { clientMutationId }`,
  );
  const inputs = entries.map((entry, at) => [`text${at}`, inputOf(entry)]);
  return {
    mutation: `mutation (${declared.join(", ")}) {\n  ${fields.join("\n  ")}\n}`,
    variables: Object.fromEntries(inputs),
  };
}

function inputOf(entry: Entry): Record<string, string> {
  const { nodeId } = entry;
  switch (entry.type) {
    case "comment":
      return { id: nodeId, body: entry.body };
    case "pull":
      return { pullRequestId: nodeId, body: entry.body };
    case "hide":
      return { subjectId: nodeId, classifier: "RESOLVED" };
    case "react":
      return { subjectId: nodeId, content: entry.reaction.toUpperCase() };
  }
}
