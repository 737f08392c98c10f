import { type Connection, read } from "./request.ts";

type Answer = Record<string, { lastEditedAt?: string | null } | null>;

const most = 50;

/** Only GraphQL knows whether a text was edited; REST has seconds, and an edit may come within one. */
export function createNeverEdited(connection: Connection) {
  return {
    async neverEdited(nodeIds: readonly string[]): Promise<string[]> {
      const kept: string[] = [];
      for (let at = 0; at < nodeIds.length; at += most) {
        const ids = nodeIds.slice(at, at + most);
        const { query, variables } = formatQuery(ids);
        const answer = await read(connection, async () => ({
          data: await connection.client.graphql<Answer>(query, variables),
        }));
        kept.push(...ids.filter((_, place) => answer?.[`text${place}`]?.lastEditedAt === null));
      }
      return kept;
    },
  };
}

function formatQuery(ids: readonly string[]) {
  const declared = ids.map((_, at) => `$id${at}: ID!`);
  const fields = ids.map(
    (_, at) =>
      `text${at}: node(id: $id${at}) { ... on IssueComment { lastEditedAt } ... on PullRequestReview { lastEditedAt } }`,
  );
  return {
    query: `query (${declared.join(", ")}) {\n  ${fields.join("\n  ")}\n}`,
    variables: Object.fromEntries(ids.map((id, at) => [`id${at}`, id])),
  };
}
