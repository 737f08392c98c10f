import { describe, expect, it } from "vitest";
import { aForge, aPull, aRun, commitFile, SHOP, shop } from "./a-forge.ts";

const at = `repository(owner: "octo", name: "shop")`;

interface Failure {
  errors: { type: string; path: unknown[] }[];
  data: unknown;
}

describe("GraphQL reads", () => {
  it("answer files, folders and commits under their aliases, each in its fragment", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    const head = await commitFile(ada, "gsd/ledger", "tracks/1.json", '{"a":1}\n');
    const query = `query ($track: String!) { ${at} {
      defaultBranchRef { name }
      track: object(expression: $track) { __typename ... on Blob { text isTruncated isBinary } ... on Tree { oid } }
      folder: object(expression: "gsd/ledger:tracks") { ... on Tree { entries { name type } } }
      branch: object(expression: "gsd/ledger") { ... on Commit { oid message parents(first: 1) { nodes { oid } } } }
      none: object(expression: "gsd/ledger:tracks/2.json") { ... on Blob { text } }
      nowhere: object(expression: "no/branch:a") { ... on Blob { text } }
    } }`;
    expect(await ada.graphql(query, { track: "gsd/ledger:tracks/1.json" })).toMatchObject({
      repository: {
        defaultBranchRef: { name: "main" },
        track: { __typename: "Blob", text: '{"a":1}\n', isTruncated: false, isBinary: false },
        folder: { entries: [{ name: "1.json", type: "blob" }] },
        branch: { oid: head, message: "change tracks/1.json", parents: { nodes: [{}] } },
        none: null,
        nowhere: null,
      },
    });
  });

  it("cut long texts and say so", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    await commitFile(ada, "topic", "long.txt", "x".repeat(600_000));
    const answer = await ada.graphql<{ repository: { object: { text: string; isTruncated: boolean } } }>(
      `{ ${at} { object(expression: "topic:long.txt") { ... on Blob { text isTruncated } } } }`,
    );
    const { text, isTruncated } = answer.repository.object;
    expect([text.length < 600_000, isTruncated]).toEqual([true, true]);
  });

  it("answer what there is beside an error for what there is not", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    const pull = await aPull(ada);
    const query = `{ ${at} {
      one: pullRequest(number: ${pull.number}) { number state isDraft merged mergeable mergeCommit { oid } headRefOid headRefName baseRefName }
      two: pullRequest(number: 99) { number }
    } }`;
    const failure = await ada.graphql(query).catch((error: Failure) => error);
    expect((failure as Failure).errors).toMatchObject([{ type: "NOT_FOUND", path: ["repository", "two"] }]);
    expect((failure as Failure).data).toEqual({
      repository: {
        one: {
          number: pull.number,
          state: "OPEN",
          isDraft: false,
          merged: false,
          mergeable: "MERGEABLE",
          mergeCommit: null,
          headRefOid: pull.head.sha,
          headRefName: "topic",
          baseRefName: "main",
        },
        two: null,
      },
    });
  });

  it("tell the statuses and check suites of a commit as REST does", async () => {
    await using forge = await aForge();
    const bot = forge.asWorkflow({ statuses: "write", checks: "write", contents: "read" });
    const sha = forge.world.repos.get(shop)!.git.refs.get("refs/heads/main")!;
    const runId = aRun(forge);
    for (const state of ["pending", "failure"] as const)
      await bot.rest.repos.createCommitStatus({ ...SHOP, sha, state, context: "ci/x" });
    await bot.rest.checks.create({ ...SHOP, head_sha: sha, name: "lint" });
    const query = `{ ${at} { object(expression: "${sha}") { ... on Commit {
      status { contexts { context state } }
      checkSuites(first: 100) { nodes { databaseId status conclusion app { name }
        checkRuns(first: 1) { totalCount } workflowRun { databaseId workflow { name } } } } } } } }`;
    const answer = await bot.graphql<{
      repository: { object: { status: unknown; checkSuites: { nodes: Record<string, unknown>[] } } };
    }>(query);
    const { status, checkSuites } = answer.repository.object;
    expect(status).toEqual({ contexts: [{ context: "ci/x", state: "FAILURE" }] });
    const { data } = await bot.rest.checks.listSuitesForRef({ ...SHOP, ref: sha });
    expect(
      checkSuites.nodes.map((suite) => [suite["databaseId"], suite["status"], suite["checkRuns"]]),
    ).toEqual(
      data.check_suites.map((suite) => [
        suite.id,
        suite.status?.toUpperCase(),
        { totalCount: suite.latest_check_runs_count },
      ]),
    );
    expect(checkSuites.nodes.map((suite) => suite["workflowRun"])).toContainEqual({
      databaseId: runId,
      workflow: { name: "CI" },
    });
  });

  it("refuse each part that the token may not read, and answer the rest", async () => {
    await using forge = await aForge();
    forge.world.repos.get(shop)!.private = true;
    const bot = forge.asWorkflow({ contents: "read" });
    const query = `{ ${at} { object(expression: "main") { ... on Commit { oid status { contexts { state } } } } pullRequest(number: 1) { number } } }`;
    const failure = (await bot.graphql(query).catch((error: Failure) => error)) as Failure;
    expect(failure.errors.map((error) => [error.type, error.path])).toEqual([
      ["FORBIDDEN", ["repository", "object", "status"]],
      ["FORBIDDEN", ["repository", "pullRequest"]],
    ]);
    expect(failure.data).toMatchObject({ repository: { object: { oid: expect.any(String) } } });
  });

  it("find no repository that the caller may not see", async () => {
    await using forge = await aForge();
    forge.world.repos.get(shop)!.private = true;
    const failure = await forge
      .as("eve")
      .graphql(`{ ${at} { id } }`)
      .catch((error: Failure) => error);
    expect(failure).toMatchObject({ errors: [{ type: "NOT_FOUND" }], data: { repository: null } });
  });

  it("tell each person's newest opinion, by default of everyone, and which discussions are resolved", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    const pull = await aPull(ada);
    const review = (login: string, event: "REQUEST_CHANGES" | "APPROVE" | "COMMENT") =>
      forge.as(login).rest.pulls.createReview({ ...SHOP, pull_number: pull.number, event, body: "Hm." });
    await review("bob", "APPROVE");
    await review("bob", "REQUEST_CHANGES");
    await review("bob", "COMMENT");
    await review("eve", "REQUEST_CHANGES");
    const comment = {
      ...SHOP,
      pull_number: pull.number,
      commit_id: pull.head.sha,
      path: "src/new.ts",
      line: 1,
    };
    const { data: first } = await ada.rest.pulls.createReviewComment({ ...comment, body: "Why?" });
    await ada.rest.pulls.createReplyForReviewComment({
      ...SHOP,
      pull_number: pull.number,
      comment_id: first.id,
      body: "Please.",
    });
    const resolve = `mutation { resolveReviewThread(input: { threadId: "PRRT_${first.id}" }) { thread { isResolved } } }`;
    const query = `{ ${at} { pullRequest(number: ${pull.number}) {
      all: latestOpinionatedReviews(first: 9) { nodes { state author { login } } }
      writers: latestOpinionatedReviews(first: 9, writersOnly: true) { nodes { state author { __typename login } } }
      reviewThreads(first: 9) { totalCount pageInfo { hasNextPage } nodes { isResolved path line comments(first: 9) { nodes { body diffHunk } } } }
    } } }`;
    const thread = { isResolved: false, path: "src/new.ts", line: 1 };
    const [why, please] = ["Why?", "Please."].map((body) => ({ body, diffHunk: "@@ -0,0 +1 @@\n+new" }));
    const ben = { state: "CHANGES_REQUESTED", author: { __typename: "User", login: "bob" } };
    expect(await ada.graphql(query)).toMatchObject({
      repository: {
        pullRequest: {
          all: { nodes: [{ state: "CHANGES_REQUESTED" }, { author: { login: "eve" } }] },
          writers: { nodes: [ben] },
          reviewThreads: {
            totalCount: 1,
            pageInfo: { hasNextPage: false },
            nodes: [{ ...thread, comments: { nodes: [why, please] } }],
          },
        },
      },
    });
    await expect(forge.as("eve").graphql(resolve)).rejects.toThrow("Resource not accessible");
    await ada.graphql(resolve);
    const { repository } = await ada.graphql<{ repository: { pullRequest: { reviewThreads: unknown } } }>(
      query,
    );
    expect(repository.pullRequest.reviewThreads).toMatchObject({ nodes: [{ isResolved: true }] });
  });
});
