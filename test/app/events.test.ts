import { createHmac, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { anApp, secret } from "./an-app.ts";

type Call = ReturnType<Awaited<ReturnType<typeof anApp>>["as"]>;

async function world(call: Call) {
  const comments = await call<{ id: number; body: string; user: { login: string } }[]>(
    "GET",
    "/issues/1/comments",
  );
  const branches = await call<{ name: string }[]>("GET", "/branches");
  const runs = await call<{ workflow_runs: { display_title: string }[] }>("GET", "/actions/runs");
  return {
    comments,
    branches: branches.map((branch) => branch.name),
    runs: runs.workflow_runs.map((run) => run.display_title),
  };
}

/** Posts a webhook by hand. */
function post(url: string, { body = "{}", headers = {} }: { body?: string; headers?: object }) {
  const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  return fetch(url, {
    method: "POST",
    body,
    headers: {
      "content-type": "application/json",
      "x-github-event": "issues",
      "x-github-delivery": randomUUID(),
      "x-hub-signature-256": signature,
      ...headers,
    },
  });
}

describe("the App and a labelled issue", () => {
  it("asks GitHub a second time only whether what it read has changed", async () => {
    await using one = await anApp();
    const ada = one.as("ada");
    const reads: string[] = [];
    one.forge.world.recorder.write = ({ method, path, status, tokenKind }) => {
      if (method === "GET" && tokenKind === "installation") reads.push(`${path} ${status}`);
    };
    await ada("POST", "/issues", { title: "Export CSV", body: "As a file." });
    for (const _ of ["first", "second"]) {
      await ada("POST", "/issues/1/comments", { body: "/status" });
      await one.idle();
    }
    const permission = "/repos/ada/sample/collaborators/ada/permission";
    expect(reads.filter((read) => read.startsWith(permission))).toEqual([
      `${permission} 200`,
      `${permission} 304`,
    ]);
  });

  it("starts a track: one comment, a branch, the planners' run; each webhook is answered at once", async () => {
    await using one = await anApp();
    const ada = one.as("ada");
    one.forge.workflowEvents.hold();
    await ada("POST", "/issues", { title: "Export CSV", body: "As a file." });
    await ada("POST", "/issues/1/labels", { labels: ["gsd:plan"] });
    await one.idle();

    const { comments, branches, runs } = await world(ada);
    expect(comments.map((comment) => comment.user.login)).toEqual(["gsd-test[bot]"]);
    expect(branches).toEqual(expect.arrayContaining(["gsd/1-export-csv", "gsd/ledger", "main"]));
    expect(runs).toHaveLength(1);
    const dispatched = one.forge.workflowEvents.held().filter(({ name }) => name === "workflow_dispatch");
    expect(dispatched).toMatchObject([{ payload: { inputs: { key: expect.stringMatching(/^#1: plan/) } } }]);
    const ledger = await ada<{ content: string }>("GET", "/contents/tracks/1.json?ref=gsd%2Fledger");
    const track = Buffer.from(ledger.content, "base64").toString("utf8");
    expect(JSON.parse(track)).toMatchObject({ issue: 1, phase: "planning" });

    const { log } = one.forge.deliveries;
    expect(log.filter((delivery) => delivery.status !== 200)).toEqual([]);
    const times = log.map(({ event, action, durationMs }) => `${event}.${action} ${durationMs} ms`);
    console.log(`webhook to answer: ${times.join(", ")}`);
    expect(one.forge.stats().unknown).toEqual({});
    expect(one.app.stderr()).not.toMatch(/"level":"(warn|error)"/);
    expect(one.app.stderr()).not.toContain("As a file.");
  });

  it("does nothing twice when every delivery comes twice, at once or later", async () => {
    await using one = await anApp();
    const ada = one.as("ada");
    one.forge.deliveries.disturb({ duplicate: true });
    await ada("POST", "/issues", { title: "Export CSV" });
    await ada("POST", "/issues/1/labels", { labels: ["gsd:plan"] });
    await one.idle();
    const before = await world(ada);
    const labeled = one.forge.deliveries.log.find((delivery) => delivery.action === "labeled")!;
    const requests = one.forge.stats().requests;
    one.forge.deliveries.redeliver(labeled.guid);
    await one.idle();

    expect(one.forge.stats().requests).toBe(requests);
    expect(before.comments).toHaveLength(1);
    expect(before.runs).toHaveLength(1);
    expect(await world(ada)).toEqual(before);
  });

  it("answers a command with a reaction, and refuses a triager's label without starting anything", async () => {
    await using one = await anApp();
    const ada = one.as("ada");
    await ada("POST", "/issues", { title: "Export CSV" });
    await one.as("tom")("POST", "/issues/1/labels", { labels: ["gsd:plan"] });
    await one.idle();
    expect((await world(ada)).runs).toEqual([]);

    await ada("POST", "/issues/1/comments", { body: "/plan" });
    await one.idle();
    const { comments, runs } = await world(ada);
    expect(runs).toHaveLength(1);
    const command = comments.find((comment) => comment.body === "/plan")!;
    expect(await ada("GET", `/issues/comments/${command.id}/reactions`)).toMatchObject([
      { content: "eyes" },
      { content: "rocket" },
    ]);
  });
});

describe("the App and webhooks that are not GitHub's", () => {
  it("refuses them with a 4xx and asks GitHub nothing", async () => {
    await using one = await anApp();
    const { webhook } = one.app;
    await one.idle();
    const requests = one.forge.stats().requests;
    const refusals: [string, number, Parameters<typeof post>[1]][] = [
      ["a wrong signature", 400, { headers: { "x-hub-signature-256": `sha256=${"0".repeat(64)}` } }],
      ["a malformed signature", 400, { headers: { "x-hub-signature-256": "sha256=" } }],
      ["no signature", 400, { headers: { "x-hub-signature-256": "" } }],
      ["a hostile delivery id", 400, { headers: { "x-github-delivery": "../../x" } }],
      ["no JSON", 400, { body: "{" }],
      ["a form", 415, { headers: { "content-type": "application/x-www-form-urlencoded" } }],
      ["a huge body", 413, { body: " ".repeat(6 * 1024 * 1024) }],
    ];
    for (const [name, status, request] of refusals)
      expect((await post(webhook, request)).status, name).toBe(status);
    await one.idle();
    expect(one.forge.stats().requests).toBe(requests);
  });

  it("lets signed events go that mean nothing to it", async () => {
    await using one = await anApp();
    await one.idle();
    const requests = one.forge.stats().requests;
    for (const body of ["{}", '{"action":"labeled"}', '{"action":"labeled","issue":{"number":1}}']) {
      expect((await post(one.app.webhook, { body })).status).toBe(200);
    }
    expect((await post(one.app.webhook, { headers: { "x-github-event": "star" } })).status).toBe(200);
    await one.idle();
    expect(one.forge.stats().requests).toBe(requests);
    expect((await fetch(`${one.app.url}/health`)).status).toBe(200);
  });
});
