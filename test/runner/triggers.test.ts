import { describe, expect, it } from "vitest";
import type { WorkflowEvent } from "../../local/actions-port.ts";
import { matchTrigger } from "../../local/runner/match-trigger.ts";
import { aWorld } from "./a-world.ts";

const anEvent = (event: Partial<WorkflowEvent> & { name: string }): WorkflowEvent => ({
  repo: "me/app",
  payload: {},
  ref: "refs/heads/main",
  sha: "0".repeat(40),
  actor: "ada",
  ...event,
});
const matches = (on: unknown, event: Partial<WorkflowEvent> & { name: string }, files?: string[]) =>
  matchTrigger(on, anEvent(event), { changedFiles: async () => files, headMessage: async () => "test" });
const pull = (base: string) => ({ pull_request: { base: { ref: base } } });

describe("triggers", () => {
  it("match an event by name in each of the three spellings", async () => {
    expect(await matches("issues", { name: "issues", action: "labeled" })).toBe(true);
    expect(await matches(["push", "issues"], { name: "issues", action: "labeled" })).toBe(true);
    expect(await matches({ issues: null }, { name: "issues", action: "labeled" })).toBe(true);
    expect(await matches({ push: null }, { name: "issues", action: "labeled" })).toBe(false);
  });

  it("filter activity types, and know which ones pull requests have by default", async () => {
    const on = { issues: { types: ["labeled"] } };
    expect(await matches(on, { name: "issues", action: "labeled" })).toBe(true);
    expect(await matches(on, { name: "issues", action: "opened" })).toBe(false);
    expect(await matches("pull_request", { name: "pull_request", action: "synchronize" })).toBe(true);
    expect(await matches("pull_request", { name: "pull_request", action: "closed" })).toBe(false);
  });

  it("filter branches by GitHub's patterns, with later negations", async () => {
    const on = { push: { branches: ["main", "gsd/**", "!gsd/ledger"] } };
    const pushTo = (branch: string) => matches(on, { name: "push", ref: `refs/heads/${branch}` });
    expect(await pushTo("main")).toBe(true);
    expect(await pushTo("gsd/42-csv/x")).toBe(true);
    expect(await pushTo("gsd/ledger")).toBe(false);
    expect(await pushTo("other")).toBe(false);
    const ignore = { push: { "branches-ignore": ["v[0-9]+", "wip*"] } };
    expect(await matches(ignore, { name: "push", ref: "refs/heads/v12" })).toBe(false);
    expect(await matches(ignore, { name: "push", ref: "refs/heads/wip/x" })).toBe(true);
    expect(
      await matches({ pull_request: { branches: "main" } }, { name: "pull_request", payload: pull("main") }),
    ).toBe(true);
    expect(
      await matches({ pull_request: { branches: "main" } }, { name: "pull_request", payload: pull("gsd/1") }),
    ).toBe(false);
  });

  it("tell tags from branches", async () => {
    const tag = { name: "push", ref: "refs/tags/v1.2" };
    expect(await matches({ push: { tags: ["v*"] } }, tag)).toBe(true);
    expect(await matches({ push: { branches: ["**"] } }, tag)).toBe(false);
    expect(await matches({ push: { tags: ["v*"] } }, { name: "push" })).toBe(false);
    expect(await matches({ push: null }, tag)).toBe(true);
  });

  it("filter changed paths", async () => {
    expect(await matches({ push: { paths: ["src/**"] } }, { name: "push" }, ["src/a/b.ts"])).toBe(true);
    expect(await matches({ push: { paths: ["src/**"] } }, { name: "push" }, ["docs/a.md"])).toBe(false);
    expect(await matches({ push: { "paths-ignore": ["**.md"] } }, { name: "push" }, ["docs/a.md"])).toBe(
      false,
    );
    expect(await matches({ push: { "paths-ignore": ["**.md"] } }, { name: "push" }, ["docs/a.md", "x"])).toBe(
      true,
    );
  });

  it("ask for a workflow by its name, and for a schedule by its cron line", async () => {
    const finished = { name: "workflow_run", action: "completed", payload: { workflow_run: { name: "CI" } } };
    expect(await matches({ workflow_run: { workflows: ["CI"], types: ["completed"] } }, finished)).toBe(true);
    expect(await matches({ workflow_run: { workflows: ["Docs"] } }, finished)).toBe(false);
    const on = { schedule: [{ cron: "17 * * * *" }, { cron: "3 2 * * *" }] };
    expect(await matches(on, { name: "schedule", cron: "3 2 * * *" })).toBe(true);
    expect(await matches(on, { name: "schedule", cron: "4 2 * * *" })).toBe(false);
  });

  it("leave a push alone whose message says so", async () => {
    const said = { changedFiles: async () => [], headMessage: async () => "ledger: 42 [skip ci]" };
    expect(await matchTrigger("push", anEvent({ name: "push" }), said)).toBe(false);
    expect(await matchTrigger("pull_request", anEvent({ name: "pull_request" }), said)).toBe(false);
    expect(await matchTrigger("issues", anEvent({ name: "issues" }), said)).toBe(true);
  });

  it("take a push that deletes a branch by the branch that is gone, though its run is on the default branch", async () => {
    const push = {
      name: "push",
      ref: "refs/heads/main",
      payload: { deleted: true, ref: "refs/heads/gsd/1" },
    };
    expect(await matches({ push: { branches: ["gsd/*"] } }, push)).toBe(true);
    expect(await matches({ push: { branches: ["main"] } }, push)).toBe(false);
  });

  it("start every workflow that listens, with its own title", async () => {
    const job =
      "jobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo $GITHUB_EVENT_NAME $GITHUB_RUN_NUMBER\n";
    await using world = await aWorld({
      ".github/workflows/a.yml": `name: Alpha\nrun-name: issue \${{ github.event.issue.number }}\non: issues\n${job}`,
      ".github/workflows/b.yaml": `name: Beta\non: [issues]\n${job}`,
      ".github/workflows/c.yml": `on: push\n${job}`,
      ".github/workflows/readme.md": "not a workflow",
    });
    const payload = { action: "labeled", issue: { number: 42, title: "Export CSV" } };
    await world.send({ name: "issues", action: "labeled", payload });
    expect(world.host.runs.map((run) => [run.workflowName, run.displayTitle, run.conclusion])).toEqual([
      ["Alpha", "issue 42", "success"],
      ["Beta", "Export CSV", "success"],
    ]);
    await world.send({ name: "issues", action: "labeled", payload });
    expect(world.host.jobs.at(-1)?.log).toContain("issues 2");
  });

  it("look at what a push changed", async () => {
    const job = "jobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: 'true'\n";
    await using world = await aWorld({
      ".github/workflows/w.yml": `on:\n  push:\n    paths: ["src/**"]\n${job}`,
    });
    const { sha: before } = world.event({ name: "push" });
    const docs = world.host.commit("me/app", { "docs/a.md": "a" });
    await world.send({ name: "push", sha: docs, payload: { before } });
    expect(world.host.runs).toHaveLength(0);
    const src = world.host.commit("me/app", { "src/a.ts": "a" });
    await world.send({ name: "push", sha: src, payload: { before: docs } });
    expect(world.host.runs).toHaveLength(1);
  });
});
