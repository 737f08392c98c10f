import type { Milestone } from "../../core/backlog/milestone.ts";
import { type Connection, graphErrors, read, write } from "./request.ts";
import { allPages } from "./threads.ts";

interface RawMilestone {
  number: number;
  title: string;
  dueOn: string | null;
  state: "OPEN" | "CLOSED";
  updatedAt: string;
  issues: { nodes: { number: number; title: string; state: string }[] | null };
}

interface RawMilestones {
  repository: {
    open: { nodes: RawMilestone[] | null } | null;
    closed: { nodes: RawMilestone[] | null } | null;
  } | null;
}

/** How many issues that one question asks for; a milestone with more of them is asked for by itself. */
const mostListed = 100;
const fields = `nodes { number title dueOn state updatedAt issues(first: ${mostListed}) { nodes { number title state } } }`;
const query = `query ($owner: String!, $name: String!) { repository(owner: $owner, name: $name) {
  open: milestones(first: 50, states: [OPEN], orderBy: { field: NUMBER, direction: ASC }) { ${fields} }
  closed: milestones(first: 50, states: [CLOSED], orderBy: { field: UPDATED_AT, direction: DESC }) { ${fields} }
} }`;

/** Numbers that one request asks for. */
const mostAtOnce = 100;

/** Milestones, and which issues belong to them. */
export function createMilestones(connection: Connection) {
  const { client, owner, repo } = connection;
  const { issues } = client.rest;
  return {
    async milestones(): Promise<Milestone[]> {
      const answer = await read(connection, async () => ({
        data: await client.graphql<RawMilestones>(query, { owner, name: repo }),
      }));
      const { open, closed } = answer?.repository ?? {};
      const all = [...(open?.nodes ?? []), ...(closed?.nodes ?? [])].map(toMilestone);
      return Promise.all(all.map((one) => withAllIssues(connection, one)));
    },
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

/** A moment as the port has it; GitHub writes no milliseconds. */
export function timeOf(text: string): string {
  return new Date(text).toISOString();
}

/** The day of a due date: GitHub keeps a moment of it. */
export function dayOf(text: string): string {
  return timeOf(text).slice(0, 10);
}

/** At noon it is the same day almost everywhere, whatever zone GitHub takes it for. */
function noonOf(day: string): string {
  return `${day}T12:00:00Z`;
}

function toMilestone(raw: RawMilestone): Milestone {
  const milestone: Milestone = {
    number: raw.number,
    title: raw.title,
    open: raw.state === "OPEN",
    updatedAt: timeOf(raw.updatedAt),
    issues: (raw.issues.nodes ?? []).map(({ number, title, state }) => ({
      number,
      title,
      open: state === "OPEN",
    })),
  };
  if (raw.dueOn !== null) milestone.due = dayOf(raw.dueOn);
  return milestone;
}

/** One that seems full may have more: an issue that nobody sees is neither open nor closed. */
async function withAllIssues(connection: Connection, milestone: Milestone): Promise<Milestone> {
  if (milestone.issues.length < mostListed) return milestone;
  const { client, owner, repo } = connection;
  const list = { owner, repo, milestone: String(milestone.number), state: "all", per_page: 100 } as const;
  const raw = await allPages(
    async (page) => (await read(connection, () => client.rest.issues.listForRepo({ ...list, page }))) ?? [],
  );
  const issues = raw
    .filter(({ pull_request: pull }) => pull === undefined)
    .map(({ number, title, state }) => ({ number, title, open: state === "open" }));
  return { ...milestone, issues: issues.toSorted((a, b) => a.number - b.number) };
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
