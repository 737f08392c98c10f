import { describe, expect, it } from "vitest";
import { extendList } from "./extract/extend-list.ts";
import { parseRecord, type RestLine } from "./record.ts";
import routes from "./routes.json" with { type: "json" };
import { loadContract, validateExchange, validateRecord } from "./validate-exchange.ts";

const contract = loadContract();

const label = {
  id: 1,
  node_id: "LA_1",
  url: "https://api.github.com/repos/o/r/labels/bug",
  name: "bug",
  description: null,
  color: "d73a4a",
  default: true,
};

function anExchange(change: Partial<RestLine> = {}): RestLine {
  return {
    type: "rest",
    method: "POST",
    path: "/repos/o/r/issues/7/labels",
    route: "/repos/{owner}/{repo}/issues/{issue_number}/labels",
    query: {},
    requestBody: { labels: ["bug"] },
    status: 200,
    responseBody: [label],
    ...change,
  };
}

function errorsOf(change: Partial<RestLine> = {}): string[] {
  return validateExchange(anExchange(change), contract);
}

describe("the contract", () => {
  it("holds every listed route, webhook and mutation", () => {
    expect(Object.keys(contract.rest)).toEqual(routes.rest);
    expect(Object.keys(contract.webhooks)).toEqual(routes.webhooks);
    const fields = ["Mutation", "Query"].flatMap((root) =>
      Object.keys(contract.graphql.objects[root] ?? {}).map((name) => `${root}.${name}`),
    );
    expect(fields).toEqual(routes.graphql.fields);
  });

  it("refers only to definitions that it holds", () => {
    const refs = JSON.stringify(contract).matchAll(/"#\/definitions\/([^"]+)"/g);
    const missing = [...refs]
      .map((match) => match[1] as string)
      .filter((name) => !contract.definitions[name]);
    expect(missing).toEqual([]);
  });
});

describe("a REST exchange", () => {
  it("passes when it is as GitHub describes it", () => {
    expect(errorsOf()).toEqual([]);
  });

  it("takes both ways to write labels", () => {
    expect(errorsOf({ requestBody: { labels: [{ name: "bug" }] } })).toEqual([]);
  });

  it("names a required property that the response lacks", () => {
    const { color: _, ...colourless } = label;
    expect(errorsOf({ responseBody: [colourless] })).toEqual([
      "POST /repos/o/r/issues/7/labels → 200: response body/0/color: required, and missing",
    ]);
  });

  it("says what was expected and what was found", () => {
    expect(errorsOf({ responseBody: [{ ...label, default: "yes" }] })).toEqual([
      'POST /repos/o/r/issues/7/labels → 200: response body/0/default: expected boolean, found "yes"',
    ]);
  });

  it("takes null only where GitHub may send it", () => {
    expect(errorsOf({ responseBody: [{ ...label, description: null }] })).toEqual([]);
    expect(errorsOf({ responseBody: [{ ...label, name: null }] })).toEqual([
      "POST /repos/o/r/issues/7/labels → 200: response body/0/name: expected string, found null",
    ]);
  });

  it("refuses a property in the response that GitHub does not describe", () => {
    expect(errorsOf({ responseBody: [{ ...label, emoji: "x" }] })[0]).toContain(
      "response body/0/emoji: not in",
    );
  });

  it("refuses a status that GitHub never answers there", () => {
    expect(errorsOf({ status: 201 })[0]).toMatch(/201: GitHub never answers 201 here \(it answers 200, 301/);
  });

  it("lets any route answer 403 with GitHub's message, and be out of order", () => {
    const responseBody = {
      message: "Resource not accessible by integration",
      documentation_url: "https://x",
    };
    expect(errorsOf({ status: 403, responseBody })).toEqual([]);
    expect(errorsOf({ status: 502, responseBody: "" })).toEqual([]);
  });

  it("refuses a property in the request that GitHub does not know, at any depth", () => {
    expect(errorsOf({ requestBody: { labels: ["bug"], colour: "red" } })).toEqual([
      "POST /repos/o/r/issues/7/labels → 200: request body/colour: a property that GitHub does not know",
    ]);
    expect(errorsOf({ requestBody: { labels: [{ name: "bug", colour: "red" }] } })[0]).toContain(
      "request body/labels/0/colour: a property",
    );
  });

  it("does not blame a request that was refused", () => {
    const responseBody = { message: "Validation Failed", documentation_url: "https://x" };
    expect(errorsOf({ requestBody: { wrong: 1 }, status: 422, responseBody })).toEqual([]);
  });

  it("refuses a query parameter that GitHub does not know, or of the wrong kind", () => {
    const list = { method: "GET", requestBody: undefined };
    expect(errorsOf({ ...list, query: { per_page: "100" } })).toEqual([]);
    expect(errorsOf({ ...list, query: { perpage: "100" } })[0]).toContain(
      'query parameter "perpage" is unknown',
    );
    expect(errorsOf({ ...list, query: { page: "x" } })[0]).toContain('query parameter "page": expected');
  });

  it("refuses a path whose number is none", () => {
    expect(errorsOf({ path: "/repos/o/r/issues/seven/labels" })[0]).toContain(
      'path parameter "issue_number"',
    );
  });

  it("reads paths with slashes in their last part", () => {
    const exchange = anExchange({
      method: "DELETE",
      path: "/repos/o/r/git/refs/heads/gsd/42-csv",
      route: "/repos/{owner}/{repo}/git/refs/{ref}",
      requestBody: undefined,
      status: 204,
      responseBody: undefined,
    });
    expect(validateExchange(exchange, contract)).toEqual([]);
  });

  it("asks for an extract when the route is not in the contract", () => {
    expect(errorsOf({ route: "/repos/{owner}/{repo}/nothing" })[0]).toContain(
      "run node scripts/extract-contract.ts --from",
    );
    expect(errorsOf({ route: undefined })[0]).toContain("no route of GitHub's API");
  });

  it("knows the two answers of a dispatch", () => {
    const dispatch = anExchange({
      path: "/repos/o/r/actions/workflows/gsd.yml/dispatches",
      route: "/repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches",
      requestBody: { ref: "main", inputs: { key: "1/x" }, return_run_details: true },
    });
    const details = { workflow_run_id: 1, run_url: "https://a/1", html_url: "https://b/1" };
    expect(validateExchange({ ...dispatch, responseBody: details }, contract)).toEqual([]);
    expect(validateExchange({ ...dispatch, status: 204, responseBody: undefined }, contract)).toEqual([]);
    expect(validateExchange({ ...dispatch, responseBody: {} }, contract)).toHaveLength(3);
  });
});

describe("a webhook", () => {
  it("is held to GitHub's payload", () => {
    const line = {
      type: "webhook",
      event: "issues",
      action: "labeled",
      payload: { action: "labeled" },
    } as const;
    expect(validateExchange(line, contract)).toEqual([
      "webhook issues.labeled: payload/issue: required, and missing",
      "webhook issues.labeled: payload/repository: required, and missing",
      "webhook issues.labeled: payload/sender: required, and missing",
    ]);
  });

  it("that the contract does not know asks for an extract", () => {
    const line = { type: "webhook", event: "star", action: "created", payload: {} } as const;
    expect(validateExchange(line, contract)[0]).toContain("webhook star.created: not in the contract");
  });
});

describe("a GraphQL exchange", () => {
  const query = `mutation Ready($id: ID!) {
    markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { id isDraft } }
  }`;
  const response = {
    data: { markPullRequestReadyForReview: { pullRequest: { id: "PR_1", isDraft: false } } },
  };
  const line = { type: "graphql", query, variables: { id: "PR_1" }, response } as const;

  it("passes when GitHub's schema has it all", () => {
    expect(validateExchange(line, contract)).toEqual([]);
  });

  it("passes with the whole input in a variable", () => {
    const whole = `mutation($input: MinimizeCommentInput!) {
      minimizeComment(input: $input) { minimizedComment { isMinimized } }
    }`;
    const variables = { input: { subjectId: "IC_1", classifier: "OUTDATED" } };
    const answer = { data: { minimizeComment: { minimizedComment: { isMinimized: true } } } };
    expect(validateExchange({ ...line, query: whole, variables, response: answer }, contract)).toEqual([]);
    const wrong = { input: { subjectId: "IC_1", classifier: "BORING", why: 1 } };
    const errors = validateExchange({ ...line, query: whole, variables: wrong, response: answer }, contract);
    expect(errors).toHaveLength(2);
  });

  it("names a mutation, an argument and a field that GitHub does not have", () => {
    const errors = (from: string, to: string) =>
      validateExchange({ ...line, query: query.replace(from, to) }, contract).join("\n");
    expect(errors("markPullRequestReadyForReview", "readyPullRequest")).toContain(
      'Mutation has no field "readyPullRequest"',
    );
    expect(errors("pullRequestId:", "pull:")).toContain('has no field "pull"');
    expect(errors("isDraft", "draft")).toContain('PullRequest has no field "draft"');
  });

  it("misses what was selected and not answered", () => {
    const short = { data: { markPullRequestReadyForReview: { pullRequest: { id: "PR_1" } } } };
    expect(validateExchange({ ...line, response: short }, contract)).toEqual([
      "graphql mutation Ready: /data/markPullRequestReadyForReview/pullRequest/isDraft: selected, and missing in the answer",
    ]);
  });

  it("accepts a refusal", () => {
    const refusal = { data: null, errors: [{ message: "Could not resolve to a node" }] };
    expect(validateExchange({ ...line, response: refusal }, contract)).toEqual([]);
  });
});

describe("a record", () => {
  it("is reported with each sentence once", () => {
    const text = [anExchange({ status: 201 }), anExchange({ status: 201 }), anExchange()].map((line) =>
      JSON.stringify(line),
    );
    const errors = validateRecord(parseRecord(`${text.join("\n")}\n`), contract);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(/\(2 times\)$/);
  });

  it("adds what it used to the list of routes", () => {
    const lines = [
      anExchange({ method: "GET", route: "/feeds" }),
      { type: "webhook", event: "star", action: "created", payload: {} } as const,
      {
        type: "graphql",
        query: "mutation { lockLockable(input: {}) { actor { login } } }",
        response: {},
      } as const,
    ];
    expect(extendList(routes, lines).added).toEqual(["GET /feeds", "star.created", "Mutation.lockLockable"]);
    expect(extendList(routes, lines).list.rest).toContain("GET /feeds");
    expect(extendList(routes, [anExchange()]).added).toEqual([]);
  });
});
