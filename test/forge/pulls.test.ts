import { describe, expect, it } from "vitest";
import { aForge, aPull, commitFile, refusal, SHOP } from "./a-forge.ts";

describe("opening a pull request", () => {
  it("is refused when there is one already, and when there is nothing to merge", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    await aPull(ada);
    const again = ada.rest.pulls.create({ ...SHOP, title: "Again", head: "topic", base: "main" });
    expect(await refusal(again)).toMatchObject({
      status: 422,
      message: "Validation Failed | A pull request already exists for octo:topic.",
    });
    const { data } = await ada.rest.git.getRef({ ...SHOP, ref: "heads/main" });
    await ada.rest.git.createRef({ ...SHOP, ref: "refs/heads/empty", sha: data.object.sha });
    const empty = ada.rest.pulls.create({ ...SHOP, title: "Empty", head: "empty", base: "main" });
    expect((await refusal(empty)).message).toContain("No commits between main and empty");
  });

  it("is refused to workflows unless the repository allows it", async () => {
    await using forge = await aForge();
    forge.settings("octo/shop", { actionsCanCreatePulls: false });
    await commitFile(forge.as("ada"), "topic", "a.txt", "a\n");
    const bot = forge.asWorkflow({ "pull-requests": "write", contents: "write" });
    const create = () => bot.rest.pulls.create({ ...SHOP, title: "Bot", head: "topic", base: "main" });
    expect(await refusal(create())).toMatchObject({
      status: 403,
      message: "GitHub Actions is not permitted to create or approve pull requests.",
    });
    forge.settings("octo/shop", { actionsCanCreatePulls: true });
    expect((await create()).status).toBe(201);
  });

  it("as a draft is refused where drafts are not to be had", async () => {
    await using forge = await aForge();
    forge.settings("octo/shop", { draftsAllowed: false });
    const refused = await refusal(aPull(forge.as("ada"), { draft: true }));
    expect(refused.message).toContain("Draft pull requests are not supported");
  });

  it("tells whether git can merge it", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    const pull = await aPull(ada, { path: "src/cart.ts", text: "one\nTWO\nthree\n" });
    expect([pull.mergeable, pull.mergeable_state, pull.changed_files, pull.additions]).toEqual([
      true,
      "clean",
      1,
      1,
    ]);
    await commitFile(ada, "main", "src/cart.ts", "one\nzwei\nthree\n");
    const { data } = await ada.rest.pulls.get({ ...SHOP, pull_number: pull.number });
    expect([data.mergeable, data.mergeable_state]).toEqual([false, "dirty"]);
  });
});

describe("a pull request", () => {
  it("leaves draft through GraphQL only", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    const pull = await aPull(ada, { draft: true });
    const ready = await ada.graphql<{ markPullRequestReadyForReview: { pullRequest: { isDraft: boolean } } }>(
      "mutation Ready($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft } } }",
      { id: pull.node_id },
    );
    expect(ready.markPullRequestReadyForReview.pullRequest.isDraft).toBe(false);
    expect((await ada.rest.pulls.get({ ...SHOP, pull_number: pull.number })).data.draft).toBe(false);
  });

  it("is found by its head with the owner's name", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    await aPull(ada, { head: "gsd-task/1/T01" });
    await aPull(ada, { head: "gsd-task/1/T02" });
    const { data } = await ada.rest.pulls.list({ ...SHOP, head: "octo:gsd-task/1/T01", state: "all" });
    expect(data.map((pull) => pull.head.ref)).toEqual(["gsd-task/1/T01"]);
  });

  it("shows its own files and commits, not what its base got meanwhile", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    const pull = await aPull(ada);
    await commitFile(ada, "main", "other.txt", "x\n");
    const files = await ada.rest.pulls.listFiles({ ...SHOP, pull_number: pull.number });
    expect(files.data.map((file) => [file.filename, file.status, file.patch])).toEqual([
      ["src/new.ts", "added", "@@ -0,0 +1 @@\n+new"],
    ]);
    const commits = await ada.rest.pulls.listCommits({ ...SHOP, pull_number: pull.number });
    expect(commits.data.map((commit) => commit.commit.message)).toEqual(["change src/new.ts"]);
  });

  it("moves on when its merged base branch is deleted", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    const track = await aPull(ada, { head: "gsd/1-x", path: "plan.md" });
    await commitFile(ada, "gsd/1-x", "two.md", "2\n");
    const { data: ref } = await ada.rest.git.getRef({ ...SHOP, ref: "heads/gsd/1-x" });
    await ada.rest.git.createRef({ ...SHOP, ref: "refs/heads/task", sha: ref.object.sha });
    const task = await aPull(ada, { head: "task", base: "gsd/1-x", path: "task.md" });
    await ada.rest.pulls.merge({ ...SHOP, pull_number: track.number, merge_method: "squash" });
    await ada.rest.git.deleteRef({ ...SHOP, ref: "heads/gsd/1-x" });
    const { data } = await ada.rest.pulls.get({ ...SHOP, pull_number: task.number });
    expect([data.state, data.base.ref]).toEqual(["open", "main"]);
  });

  it("closes when its unmerged base, or its head, is deleted", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    await commitFile(ada, "base", "b.txt", "b\n");
    await commitFile(ada, "other", "o.txt", "o\n");
    const first = await aPull(ada, { head: "topic", base: "base" });
    const second = await aPull(ada, { head: "topic2" });
    await ada.rest.git.deleteRef({ ...SHOP, ref: "heads/base" });
    await ada.rest.git.deleteRef({ ...SHOP, ref: "heads/topic2" });
    for (const { number } of [first, second]) {
      const { data } = await ada.rest.pulls.get({ ...SHOP, pull_number: number });
      expect([data.state, data.merged]).toEqual(["closed", false]);
    }
  });

  it("counts as merged when its head reaches the base by another way", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    const pull = await aPull(ada);
    await ada.rest.git.updateRef({ ...SHOP, ref: "heads/main", sha: pull.head.sha });
    const { data } = await ada.rest.pulls.get({ ...SHOP, pull_number: pull.number });
    expect([data.state, data.merged]).toEqual(["closed", true]);
  });

  it("gets its base merged in on request, at the head that was meant", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    const pull = await aPull(ada);
    await commitFile(ada, "main", "other.txt", "x\n");
    const update = (expected_head_sha: string) =>
      ada.rest.pulls.updateBranch({ ...SHOP, pull_number: pull.number, expected_head_sha });
    expect((await refusal(update("0".repeat(40)))).status).toBe(422);
    expect((await update(pull.head.sha)).status).toBe(202);
    const { data } = await ada.rest.repos.getContent({ ...SHOP, path: "other.txt", ref: "topic" });
    expect(data).toMatchObject({ type: "file" });
  });
});

describe("reviews", () => {
  it("refuse an author's own approval, and a workflow's unless allowed", async () => {
    await using forge = await aForge();
    forge.settings("octo/shop", { actionsCanCreatePulls: false });
    const ada = forge.as("ada");
    const pull = await aPull(ada);
    const approve = { ...SHOP, pull_number: pull.number, event: "APPROVE" as const };
    expect((await refusal(ada.rest.pulls.createReview(approve))).message).toContain(
      "Can not approve your own pull request",
    );
    const bot = forge.asWorkflow({ "pull-requests": "write" });
    expect((await refusal(bot.rest.pulls.createReview(approve))).status).toBe(422);
    const { data } = await forge.as("bob").rest.pulls.createReview(approve);
    expect([data.state, data.commit_id]).toEqual(["APPROVED", pull.head.sha]);
  });

  it("take inline comments on lines of the difference only", async () => {
    await using forge = await aForge();
    const pull = await aPull(forge.as("ada"));
    const bot = forge.asWorkflow({ "pull-requests": "write" });
    const review = (line: number) =>
      bot.rest.pulls.createReview({
        ...SHOP,
        pull_number: pull.number,
        event: "COMMENT",
        body: "one remark",
        comments: [{ path: "src/new.ts", line, body: "why?" }],
      });
    expect((await refusal(review(9))).message).toContain("must be part of the diff");
    await review(1);
    const { data } = await bot.rest.pulls.listReviewComments({ ...SHOP, pull_number: pull.number });
    expect(data.map((comment) => [comment.path, comment.line, comment.diff_hunk])).toEqual([
      ["src/new.ts", 1, "@@ -0,0 +1 @@\n+new"],
    ]);
  });
});
