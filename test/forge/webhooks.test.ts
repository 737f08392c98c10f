import { describe, expect, it } from "vitest";
import { aForge, aPull, commitFile, SHOP } from "./a-forge.ts";
import { aHook, anApp } from "./a-hook.ts";

const one = { ...SHOP, issue_number: 1 };

describe("webhooks", () => {
  it("are signed, in order, and only for what the App asked for", async () => {
    await using hook = await aHook();
    await using forge = await aForge();
    anApp(forge, { url: hook.url, events: ["issues", "issue_comment"] });
    const { issues } = forge.as("ada").rest;
    await issues.create({ ...SHOP, title: "Export" });
    await issues.addLabels({ ...one, labels: ["gsd:plan"] });
    await issues.createComment({ ...one, body: "/plan" });
    await commitFile(forge.as("ada"), "topic", "x.txt", "x\n");
    await forge.deliveries.idle();
    expect(hook.names()).toEqual([
      "ping",
      "installation.created",
      "issues.opened",
      "issues.labeled",
      "issue_comment.created",
    ]);
    expect(hook.heard.every((one) => one.signed)).toBe(true);
    const labeled = hook.heard[3]!.payload as {
      label: { name: string };
      sender: { login: string };
      installation: object;
    };
    expect([labeled.label.name, labeled.sender.login]).toEqual(["gsd:plan", "ada"]);
    expect(labeled.installation).toHaveProperty("id");
  });

  it("tell of pushes, branches and pull requests, whoever caused them", async () => {
    await using hook = await aHook();
    await using forge = await aForge();
    anApp(forge, { url: hook.url });
    const ada = forge.as("ada");
    const pull = await aPull(ada);
    await commitFile(forge.asWorkflow({ contents: "write" }), "topic", "more.txt", "x\n");
    await forge.as("bob").rest.pulls.createReview({ ...SHOP, pull_number: pull.number, event: "APPROVE" });
    await ada.rest.pulls.merge({ ...SHOP, pull_number: pull.number });
    await ada.rest.git.deleteRef({ ...SHOP, ref: "heads/topic" });
    await forge.deliveries.idle();
    const names = hook.names().filter((name) => !name.startsWith("workflow_run"));
    expect(names.slice(2)).toEqual([
      "create",
      "push",
      "push",
      "pull_request.opened",
      "push",
      "pull_request.synchronize",
      "pull_request_review.submitted",
      "push",
      "pull_request.closed",
      "push",
      "delete",
    ]);
  });

  it("can be held, shuffled by a seed, doubled and dropped", async () => {
    const story = async (seed: number) => {
      await using hook = await aHook();
      await using forge = await aForge();
      anApp(forge, { url: hook.url, events: ["issues"] });
      await forge.deliveries.idle();
      forge.deliveries.hold();
      for (const title of ["a", "b", "c", "d"]) await forge.as("ada").rest.issues.create({ ...SHOP, title });
      expect(forge.deliveries.held()).toHaveLength(4);
      expect(hook.heard).toHaveLength(2);
      forge.deliveries.release({ seed, duplicate: true, drop: 1 });
      await forge.deliveries.idle();
      const titles = hook.heard.slice(2).map((one) => (one.payload["issue"] as { title: string }).title);
      expect(new Set(hook.heard.slice(2).map((one) => one.guid)).size).toBe(3);
      return titles;
    };
    const [first, again, other] = [await story(7), await story(7), await story(8)];
    expect(first).toEqual(again);
    expect(first).not.toEqual(other);
    expect(first.toSorted()).toEqual(["a", "a", "c", "c", "d", "d"]);
  });

  it("can be disturbed window by window while a story goes on", async () => {
    await using hook = await aHook();
    await using forge = await aForge();
    anApp(forge, { url: hook.url, events: ["issues"] });
    await forge.deliveries.idle();
    forge.deliveries.disturb({ seed: 3, window: 2, ms: 10, duplicate: true, drop: 4 });
    for (const title of ["a", "b", "c", "d", "e"])
      await forge.as("ada").rest.issues.create({ ...SHOP, title });
    await forge.deliveries.idle();
    const titles = hook.heard.slice(2).map((one) => (one.payload["issue"] as { title: string }).title);
    expect(titles.toSorted().join("")).toBe("aabbccdd");
  });

  it("are not sent again when the App fails, unless someone asks", async () => {
    await using hook = await aHook({ status: 500 });
    await using forge = await aForge();
    anApp(forge, { url: hook.url, events: ["issues"] });
    await forge.as("ada").rest.issues.create({ ...SHOP, title: "Export" });
    await forge.deliveries.idle();
    expect(hook.heard).toHaveLength(3);
    const last = forge.deliveries.log.at(-1)!;
    expect([last.event, last.action, last.status]).toEqual(["issues", "opened", 500]);
    forge.deliveries.redeliver(last.guid);
    await forge.deliveries.idle();
    expect(hook.heard.map((one) => one.guid).filter((guid) => guid === last.guid)).toHaveLength(2);
  });
});
