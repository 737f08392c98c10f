import type { OpenThread } from "../../core/ports/github/pulls.ts";
import type { RawActor } from "./graph-values.ts";
import { type Connection, read, write } from "./request.ts";

interface RawThread {
  id: string;
  isResolved: boolean;
  path: string;
  line: number | null;
  originalLine: number | null;
  comments: { nodes: RawThreadComment[] };
}

interface RawThreadComment {
  databaseId: number | null;
  body: string;
  diffHunk: string;
  createdAt: string;
  author: RawActor | null;
}

interface RawThreads {
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  nodes: RawThread[];
}

interface RawAnswer {
  repository: { pullRequest: { reviewThreads: RawThreads } | null } | null;
}

const mostPages = 5;
const query = `query ($owner: String!, $name: String!, $number: Int!, $after: String) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) {
    reviewThreads(first: 100, after: $after) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes { id isResolved path line originalLine comments(first: 50) { nodes {
        databaseId body diffHunk createdAt author { __typename login }
      } } }
    }
  } }
}`;

/** Whether a discussion is resolved is said by GraphQL only. */
export function createOpenThreads(connection: Connection) {
  return {
    async openThreads(number: number): Promise<{ threads: OpenThread[]; left: number }> {
      const found: RawThread[] = [];
      let after: string | null = null;
      let total = 0;
      for (let page = 0; page < mostPages; page += 1) {
        const raw: RawThreads | undefined = await readPage(connection, number, after);
        found.push(...(raw?.nodes ?? []));
        total = raw?.totalCount ?? 0;
        if (!raw?.pageInfo.hasNextPage) break;
        after = raw.pageInfo.endCursor;
      }
      return { threads: found.flatMap(toThread), left: Math.max(0, total - found.length) };
    },
    async replyTo(pull: number, comment: number, body: string): Promise<void> {
      const { client, owner, repo } = connection;
      await write(connection, () =>
        client.rest.pulls.createReplyForReviewComment({
          owner,
          repo,
          pull_number: pull,
          comment_id: comment,
          body,
        }),
      );
    },
    async resolveThread(threadId: string): Promise<void> {
      const mutation = `mutation ($threadId: ID!) {
        resolveReviewThread(input: { threadId: $threadId }) { thread { isResolved } }
      }`;
      await write(connection, async () => ({
        data: await connection.client.graphql(mutation, { threadId }),
      }));
    },
  };
}

async function readPage(
  connection: Connection,
  number: number,
  after: string | null,
): Promise<RawThreads | undefined> {
  const { client, owner, repo } = connection;
  const variables = { owner, name: repo, number, after };
  const answer = await read(connection, async () => ({
    data: await client.graphql<RawAnswer>(query, variables),
  }));
  return answer?.repository?.pullRequest?.reviewThreads;
}

function toThread({ id: node, isResolved, path, line, originalLine, comments }: RawThread): OpenThread[] {
  const [first] = comments.nodes;
  if (isResolved || !first) return [];
  const thread: OpenThread = {
    node,
    path,
    hunk: first.diffHunk,
    comments: comments.nodes.flatMap(({ databaseId, body, createdAt, author }) => {
      if (databaseId === null || !author) return [];
      const { login, __typename: type } = author;
      const at = new Date(createdAt).toISOString();
      return [{ id: databaseId, body, by: { login, bot: type !== "User" }, at }];
    }),
  };
  const at = line ?? originalLine;
  return [at === null ? thread : { ...thread, line: at }];
}
