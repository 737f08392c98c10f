import { withoutUndefined } from "../../core/model/without-undefined.ts";
import type { NewPull, Pull, PullFile, Review, ReviewComment } from "../../core/ports/github/pulls.ts";
import { type Connection, read, write } from "./request.ts";
import { allPages, toAuthor } from "./threads.ts";

interface RawPull {
  number: number;
  node_id: string;
  title: string;
  body: string | null;
  state: string;
  draft?: boolean;
  merged?: boolean;
  merged_at?: string | null;
  merge_commit_sha: string | null;
  head: { ref: string; sha: string };
  base: { ref: string };
  mergeable?: boolean | null;
}

function toPull(raw: RawPull): Pull {
  const merged = raw.merged ?? Boolean(raw.merged_at);
  return {
    number: raw.number,
    nodeId: raw.node_id,
    title: raw.title,
    body: raw.body ?? "",
    state: raw.state === "open" ? "open" : "closed",
    draft: raw.draft ?? false,
    merged,
    ...(merged && raw.merge_commit_sha ? { mergeSha: raw.merge_commit_sha } : {}),
    head: { branch: raw.head.ref, sha: raw.head.sha },
    base: raw.base.ref,
    ...(typeof raw.mergeable === "boolean" ? { mergeable: raw.mergeable } : {}),
  };
}

/** Pull requests and their reviews. */
export function createPulls(connection: Connection) {
  const { client, owner, repo } = connection;
  const { pulls } = client.rest;
  return {
    async pull(pull_number: number): Promise<Pull | undefined> {
      const raw = await read(connection, () => pulls.get({ owner, repo, pull_number }));
      return raw && toPull(raw);
    },
    changedFiles: (pull_number: number): Promise<PullFile[]> =>
      allPages(async (page) => {
        const list = { owner, repo, pull_number, per_page: 100, page };
        const raw = (await read(connection, () => pulls.listFiles(list))) ?? [];
        return raw.map(({ filename: path, previous_filename: earlier, patch }) =>
          withoutUndefined({ path, earlier, patch }),
        );
      }),
    async pullsOf(branch: string): Promise<Pull[]> {
      const list = { owner, repo, head: `${owner}:${branch}`, state: "all", per_page: 100 } as const;
      return ((await read(connection, () => pulls.list(list))) ?? []).map(toPull);
    },
    async createPull(pull: NewPull): Promise<Pull> {
      return toPull(await write(connection, () => pulls.create({ owner, repo, ...pull })));
    },
    async updatePull(
      pull_number: number,
      change: { title?: string; body?: string; state?: "open" | "closed" },
    ): Promise<void> {
      await write(connection, () => pulls.update({ owner, repo, pull_number, ...change }));
    },
    /** REST cannot change a draft. */
    async markReady(pullRequestId: string): Promise<void> {
      const mutation = `mutation ($pullRequestId: ID!) {
        markPullRequestReadyForReview(input: { pullRequestId: $pullRequestId }) { pullRequest { isDraft } }
      }`;
      await write(connection, async () => ({ data: await client.graphql(mutation, { pullRequestId }) }));
    },
    async mergePull(merge: {
      number: number;
      sha: string;
      method: "merge" | "squash" | "rebase";
      title: string;
      message: string;
    }): Promise<string> {
      const words = { commit_title: merge.title, commit_message: merge.message };
      const merged = await write(connection, () =>
        pulls.merge({
          owner,
          repo,
          pull_number: merge.number,
          sha: merge.sha,
          merge_method: merge.method,
          ...(merge.method === "rebase" ? {} : words),
        }),
      );
      return merged.sha;
    },
    async enqueuePull(pullRequestId: string, expectedHeadOid: string): Promise<void> {
      const mutation = `mutation ($pullRequestId: ID!, $expectedHeadOid: GitObjectID!) {
        enqueuePullRequest(input: { pullRequestId: $pullRequestId, expectedHeadOid: $expectedHeadOid }) { clientMutationId }
      }`;
      const input = { pullRequestId, expectedHeadOid };
      await write(connection, async () => ({ data: await client.graphql(mutation, input) }));
    },
    async isQueued(number: number): Promise<boolean> {
      // A query of its own: servers without merge queues refuse a query that names the field.
      const query = `query ($owner: String!, $repo: String!, $number: Int!) {
        repository(owner: $owner, name: $repo) { pullRequest(number: $number) { isInMergeQueue } }
      }`;
      type Answer = { repository: { pullRequest: { isInMergeQueue: boolean } | null } | null };
      const raw = await read(connection, async () => ({
        data: await client.graphql<Answer>(query, { owner, repo, number }),
      }));
      return raw?.repository?.pullRequest?.isInMergeQueue ?? false;
    },
    async requestReview(pull_number: number, reviewers: string[]): Promise<void> {
      await write(connection, () => pulls.requestReviewers({ owner, repo, pull_number, reviewers }));
    },
    reviews: (pull_number: number) =>
      allPages(async (page): Promise<Review[]> => {
        const raw = await read(connection, () =>
          pulls.listReviews({ owner, repo, pull_number, per_page: 100, page }),
        );
        return (raw ?? []).map((review) => ({
          id: review.id,
          nodeId: review.node_id,
          state: review.state.toLowerCase(),
          body: review.body,
          commit: review.commit_id ?? "",
          author: toAuthor(review.user),
          at: new Date(review.submitted_at ?? 0).toISOString(),
        }));
      }),
    async createReview(review: {
      pull: number;
      commit: string;
      body: string;
      comments: ReviewComment[];
    }): Promise<number> {
      const created = await write(connection, () =>
        pulls.createReview({
          owner,
          repo,
          pull_number: review.pull,
          commit_id: review.commit,
          body: review.body,
          event: "COMMENT",
          comments: review.comments.map(toComment),
        }),
      );
      return created.id;
    },
  };
}

function toComment({ startLine, ...comment }: ReviewComment) {
  const placed = { ...comment, side: "RIGHT" };
  return startLine === undefined ? placed : { ...placed, start_line: startLine, start_side: "RIGHT" };
}
