import { describe, expect, it } from "vitest";
import { aForge, aPull, refusal, SHOP } from "./a-forge.ts";

const one = { ...SHOP, issue_number: 1 };

describe("issues", () => {
  it("share their numbers with pull requests", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    const issue = await ada.rest.issues.create({ ...SHOP, title: "Export", body: "as CSV" });
    const pull = await aPull(ada);
    expect([issue.data.number, pull.number]).toEqual([1, 2]);
    const { data } = await ada.rest.issues.listForRepo({ ...SHOP });
    expect(data.map((item) => [item.number, item.pull_request !== undefined])).toEqual([
      [2, true],
      [1, false],
    ]);
  });

  it("drop the labels that an opener may not set", async () => {
    await using forge = await aForge();
    const { data } = await forge
      .as("eve")
      .rest.issues.create({ ...SHOP, title: "Mine", labels: ["gsd:plan"] });
    expect(data.labels).toEqual([]);
  });

  it("can be labelled by a triager, not by a stranger", async () => {
    await using forge = await aForge();
    await forge.as("eve").rest.issues.create({ ...SHOP, title: "Mine" });
    const { data } = await forge.as("tom").rest.issues.addLabels({ ...one, labels: ["gsd:plan"] });
    expect(data.map((label) => label.name)).toEqual(["gsd:plan"]);
    const refused = await refusal(forge.as("eve").rest.issues.addLabels({ ...one, labels: ["bug"] }));
    expect(refused.status).toBe(403);
  });

  it("can be closed and opened again", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    await ada.rest.issues.create({ ...SHOP, title: "Export" });
    const closed = await ada.rest.issues.update({ ...one, state: "closed", state_reason: "not_planned" });
    expect(closed.data).toMatchObject({ state: "closed", state_reason: "not_planned" });
    const open = await ada.rest.issues.update({ ...one, state: "open" });
    expect(open.data).toMatchObject({ state: "open", state_reason: "reopened", closed_at: null });
  });

  it("are listed by label, state and date", async () => {
    let now = Date.parse("2026-01-01T00:00:00Z");
    await using forge = await aForge({ now: () => new Date(now) });
    const ada = forge.as("ada");
    await ada.rest.issues.create({ ...SHOP, title: "old", labels: ["bug"] });
    now += 3_600_000;
    await ada.rest.issues.create({ ...SHOP, title: "new", labels: ["bug"] });
    const titles = async (query: object) =>
      (await ada.rest.issues.listForRepo({ ...SHOP, ...query })).data.map((issue) => issue.title);
    expect(await titles({ labels: "bug" })).toEqual(["new", "old"]);
    expect(await titles({ labels: "bug,question" })).toEqual([]);
    expect(await titles({ since: "2026-01-01T00:30:00Z" })).toEqual(["new"]);
    expect(await titles({ direction: "asc" })).toEqual(["old", "new"]);
  });
});

describe("comments", () => {
  it("are listed for the whole repository since a moment", async () => {
    let now = Date.parse("2026-01-01T00:00:00Z");
    await using forge = await aForge({ now: () => new Date(now) });
    const { issues } = forge.as("ada").rest;
    await issues.create({ ...SHOP, title: "Export" });
    await issues.createComment({ ...one, body: "first" });
    now += 60_000;
    await issues.createComment({ ...one, body: "second" });
    const { data } = await issues.listCommentsForRepo({ ...SHOP, since: "2026-01-01T00:00:30Z" });
    expect(data.map((comment) => comment.body)).toEqual(["second"]);
  });

  it("can be changed by their author and by writers only", async () => {
    await using forge = await aForge();
    await forge.as("ada").rest.issues.create({ ...SHOP, title: "Export" });
    const { data } = await forge.as("eve").rest.issues.createComment({ ...one, body: "mine" });
    const edit = (login: string, body: string) =>
      forge.as(login).rest.issues.updateComment({ ...SHOP, comment_id: data.id, body });
    expect((await edit("eve", "changed")).data.body).toBe("changed");
    expect((await edit("bob", "by a writer")).data.body).toBe("by a writer");
    expect((await refusal(edit("tom", "no"))).status).toBe(403);
  });

  it("take each reaction of an account once", async () => {
    await using forge = await aForge();
    const { issues, reactions } = forge.as("ada").rest;
    await issues.create({ ...SHOP, title: "Export" });
    const { data } = await issues.createComment({ ...one, body: "/plan" });
    const react = () => reactions.createForIssueComment({ ...SHOP, comment_id: data.id, content: "eyes" });
    const [first, again] = [await react(), await react()];
    expect([first.status, again.status]).toEqual([201, 200]);
    const { data: shown } = await issues.getComment({ ...SHOP, comment_id: data.id });
    expect(shown.reactions?.eyes).toBe(1);
  });

  it("say which account and which App wrote them", async () => {
    await using forge = await aForge();
    await forge.as("ada").rest.issues.create({ ...SHOP, title: "Export" });
    const { data } = await forge
      .asWorkflow({ issues: "write" })
      .rest.issues.createComment({ ...one, body: "hi" });
    expect(data.user).toMatchObject({ login: "github-actions[bot]", type: "Bot" });
    expect(data.performed_via_github_app?.slug).toBe("github-actions");
  });
});
