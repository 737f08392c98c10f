import type { OwnReview } from "../../core/ports/github/pulls.ts";
import type { RawActor } from "./graph-values.ts";
import { type Connection, read, write } from "./request.ts";

interface RawReview {
  id: string;
  body: string;
  isMinimized: boolean;
  author: RawActor | null;
  comments: { nodes: { id: string; isMinimized: boolean }[] };
}

interface RawAnswer {
  repository: { pullRequest: { reviews: { nodes: RawReview[] } } | null } | null;
}

const query = `query ($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) {
    reviews(last: 30) {
      nodes { id body isMinimized author { __typename login } comments(first: 100) { nodes { id isMinimized } } }
    }
  } }
}`;

/** As many as one request carries. */
const most = 50;

/** What is hidden is said and done by GraphQL only. */
export function createOwnReviews(connection: Connection) {
  return {
    async botReviews(number: number): Promise<OwnReview[]> {
      const { client, owner, repo } = connection;
      const answer = await read(connection, async () => ({
        data: await client.graphql<RawAnswer>(query, { owner, name: repo, number }),
      }));
      const found = answer?.repository?.pullRequest?.reviews.nodes ?? [];
      return found.flatMap(({ id, body, isMinimized, author, comments }) => {
        if (author?.__typename !== "Bot") return [];
        const shown = [...(isMinimized ? [] : [id]), ...shownOf(comments.nodes)];
        return [{ body, shown }];
      });
    },
    async hideOutdated(nodeIds: readonly string[]): Promise<void> {
      for (let at = 0; at < nodeIds.length; at += most) {
        const ids = nodeIds.slice(at, at + most);
        const declared = ids.map((_, index) => `$id${index}: ID!`).join(", ");
        const fields = ids.map(
          (_, index) =>
            `hide${index}: minimizeComment(input: { subjectId: $id${index}, classifier: OUTDATED }) { clientMutationId }`,
        );
        const mutation = `mutation (${declared}) {\n  ${fields.join("\n  ")}\n}`;
        const variables = Object.fromEntries(ids.map((id, index) => [`id${index}`, id]));
        await write(connection, async () => ({ data: await connection.client.graphql(mutation, variables) }));
      }
    },
  };
}

function shownOf(comments: readonly { id: string; isMinimized: boolean }[]): string[] {
  return comments.flatMap(({ id, isMinimized }) => (isMinimized ? [] : [id]));
}
