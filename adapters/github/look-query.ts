import type { Question } from "../../core/ports/github.ts";

const file = "__typename ... on Blob { oid text isTruncated }";
const folder = "__typename ... on Tree { oid entries { name oid type } }";
const commit = "__typename ... on Commit { oid message tree { oid } parents(first: 100) { nodes { oid } } }";
const pull = `id number title body state isDraft merged mergeable headRefName headRefOid baseRefName mergeCommit { oid }
    latestOpinionatedReviews(first: 100, writersOnly: true) { nodes { databaseId state author { __typename login } } }`;
const issue = "state labels(first: 100) { nodes { name } }";
const head = `__typename ... on Commit {
    status { contexts { context state } }
    checkSuites(first: 100) { nodes {
      databaseId status conclusion app { name } workflowRun { workflow { name } }
      checkRuns(first: 20, filterBy: { checkType: LATEST }) { totalCount nodes { name status conclusion } }
    } }
  }`;

const newestPulls = "newestPulls: pullRequests(last: 50) { nodes { number headRefName isCrossRepository } }";

/** One query for a question: each part has an alias and a variable of its own, so that no value is ever written into the query. */
export function formatQuery(question: Question): {
  query: string;
  variables: Record<string, string | number>;
} {
  const parts = [
    ...question.files.map(({ path, ref }, at) => object(`file${at}`, `${ref}:${path}`, file)),
    ...question.folders.map(({ path, ref }, at) => object(`folder${at}`, `${ref}:${path}`, folder)),
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
    ...question.heads.map((sha, at) => object(`head${at}`, sha, head)),
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
  ${parts.map(({ text }) => text).join("\n  ")}${question.newestPulls ? `\n  ${newestPulls}` : ""}
  }
}`;
  return { query, variables: Object.fromEntries(parts.map(({ name, value }) => [name, value])) };
}

/** Git prefers a tag to a branch of the same name. */
function revisionOf(name: string): string {
  return /^[0-9a-f]{40}$/.test(name) ? name : `refs/heads/${name}`;
}

function object(name: string, expression: string, fields: string) {
  return {
    name,
    type: "String!",
    value: expression,
    text: `${name}: object(expression: $${name}) { ${fields} }`,
  };
}
