import { sharedConfig } from "../../core/codec/paths.ts";
import { blockingNames } from "../../core/install/checkup.ts";
import { workflowFolder } from "../../core/install/workflow-facts.ts";
import type { Question } from "../../core/ports/github/look.ts";
import { seenText } from "./seen-text.ts";

const blob = "__typename ... on Blob { byteSize text isTruncated }";
const folder = "__typename ... on Tree { oid entries { name oid type } }";
const commit = "__typename ... on Commit { oid message tree { oid } parents(first: 100) { nodes { oid } } }";
const pull = `id number title body state isDraft merged mergeable headRefName headRefOid baseRefName mergeCommit { oid }
    latestOpinionatedReviews(first: 100, writersOnly: true) { nodes { databaseId state author { __typename login } } }`;
// The progress comment comes early in most issues, and says how far the ledger was when it was written.
const issue = "id state labels(first: 100) { nodes { name } } comments(first: 20) { nodes { id body } }";
const head = `__typename ... on Commit {
    status { contexts { context state } }
    checkSuites(first: 100) { nodes {
      databaseId status conclusion app { name } workflowRun { workflow { name } }
      checkRuns(first: 20, filterBy: { checkType: LATEST }) { totalCount nodes { name status conclusion } }
    } }
  }`;

// What was opened again long after it was made is among those that changed last.
const newestPulls = `newestPulls: pullRequests(first: 50, orderBy: { field: UPDATED_AT, direction: DESC }) {
    nodes { number state headRefName isCrossRepository }
  }`;

/** More labels than these are not looked through. */
export const mostLabels = 100;

const settings = `mergeCommitAllowed squashMergeAllowed rebaseMergeAllowed
    labels(first: ${mostLabels}) { totalCount nodes { name } }
    workflows: object(expression: "HEAD:${workflowFolder}") {
      __typename ... on Tree { entries { name mode object { ${blob} } } }
    }
    ${blockingNames.map((name, at) => `blocking${at}: ref(qualifiedName: "refs/heads/${name}") { name }`).join("\n    ")}`;

/** What the answer about the owner's file for all repositories is called. */
export const sharedAlias = "shared";

const shared = `${sharedAlias}: repository(owner: $owner, name: "${sharedConfig.repository}") {
    object(expression: "HEAD") { __typename ... on Commit { file(path: "${sharedConfig.file}") { mode oid object { ${blob} } } } }
  }`;

/** One query for a question: each part has an alias and a variable of its own, so that no value is ever written into the query. */
export function formatQuery(question: Question): {
  query: string;
  variables: Record<string, string | number | string[]>;
} {
  const parts = [
    ...question.files.flatMap(({ path, ref }, at) => fileAt(`file${at}`, path, ref)),
    ...question.folders.map(({ path, ref }, at) =>
      object(`folder${at}`, `${revisionOf(ref)}:${path}`, folder),
    ),
    ...question.commits.map((name, at) => object(`commit${at}`, revisionOf(name), commit)),
    ...question.pulls.map((number, at) => ({
      name: `pull${at}`,
      type: "Int!",
      value: number,
      text: `pull${at}: pullRequest(number: $pull${at}) { ${pull} }`,
    })),
    ...question.issues.map((number, at) => ({
      name: `issue${at}`,
      type: "Int!",
      value: number,
      text: `issue${at}: issue(number: $issue${at}) { ${issue} }`,
    })),
    ...question.texts.map((number, at) => ({
      name: `text${at}`,
      type: "Int!",
      value: number,
      text: `text${at}: issue(number: $text${at}) { ${seenText} }`,
    })),
    ...question.heads.map((sha, at) => object(`head${at}`, sha, head)),
    ...question.labels.map((label, at) => ({
      name: `labeled${at}`,
      type: "[String!]!",
      value: [label],
      text: `labeled${at}: issues(labels: $labeled${at}, states: OPEN, first: 100, orderBy: { field: CREATED_AT, direction: DESC }) { nodes { number } }`,
    })),
    ...question.refs.map(({ kind, text }, at) => ({
      name: `refs${at}`,
      type: "String!",
      value: text,
      text: `refs${at}: refs(refPrefix: "refs/${kind}/", query: $refs${at}, first: 20) { nodes { name } }`,
    })),
  ];
  const declared = [
    "$owner: String!",
    "$name: String!",
    ...parts.map(({ name, type }) => `$${name}: ${type}`),
  ];
  const query = `query (${declared.join(", ")}) {
  repository(owner: $owner, name: $name) {
  id
  defaultBranchRef { name }
  ${parts.flatMap(({ text }) => text || []).join("\n  ")}${question.newestPulls ? `\n  ${newestPulls}` : ""}${question.settings ? `\n  ${settings}` : ""}
  }${question.shared ? `\n  ${shared}` : ""}
}`;
  return { query, variables: Object.fromEntries(parts.map(({ name, value }) => [name, value])) };
}

/** Git prefers a tag to a branch of the same name. */
function revisionOf(name: string): string {
  return /^([0-9a-f]{40}|HEAD)$/.test(name) ? name : `refs/heads/${name}`;
}

/** By the entry in its commit and not by the object alone, as only that says whether it is a file: a link's object is the path that it leads to. */
function fileAt(name: string, path: string, ref: string) {
  const entry = `__typename ... on Commit { file(path: $${name}path) { mode oid object { ${blob} } } }`;
  return [
    object(name, revisionOf(ref), entry),
    { name: `${name}path`, type: "String!", value: path, text: "" },
  ];
}

function object(name: string, expression: string, fields: string) {
  return {
    name,
    type: "String!",
    value: expression,
    text: `${name}: object(expression: $${name}) { ${fields} }`,
  };
}
