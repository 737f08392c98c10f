import { describe, expect, it } from "vitest";
import { aForge, aPull, SHOP } from "../../forge/a-forge.ts";
import { aGitHub } from "./a-github.ts";

describe("writeTexts", () => {
  it("writes comments and bodies in one request, which counts as one write", async () => {
    await using forge = await aForge();
    const pull = await aPull(forge.as("ada"));
    const github = aGitHub(forge);
    const comment = await github.createComment(pull.number, "old");
    const { requests, writes } = forge.stats();
    await github.writeTexts([
      { type: "comment", nodeId: comment.nodeId, body: "a new comment" },
      { type: "pull", nodeId: pull.node_id, body: "a new body" },
    ]);
    const now = forge.stats();
    expect([now.requests - requests, now.writes - writes]).toEqual([1, 1]);
    expect((await github.comments(pull.number)).map(({ body }) => body)).toEqual(["a new comment"]);
    expect((await github.pull(pull.number))?.body).toBe("a new body");
  });

  it("writes what it can when one is refused, and says so", async () => {
    await using forge = await aForge();
    const pull = await aPull(forge.as("ada"));
    const github = aGitHub(forge);
    const writing = github.writeTexts([
      { type: "comment", nodeId: "IC_999999", body: "nowhere" },
      { type: "pull", nodeId: pull.node_id, body: "a new body" },
    ]);
    await expect(writing).rejects.toMatchObject({ code: "not-found" });
    expect((await github.pull(pull.number))?.body).toBe("a new body");
  });

  it("is refused to those who may only read", async () => {
    await using forge = await aForge();
    const { data } = await forge.as("ada").rest.issues.create({ ...SHOP, title: "one" });
    const bot = forge.asWorkflow({ issues: "read", pull_requests: "read" });
    const { data: comment } = await forge.as("ada").rest.issues.createComment({
      ...SHOP,
      issue_number: data.number,
      body: "mine",
    });
    const mutation = `mutation ($text: UpdateIssueCommentInput!) { updateIssueComment(input: $text) { clientMutationId } }`;
    const trying = bot.graphql(mutation, { text: { id: comment.node_id, body: "theirs" } });
    await expect(trying).rejects.toMatchObject({ errors: [{ type: "FORBIDDEN" }] });
  });
});
