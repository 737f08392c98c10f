import type { Edit } from "../../core/ports/github/people.ts";
import { type Connection, read } from "./request.ts";

export interface RawContentEdits {
  totalCount: number;
  nodes: ({ editedAt: string; editor: RawEditor | null } | null)[] | null;
}

interface RawEdits {
  node: { userContentEdits?: RawContentEdits | null } | null;
}

export interface RawEditor {
  __typename: string;
  login: string;
  databaseId?: number | null;
}

const most = 100;

/** What is asked of an edit. */
export const editFields =
  "totalCount nodes { editedAt editor { __typename login ... on User { databaseId } } }";

const query = `query ($id: ID!) {
  node(id: $id) {
    ... on IssueComment {
      userContentEdits(first: ${most}) { ${editFields} }
    }
  }
}`;

/** Only GraphQL knows who edited a comment. */
export function createEditsOf(connection: Connection) {
  return {
    async editsOf(id: string): Promise<Edit[] | undefined> {
      const answer = await read(connection, async () => ({
        data: await connection.client.graphql<RawEdits>(query, { id }),
      }));
      const { totalCount = 0, nodes } = answer?.node?.userContentEdits ?? {};
      if (!nodes || totalCount > nodes.length) return undefined;
      return toEdits(nodes);
    },
  };
}

export function toEdits(nodes: NonNullable<RawContentEdits["nodes"]>): Edit[] {
  return nodes.flatMap((node) => (node ? [{ at: toInstant(node.editedAt), by: toEditor(node.editor) }] : []));
}

function toInstant(time: string): string {
  return new Date(time).toISOString();
}

function toEditor(raw: RawEditor | null): Edit["by"] {
  if (!raw) return undefined;
  const bot = raw.__typename !== "User" || !raw.databaseId;
  return { id: raw.databaseId ?? 0, login: raw.login, bot };
}
