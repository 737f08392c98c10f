import type { BacklogIssue, Link } from "../../core/backlog/backlog-issue.ts";
import type { Blocker } from "../../core/model/blocker.ts";
import { withoutUndefined } from "../../core/model/without-undefined.ts";
import type { Sorting } from "../../core/ports/github/issues.ts";
import { type Connection, read, write } from "./request.ts";
import { dayOf, timeOf } from "./times.ts";

/** Pages of a hundred that are read of a list of issues. */
const mostPages = 3;
/** Issues whose history one request asks for. */
const mostAtOnce = 50;

interface RawListed {
  number: number;
  title: string;
  labels: (string | { name?: string | null })[];
  milestone: { number: number; title: string; due_on: string | null } | null;
  created_at: string;
  pull_request?: unknown;
  sub_issues_summary?: { total: number; completed: number };
  issue_dependencies_summary?: { blocked_by: number };
}

interface RawLinked {
  number: number;
  state: string;
  repository_url: string;
}

/** The backlog of a repository: which issues there are, what they wait for, and who asked for them. */
export function createBacklog(connection: Connection) {
  const { client, owner, repo } = connection;
  const { issues } = client.rest;
  return {
    async issuesIn(
      place: { label: string } | { milestone: number },
    ): Promise<{ issues: BacklogIssue[]; more: boolean }> {
      const filter = "label" in place ? { labels: place.label } : { milestone: String(place.milestone) };
      const list = {
        owner,
        repo,
        ...filter,
        state: "open",
        sort: "created",
        direction: "asc",
        per_page: 100,
      } as const;
      const found: RawListed[] = [];
      for (let page = 1; page <= mostPages; page += 1) {
        const raw = (await read(connection, () => issues.listForRepo({ ...list, page }))) ?? [];
        found.push(...(raw as RawListed[]));
        if (raw.length < 100) return { issues: toListed(found), more: false };
      }
      return { issues: toListed(found), more: true };
    },
    async blockersOf(issue: number): Promise<Blocker[]> {
      const links = await readBlockers(connection, issue);
      return links
        .filter(({ open }) => open)
        .map(({ number, elsewhere }) => withoutUndefined({ issue: number, elsewhere }));
    },
    async linksOf(issue_number: number): Promise<Link[]> {
      const at = { owner, repo, issue_number, per_page: 100 };
      const blockers = await readBlockers(connection, issue_number);
      const children = await read(connection, () => issues.listSubIssues(at));
      const here = `/repos/${owner}/${repo}`;
      return [
        ...blockers,
        ...((children ?? []) as RawLinked[]).map((one) => toLinked(one, "sub-issue", here)),
      ];
    },
    async sortingsOf(numbers: readonly number[]): Promise<Sorting[][]> {
      const all: Sorting[][] = [];
      for (let at = 0; at < numbers.length; at += mostAtOnce) {
        all.push(...(await askSortings(connection, numbers.slice(at, at + mostAtOnce))));
      }
      return all;
    },
    async createIssue(issue: { title: string; body: string }) {
      const raw = await write(connection, () => issues.create({ owner, repo, ...issue }));
      return { number: raw.number, nodeId: raw.node_id };
    },
    async updateIssue(issue_number: number, change: { title?: string; body?: string }): Promise<void> {
      await write(connection, () => issues.update({ owner, repo, issue_number, ...change }));
    },
    async ownIssues(): Promise<{ number: number; nodeId: string; body: string }[]> {
      const answer = await read(connection, async () => ({
        data: await client.graphql<OwnIssues>(ownQuery, { owner, name: repo }),
      }));
      const nodes = answer?.repository?.issues.nodes ?? [];
      return nodes
        .filter(({ viewerDidAuthor }) => viewerDidAuthor)
        .map(({ number, id, body }) => ({ number, nodeId: id, body }));
    },
    async pinIssue(issueId: string): Promise<void> {
      const mutation =
        "mutation ($issueId: ID!) { pinIssue(input: { issueId: $issueId }) { clientMutationId } }";
      await write(connection, async () => ({ data: await client.graphql(mutation, { issueId }) }));
    },
  };
}

async function readBlockers(connection: Connection, issue_number: number): Promise<Link[]> {
  const { client, owner, repo } = connection;
  const at = { owner, repo, issue_number, per_page: 100 };
  const raw = await read(connection, () => client.rest.issues.listDependenciesBlockedBy(at));
  return ((raw ?? []) as RawLinked[]).map((one) => toLinked(one, "blocker", `/repos/${owner}/${repo}`));
}

function toListed(raw: RawListed[]): BacklogIssue[] {
  return raw.filter(({ pull_request: pull }) => pull === undefined).map(toListedIssue);
}

function toListedIssue(raw: RawListed): BacklogIssue {
  const { sub_issues_summary: children, issue_dependencies_summary: dependencies } = raw;
  const issue: BacklogIssue = {
    number: raw.number,
    title: raw.title,
    labels: raw.labels.map((label) => (typeof label === "string" ? label : (label.name ?? ""))),
    createdAt: timeOf(raw.created_at),
    hasLinks: (children?.total ?? 0) > (children?.completed ?? 0) || (dependencies?.blocked_by ?? 0) > 0,
  };
  if (raw.milestone) {
    const { number, title, due_on: due } = raw.milestone;
    issue.milestone = due === null ? { number, title } : { number, title, due: dayOf(due) };
  }
  return issue;
}

function toLinked({ number, state, repository_url: url }: RawLinked, kind: Link["kind"], here: string): Link {
  const link: Link = { number, open: state === "open", kind };
  if (!url.toLowerCase().endsWith(here.toLowerCase())) link.elsewhere = url.split("/").slice(-2).join("/");
  return link;
}

interface OwnIssues {
  repository: {
    issues: { nodes: { number: number; id: string; body: string; viewerDidAuthor: boolean }[] | null };
  } | null;
}

const ownQuery = `query ($owner: String!, $name: String!) { repository(owner: $owner, name: $name) {
  issues(first: 100, orderBy: { field: CREATED_AT, direction: DESC }) { nodes { number id body viewerDidAuthor } }
} }`;

interface RawSorting {
  __typename: string;
  createdAt: string;
  actor: { __typename: string; login: string; databaseId?: number } | null;
  label?: { name: string };
  milestoneTitle?: string;
}

type RawHistory = Record<string, { timelineItems: { nodes: RawSorting[] | null } } | null>;

const actor = "actor { __typename login ... on User { databaseId } }";
const sortings = `timelineItems(itemTypes: [LABELED_EVENT, MILESTONED_EVENT], last: 50) { nodes { __typename
    ... on LabeledEvent { createdAt label { name } ${actor} }
    ... on MilestonedEvent { createdAt milestoneTitle ${actor} } } }`;

async function askSortings(connection: Connection, numbers: readonly number[]): Promise<Sorting[][]> {
  const { client, owner, repo } = connection;
  const declared = numbers.map((_, at) => `, $issue${at}: Int!`).join("");
  const fields = numbers
    .map((_, at) => `issue${at}: issue(number: $issue${at}) { ${sortings} }`)
    .join("\n  ");
  const query = `query ($owner: String!, $name: String!${declared}) { repository(owner: $owner, name: $name) {\n  ${fields}\n} }`;
  const variables = Object.fromEntries(numbers.map((number, at) => [`issue${at}`, number]));
  const answer = await read(connection, async () => ({
    data: await client.graphql<{ repository: RawHistory | null }>(query, { owner, name: repo, ...variables }),
  }));
  return numbers.map((_, at) =>
    (answer?.repository?.[`issue${at}`]?.timelineItems.nodes ?? []).map((raw) => ({
      type: raw.__typename === "LabeledEvent" ? ("labeled" as const) : ("milestoned" as const),
      name: raw.label?.name ?? raw.milestoneTitle ?? "",
      by: {
        id: raw.actor?.databaseId ?? 0,
        login: raw.actor?.login ?? "ghost",
        bot: raw.actor?.__typename !== "User",
      },
      at: timeOf(raw.createdAt),
    })),
  );
}
