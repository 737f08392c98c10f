import type { Milestone } from "../../core/backlog/milestone.ts";
import { readMilestones } from "./read-milestones.ts";
import { type Connection, graphErrors, read, write } from "./request.ts";

/** Numbers that one request asks for. */
const mostAtOnce = 100;

/** Milestones, and which issues belong to them. */
export function createMilestones(connection: Connection) {
  const { client, owner, repo } = connection;
  const { issues } = client.rest;
  return {
    milestones: (): Promise<Milestone[]> => readMilestones(connection),
    async createMilestone({ title, due }: { title: string; due: string | undefined }): Promise<void> {
      const date = due === undefined ? {} : { due_on: noonOf(due) };
      await write(connection, () => issues.createMilestone({ owner, repo, title, ...date }));
    },
    async updateMilestone(
      milestone_number: number,
      { title, due, state }: { title?: string; due?: string | null; state?: "open" | "closed" },
    ): Promise<void> {
      const change: Record<string, string | null> = {};
      if (title !== undefined) change["title"] = title;
      if (state !== undefined) change["state"] = state;
      if (due !== undefined) change["due_on"] = due === null ? null : noonOf(due);
      await write(connection, () => issues.updateMilestone({ owner, repo, milestone_number, ...change }));
    },
    async setMilestone(issue_number: number, milestone: number | null): Promise<void> {
      await write(connection, () => issues.update({ owner, repo, issue_number, milestone }));
    },
    async absentIssues(numbers: readonly number[]): Promise<Map<number, "none" | "pull">> {
      const absent = new Map<number, "none" | "pull">();
      for (let at = 0; at < numbers.length; at += mostAtOnce) {
        const some = numbers.slice(at, at + mostAtOnce);
        const kinds = await askKinds(connection, some);
        for (const [place, number] of some.entries()) {
          const kind = kinds[`n${place}`]?.__typename;
          if (kind !== "Issue") absent.set(number, kind === "PullRequest" ? "pull" : "none");
        }
      }
      return absent;
    },
  };
}

/** At noon it is the same day almost everywhere, whatever zone GitHub takes it for. */
function noonOf(day: string): string {
  return `${day}T12:00:00Z`;
}

type RawKinds = Record<string, { __typename: string } | null>;

/** What is absent comes as null with an error beside it; the rest of the answer is still good. */
async function askKinds(connection: Connection, numbers: readonly number[]): Promise<RawKinds> {
  const { client, owner, repo } = connection;
  const declared = numbers.map((_, at) => `, $n${at}: Int!`).join("");
  const asked = numbers
    .map((_, at) => `n${at}: issueOrPullRequest(number: $n${at}) { __typename }`)
    .join("\n  ");
  const question = `query ($owner: String!, $name: String!${declared}) { repository(owner: $owner, name: $name) {\n  ${asked}\n} }`;
  const variables = Object.fromEntries(numbers.map((number, at) => [`n${at}`, number]));
  const answer = await read(connection, async () => {
    try {
      return {
        data: await client.graphql<{ repository: RawKinds | null }>(question, {
          owner,
          name: repo,
          ...variables,
        }),
      };
    } catch (error) {
      const isAbsence = graphErrors(error)?.every(
        ({ type, path = [] }) => type === "NOT_FOUND" && path.length > 1,
      );
      if (!isAbsence) throw error;
      return { data: (error as { data: { repository: RawKinds | null } }).data };
    }
  });
  return answer?.repository ?? {};
}
