import { describe, expect, it } from "vitest";
import type { WorkflowEvent } from "../../local/actions-port.ts";
import type { Forge } from "../../local/forge/create-forge.ts";
import { aForge, aPull, aRun, commitFile, later, refusal, SHOP, shop } from "./a-forge.ts";

function listen(forge: Forge): { events: WorkflowEvent[]; names: () => string[] } {
  const events: WorkflowEvent[] = [];
  forge.actions.onEvent((event) => events.push(event));
  const names = () => events.map((event) => [event.name, event.action].filter(Boolean).join("."));
  return { events, names };
}

const headOf = (forge: Forge, ref: string) => forge.world.repos.get(shop)!.git.refs.get(ref);

describe("workflow events", () => {
  it("of issues and comments run on the default branch", async () => {
    await using forge = await aForge();
    const { events, names } = listen(forge);
    await forge.as("ada").rest.issues.create({ ...SHOP, title: "Export", labels: ["gsd:plan"] });
    await forge.as("eve").rest.issues.createComment({ ...SHOP, issue_number: 1, body: "/plan" });
    await later();
    expect(names()).toEqual(["issues.opened", "issues.labeled", "issue_comment.created"]);
    expect(events[2]).toMatchObject({
      ref: "refs/heads/main",
      sha: headOf(forge, "refs/heads/main"),
      actor: "eve",
    });
  });

  it("caused by a workflow's token start nothing, except dispatches", async () => {
    await using forge = await aForge();
    await forge.as("ada").rest.issues.create({ ...SHOP, title: "Export" });
    const bot = forge.asWorkflow({ issues: "write", contents: "write", statuses: "write", actions: "write" });
    await later();
    const { names } = listen(forge);
    await bot.rest.issues.createComment({ ...SHOP, issue_number: 1, body: "done" });
    await bot.rest.issues.addLabels({ ...SHOP, issue_number: 1, labels: ["gsd:planned"] });
    const sha = await commitFile(bot, "topic", "x.txt", "x\n");
    await bot.rest.repos.createCommitStatus({ ...SHOP, sha, state: "success" });
    await later();
    expect(names()).toEqual([]);
    await bot.rest.actions.createWorkflowDispatch({
      ...SHOP,
      workflow_id: "ci.yml",
      ref: "main",
      inputs: { key: "1" },
    });
    await bot.rest.repos.createDispatchEvent({ ...SHOP, event_type: "nightly" });
    await later();
    expect(names().filter((name) => !name.startsWith("workflow_run"))).toEqual([
      "workflow_dispatch",
      "repository_dispatch.nightly",
    ]);
  });

  it("of a pull request opened or pushed to by a workflow wait for approval", async () => {
    await using forge = await aForge();
    const bot = forge.asWorkflow({ contents: "write", "pull-requests": "write" });
    await later();
    const { events } = listen(forge);
    const pull = await aPull(bot);
    await commitFile(bot, "topic", "more.txt", "x\n");
    await later();
    expect(events.map((event) => [event.name, event.action, event.needsApproval])).toEqual([
      ["pull_request", "opened", true],
      ["pull_request", "synchronize", true],
    ]);
    expect(events[0]?.ref).toBe(`refs/pull/${pull.number}/merge`);
  });

  it("of a pull request by a person run at once, on the merge with its base", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    await commitFile(ada, "topic", "x.txt", "x\n");
    await later();
    const { events } = listen(forge);
    const pull = await aPull(ada);
    await later();
    const opened = events.find((event) => event.name === "pull_request");
    expect(opened).toMatchObject({ action: "opened", ref: `refs/pull/${pull.number}/merge` });
    expect(opened?.needsApproval).toBeUndefined();
    expect(opened?.sha).toBe(headOf(forge, `refs/pull/${pull.number}/merge`));
    expect(await forge.actions.readFile(shop, opened!.sha, "src/new.ts")).toBe("new\n");
  });

  it("of a pull request with a conflict start nothing", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    await commitFile(ada, "topic", "src/cart.ts", "A\n");
    await commitFile(ada, "main", "src/cart.ts", "B\n");
    await later();
    const { names } = listen(forge);
    await ada.rest.pulls.create({ ...SHOP, title: "Clash", head: "topic", base: "main" });
    await later();
    expect(names()).toEqual([]);
  });

  it("of a push are skipped when the commit says so", async () => {
    await using forge = await aForge();
    const ada = forge.as("ada");
    const { names } = listen(forge);
    const put = (path: string, message: string) =>
      ada.rest.repos.createOrUpdateFileContents({ ...SHOP, path, message, content: "eA==" });
    await put("a.txt", "save [skip ci]");
    await put("b.txt", "save");
    await later();
    expect(names()).toEqual(["push"]);
  });

  it("of a finished run reach workflow_run, whoever caused the run", async () => {
    await using forge = await aForge();
    const { events } = listen(forge);
    const runId = aRun(forge);
    forge.actions.updateRun(runId, { status: "in_progress" });
    forge.actions.updateRun(runId, { status: "completed", conclusion: "success" });
    await later();
    expect(events.map((event) => `${event.name}.${event.action}`)).toEqual([
      "workflow_run.requested",
      "workflow_run.in_progress",
      "workflow_run.completed",
    ]);
  });

  it("of a schedule carry their line", async () => {
    await using forge = await aForge();
    const { events } = listen(forge);
    forge.tick(shop, "17 * * * *");
    await later();
    expect(events[0]).toMatchObject({
      name: "schedule",
      cron: "17 * * * *",
      ref: "refs/heads/main",
      payload: { schedule: "17 * * * *" },
    });
  });
});

describe("a dispatch", () => {
  it("gives the run's id on request and carries checked inputs", async () => {
    await using forge = await aForge();
    const { events } = listen(forge);
    const { actions } = forge.as("bob").rest;
    const dispatch = (inputs: Record<string, string>) =>
      actions.createWorkflowDispatch({
        ...SHOP,
        workflow_id: "ci.yml",
        ref: "main",
        inputs,
        return_run_details: true,
      });
    const { data, status } = await dispatch({ key: "1/plan" });
    await later();
    expect(status).toBe(200);
    const event = events.find((one) => one.name === "workflow_dispatch");
    expect(event).toMatchObject({
      runId: (data as { workflow_run_id: number }).workflow_run_id,
      workflow: ".github/workflows/ci.yml",
      payload: { inputs: { key: "1/plan", mode: "fast" } },
    });
    expect((await refusal(dispatch({}))).message).toBe("Required input 'key' not provided");
    expect((await refusal(dispatch({ key: "1", other: "2" }))).message).toContain(
      "Unexpected inputs provided",
    );
    expect((await refusal(dispatch({ key: "1", mode: "never" }))).status).toBe(422);
  });
});
