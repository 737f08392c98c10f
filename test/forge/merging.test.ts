import { describe, expect, it } from "vitest";
import { aForge, aPull, commitFile, refusal, SHOP } from "./a-forge.ts";

const merge = (number: number, more: object = {}) => ({ ...SHOP, pull_number: number, ...more });

describe("merging a pull request", () => {
  it("is refused when the head is not the one that was meant", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    const pull = await aPull(ada);
    await commitFile(ada, "topic", "src/more.ts", "more\n");
    expect(await refusal(ada.rest.pulls.merge(merge(pull.number, { sha: pull.head.sha })))).toMatchObject({
      status: 409,
      message: "Head branch was modified. Review and try the merge again.",
    });
  });

  it("is refused for drafts, conflicts, forbidden methods and missing reviews", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    const draft = await aPull(ada, { head: "draft", draft: true });
    expect(await refusal(ada.rest.pulls.merge(merge(draft.number)))).toMatchObject({
      status: 405,
      message: "Pull Request is still a draft",
    });

    const clash = await aPull(ada, { head: "clash", path: "src/cart.ts", text: "ONE\n" });
    await commitFile(ada, "main", "src/cart.ts", "eins\n");
    expect(await refusal(ada.rest.pulls.merge(merge(clash.number)))).toMatchObject({
      status: 405,
      message: "Pull Request is not mergeable",
    });

    forge.settings("octo/shop", { allowedMergeMethods: ["squash"] });
    const fine = await aPull(ada, { head: "fine" });
    expect(await refusal(ada.rest.pulls.merge(merge(fine.number)))).toMatchObject({
      status: 405,
      message: "Merge commits are not allowed on this repository.",
    });

    forge.settings("octo/shop", { protectDefaultBranch: true, requiredApprovals: 1 });
    const squash = () => ada.rest.pulls.merge(merge(fine.number, { merge_method: "squash" }));
    expect((await refusal(squash())).status).toBe(405);
    await forge.as("bob").rest.pulls.createReview({ ...SHOP, pull_number: fine.number, event: "APPROVE" });
    expect((await squash()).data.merged).toBe(true);
  });

  it("squashes to one commit with GitHub's message", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    const pull = await aPull(ada);
    await commitFile(ada, "topic", "src/more.ts", "more\n");
    const { data } = await ada.rest.pulls.merge(merge(pull.number, { merge_method: "squash" }));
    const { data: commit } = await ada.rest.repos.getCommit({ ...SHOP, ref: data.sha });
    expect(commit.commit.message).toBe(
      "Change src/new.ts (#1)\n\n* change src/new.ts\n\n* change src/more.ts",
    );
    expect(commit.parents).toHaveLength(1);
    expect(commit.files?.map((file) => file.filename)).toEqual(["src/more.ts", "src/new.ts"]);
  });

  it("makes a commit with two parents, or replays the commits one by one", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    const first = await aPull(ada, { head: "a", path: "a.txt" });
    const second = await aPull(ada, { head: "b", path: "b.txt" });
    await commitFile(ada, "b", "b2.txt", "b2\n");
    const merged = await ada.rest.pulls.merge(merge(first.number));
    const rebased = await ada.rest.pulls.merge(merge(second.number, { merge_method: "rebase" }));
    const parents = async (ref: string) =>
      (await ada.rest.repos.getCommit({ ...SHOP, ref })).data.parents.length;
    expect([await parents(merged.data.sha), await parents(rebased.data.sha)]).toEqual([2, 1]);
    const { data: log } = await ada.rest.repos.listCommits({ ...SHOP, sha: "main" });
    expect(log.slice(0, 2).map((commit) => commit.commit.message)).toEqual(["change b2.txt", "change b.txt"]);
    const { data: root } = await ada.rest.repos.getContent({ ...SHOP, path: "" });
    expect((root as { name: string }[]).map((entry) => entry.name)).toEqual([
      ".github",
      "README.md",
      "a.txt",
      "b.txt",
      "b2.txt",
      "src",
    ]);
  });

  it("into the default branch closes the issues that its body names", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    const issue = await ada.rest.issues.create({ ...SHOP, title: "Export" });
    const pull = await aPull(ada, { body: "Closes #1" });
    await ada.rest.pulls.merge(merge(pull.number));
    const { data } = await ada.rest.issues.get({ ...SHOP, issue_number: issue.data.number });
    expect([data.state, data.state_reason]).toEqual(["closed", "completed"]);
  });

  it("of a workflow file is refused to a token without that permission, and leaves the pull request open", async () => {
    await using forge = await aForge();
    const pull = await aPull(forge.as("ada"), {
      path: ".github/workflows/new.yml",
      text: "on: push\njobs: {}\n",
    });
    const bot = forge.asWorkflow({ contents: "write", "pull-requests": "write" });
    const refused = await refusal(bot.rest.pulls.merge(merge(pull.number)));
    expect([refused.status, refused.message]).toEqual([
      403,
      "refusing to allow a GitHub App to create or update workflow `.github/workflows/new.yml` without `workflows` permission",
    ]);
    const { data } = await bot.rest.pulls.get({ ...SHOP, pull_number: pull.number });
    expect([data.state, data.merged]).toEqual(["open", false]);
  });

  it("deletes the branch when the repository says so", async () => {
    await using forge = await aForge();
    forge.settings("octo/shop", { deleteBranchOnMerge: true });
    const ada = forge.as("ada");
    const pull = await aPull(ada);
    await ada.rest.pulls.merge(merge(pull.number));
    expect((await refusal(ada.rest.repos.getBranch({ ...SHOP, branch: "topic" }))).status).toBe(404);
  });
});

describe("merging branches", () => {
  it("answers 201, 204 when there is nothing new, 409 on a conflict", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    await commitFile(ada, "a", "src/cart.ts", "A\n");
    await commitFile(ada, "b", "src/cart.ts", "B\n");
    await commitFile(ada, "c", "c.txt", "C\n");
    const into = (base: string, head: string) => ada.rest.repos.merge({ ...SHOP, base, head });
    expect((await into("a", "c")).status).toBe(201);
    expect((await into("a", "c")).status).toBe(204);
    expect((await refusal(into("a", "b"))).status).toBe(409);
  });
});
