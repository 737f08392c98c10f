import type { IssueState } from "../../core/model/facts.ts";
import type { CommitAt, Folder } from "../../core/ports/github/git.ts";
import type { NamedPull, SeenPull } from "../../core/ports/github/pulls.ts";
import type { HeadState } from "../../core/ports/github/runs.ts";
import { ledgerNote } from "../../core/render/ledger-note.ts";

/** A commit as the query of `look` selects it. */
export interface RawCommit {
  __typename: string;
  oid: string;
  message: string;
  tree: { oid: string };
  parents: { nodes: { oid: string }[] };
}

/** The port's commit; undefined when the name means none. */
export function toCommit(raw: RawCommit | null): CommitAt | undefined {
  if (raw?.__typename !== "Commit") return undefined;
  const { oid, message, tree, parents } = raw;
  return { sha: oid, tree: tree.oid, message, parents: parents.nodes.map((parent) => parent.oid) };
}

/** A folder as the query of `look` selects it. */
export interface RawFolder {
  __typename: string;
  oid: string;
  entries: { name: string; oid: string; type: string }[] | null;
}

/** The port's folder; undefined when the path means none. */
export function toFolder(raw: RawFolder | null): Folder | undefined {
  if (raw?.__typename !== "Tree") return undefined;
  const entries = (raw.entries ?? []).map(({ name, oid, type }) => ({
    name,
    sha: oid,
    folder: type === "tree",
  }));
  return { sha: raw.oid, entries };
}

/** A pull request as the query of `look` selects it. */
export interface RawGraphPull {
  id: string;
  number: number;
  title: string;
  body: string;
  state: "OPEN" | "CLOSED" | "MERGED";
  isDraft: boolean;
  merged: boolean;
  mergeable: "MERGEABLE" | "CONFLICTING" | "UNKNOWN";
  headRefName: string;
  headRefOid: string;
  baseRefName: string;
  mergeCommit: { oid: string } | null;
  latestOpinionatedReviews: { nodes: RawOpinion[] } | null;
}

interface RawOpinion {
  databaseId: number | null;
  state: string;
  author: RawActor | null;
}

/** Who wrote something; a deleted account is null. */
export interface RawActor {
  __typename: string;
  login: string;
}

/** The port's pull request. */
export function toPull(raw: RawGraphPull | null): SeenPull | undefined {
  if (!raw) return undefined;
  const pull: SeenPull = {
    number: raw.number,
    nodeId: raw.id,
    title: raw.title,
    body: raw.body,
    state: raw.state === "OPEN" ? "open" : "closed",
    draft: raw.isDraft,
    merged: raw.merged,
    head: { branch: raw.headRefName, sha: raw.headRefOid },
    base: raw.baseRefName,
    requests: (raw.latestOpinionatedReviews?.nodes ?? []).flatMap(toRequest),
  };
  if (raw.merged && raw.mergeCommit) pull.mergeSha = raw.mergeCommit.oid;
  if (raw.mergeable !== "UNKNOWN") pull.mergeable = raw.mergeable === "MERGEABLE";
  return pull;
}

/** A person's review that asks for changes; an App's is a finding among others. */
function toRequest({ databaseId, state, author }: RawOpinion): SeenPull["requests"] {
  if (state !== "CHANGES_REQUESTED" || author?.__typename !== "User" || databaseId === null) return [];
  return [{ review: databaseId, by: author.login }];
}

/** An issue as the query of `look` selects it. */
export interface RawIssueState {
  id: string;
  state: "OPEN" | "CLOSED";
  labels: { nodes: { name: string }[] } | null;
  comments: { nodes: { id: string; body: string }[] | null } | null;
}

/** Whether an issue is open, and its labels; undefined when there is none of that number. */
export function toIssueState(raw: RawIssueState | null): IssueState | undefined {
  if (!raw) return undefined;
  const comments = raw.comments?.nodes ?? [];
  const shown = comments.flatMap(({ id: node, body }) => {
    const noted = ledgerNote.savesIn(body);
    return noted ? [{ node, ...noted }] : [];
  });
  const labels = (raw.labels?.nodes ?? []).map(({ name }) => name);
  return { node: raw.id, open: raw.state === "OPEN", labels, comments: comments.length, shown };
}

/** What gates a commit, as the query of `look` selects it. */
export interface RawHead {
  status?: { contexts: { context: string; state: string }[] } | null;
  checkSuites?: { nodes: RawSuite[] } | null;
}

interface RawSuite {
  databaseId: number;
  status: string;
  conclusion: string | null;
  app: { name: string } | null;
  workflowRun: { workflow: { name: string } } | null;
  checkRuns: { totalCount: number; nodes: RawCheck[] | null } | null;
}

interface RawCheck {
  name: string;
  status: string;
  conclusion: string | null;
}

/** GraphQL shouts its values; REST, and so the port, writes them small. */
export function toHeadState(raw: RawHead | null): HeadState {
  return {
    statuses: (raw?.status?.contexts ?? []).map(({ context, state }) => ({
      name: context,
      state: stateOf(state),
    })),
    suites: (raw?.checkSuites?.nodes ?? []).map((suite) => ({
      id: suite.databaseId,
      name: suite.workflowRun?.workflow.name ?? suite.app?.name ?? "checks",
      ...quiet(suite),
      byApp: suite.workflowRun === null,
      runs: suite.checkRuns?.totalCount ?? 0,
      checks: (suite.checkRuns?.nodes ?? []).map((check) => ({ name: check.name, ...quiet(check) })),
    })),
  };
}

function quiet({ status, conclusion }: Pick<RawCheck, "status" | "conclusion">) {
  return { status: status.toLowerCase(), conclusion: conclusion?.toLowerCase() ?? null };
}

/** `EXPECTED` is a required status that nobody has reported yet. */
function stateOf(state: string): HeadState["statuses"][number]["state"] {
  if (state === "SUCCESS") return "success";
  if (state === "FAILURE") return "failure";
  return state === "ERROR" ? "error" : "pending";
}

/** Issues as the query of `look` names them. */
export interface RawNumbers {
  nodes: { number: number }[] | null;
}

export function toNumbers(raw: RawNumbers | null): number[] {
  return (raw?.nodes ?? []).map(({ number }) => number);
}

/** Branches or tags as the query of `look` selects them. */
export interface RawRefs {
  nodes: { name: string }[] | null;
}

export function toNames(raw: RawRefs | null): string[] {
  return (raw?.nodes ?? []).map(({ name }) => name);
}

/** Pull requests as the query of `look` names them. */
export interface RawNewestPulls {
  nodes: { number: number; state: string; headRefName: string; isCrossRepository: boolean }[] | null;
}

/** A fork may call its branches as it likes. */
export function toOwnPulls(raw: RawNewestPulls | undefined): NamedPull[] {
  return (raw?.nodes ?? [])
    .filter((pull) => !pull.isCrossRepository)
    .map(({ number, state, headRefName }) => ({ number, open: state === "OPEN", branch: headRefName }))
    .toSorted((a, b) => a.number - b.number);
}
