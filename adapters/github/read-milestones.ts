import type { Milestone } from "../../core/backlog/milestone.ts";
import { type Connection, read } from "./request.ts";
import { dayOf, timeOf } from "./times.ts";

interface RawPage<T> {
  totalCount?: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  nodes: T[] | null;
}

interface RawIssue {
  number: number;
  title: string;
  state: string;
}

interface RawMilestone {
  number: number;
  title: string;
  dueOn: string | null;
  state: "OPEN" | "CLOSED";
  updatedAt: string;
  issues: RawPage<RawIssue>;
}

type State = "open" | "closed";

/** Pages of a hundred milestones, open or closed: a roadmap has no more phases than one of them. */
const mostPages = 3;
/** Pages of a hundred issues of one milestone. */
const mostIssuePages = 10;

const pageInfo = "pageInfo { hasNextPage endCursor }";
const issueFields = `totalCount ${pageInfo} nodes { number title state }`;
const fields = `${pageInfo} nodes { number title dueOn state updatedAt issues(first: 100) { ${issueFields} } }`;
/** The newest of those that are closed: the others are history. */
const lists: Record<State, string> = {
  open: "states: [OPEN], orderBy: { field: NUMBER, direction: ASC }",
  closed: "states: [CLOSED], orderBy: { field: UPDATED_AT, direction: DESC }",
};

const firstQuery = `query ($owner: String!, $name: String!) { repository(owner: $owner, name: $name) {
  open: milestones(first: 100, ${lists.open}) { ${fields} }
  closed: milestones(first: 100, ${lists.closed}) { ${fields} }
} }`;
const nextQuery = (
  state: State,
) => `query ($owner: String!, $name: String!, $after: String) { repository(owner: $owner, name: $name) {
  ${state}: milestones(first: 100, after: $after, ${lists[state]}) { ${fields} }
} }`;
const issuesQuery = `query ($owner: String!, $name: String!, $number: Int!, $after: String) { repository(owner: $owner, name: $name) {
  milestone(number: $number) { issues(first: 100, after: $after) { ${issueFields} } }
} }`;

/** All milestones with their issues: one request, unless there are more than a hundred of them, or of the issues of one. */
export async function readMilestones(connection: Connection): Promise<Milestone[]> {
  const first = await ask<Partial<Record<State, RawPage<RawMilestone>>>>(connection, firstQuery, {});
  const raw: RawMilestone[] = [];
  for (const state of ["open", "closed"] as const) {
    const next = async (after: string | null) =>
      (await ask<Partial<Record<State, RawPage<RawMilestone>>>>(connection, nextQuery(state), { after }))?.[
        state
      ];
    raw.push(...(await allOf(first?.[state], next, mostPages)));
  }
  const milestones: Milestone[] = [];
  for (const one of raw) milestones.push(await withIssues(connection, one));
  return milestones;
}

async function withIssues(connection: Connection, raw: RawMilestone): Promise<Milestone> {
  const { number } = raw;
  const next = async (after: string | null) =>
    (
      await ask<{ milestone: { issues: RawPage<RawIssue> } | null }>(connection, issuesQuery, {
        number,
        after,
      })
    )?.milestone?.issues;
  const issues = await allOf(raw.issues, next, mostIssuePages);
  const milestone: Milestone = {
    number,
    title: raw.title,
    open: raw.state === "OPEN",
    updatedAt: timeOf(raw.updatedAt),
    issues: issues.map(({ number, title, state }) => ({ number, title, open: state === "OPEN" })),
    unread: Math.max(0, (raw.issues.totalCount ?? 0) - issues.length),
  };
  if (raw.dueOn !== null) milestone.due = dayOf(raw.dueOn);
  return milestone;
}

/** What the pages have from the first on. */
async function allOf<T>(
  first: RawPage<T> | undefined,
  next: (after: string | null) => Promise<RawPage<T> | undefined>,
  most: number,
): Promise<T[]> {
  const found: T[] = [];
  let page = first;
  for (let read = 1; page; read += 1) {
    found.push(...(page.nodes ?? []));
    page = page.pageInfo.hasNextPage && read < most ? await next(page.pageInfo.endCursor) : undefined;
  }
  return found;
}

async function ask<T>(connection: Connection, query: string, more: object): Promise<T | undefined> {
  const { client, owner, repo } = connection;
  const answer = await read(connection, async () => ({
    data: await client.graphql<{ repository: T | null }>(query, { owner, name: repo, ...more }),
  }));
  return answer?.repository ?? undefined;
}
