import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decideReport } from "../../core/run/decide-report.ts";
import type { CrewInput, OpenRequest } from "../../crew/crew-input.ts";
import type { Engine } from "../../crew/engines/engine.ts";
import { createGateway } from "../../crew/gateway/create-gateway.ts";
import { createJobAccount } from "../../crew/gateway/create-job-account.ts";
import { readUsage } from "../../crew/gateway/read-usage.ts";
import { runCrew } from "../../crew/run-crew.ts";
import { aWorkTree, type WorkTree } from "../adapters/git/work-tree.ts";
import { createModelApi, type ModelApi, type ModelRequest } from "../model-api/create-model-api.ts";
import type { Reply } from "../model-api/reply.ts";
import { aCrew, aRecipe, aSelection, stepOf, told } from "./a-crew.ts";

const prices = { "model-a": { input: 10, output: 100 }, "model-b": { input: 10, output: 100 } };
const usage = { input: 1_000, output: 100 };
/** What one request costs by these prices: two cents. */
const usd = 0.02;
const task = aRecipe("task");

/** An agent that asks its model once, through the gateway, and takes its words for the answer; a change is one file. */
function anEngine(gateway: Awaited<ReturnType<typeof createGateway>>): Engine {
  return {
    name: "claude-code",
    async run(request) {
      if (request.answer === "change") writeFileSync(join(request.cwd, "src/a.txt"), "changed\n");
      const before = gateway.usage();
      const response = await fetch(`${gateway.address}/v1/messages`, {
        method: "POST",
        headers: { "content-type": "application/json", "anthropic-version": "2023-06-01" },
        body: JSON.stringify({
          model: request.model,
          max_tokens: 100,
          messages: [{ role: "user", content: request.answer }],
        }),
      });
      const body = (await response.json()) as { content?: { text: string }[] };
      const spent = gateway.usage();
      const ended = { code: response.ok ? 0 : 1, signal: null, stdout: "", stderr: "failed" };
      const decision = decideReport({
        engine: "claude-code",
        said: { text: body.content?.[0]?.text ?? "" },
        result: { ...ended, timedOut: false, aborted: false, outputCut: false },
        gateway: gateway.outcome(),
        secret: "ANTHROPIC_API_KEY",
        turns: spent.requests - before.requests,
        heard: "",
        stopped: undefined,
        limits: { minutes: 1 },
      });
      return {
        ...decision,
        usage: { input: spent.input - before.input, output: spent.output - before.output },
        usd: spent.usd - before.usd,
        model: request.model,
        turns: spent.requests - before.requests,
        seconds: 0,
        transcript: "",
      };
    },
  };
}

function answerTo({ body }: ModelRequest): Reply {
  const asked = JSON.stringify(body["messages"]);
  const answer = asked.includes("change") ? { summary: "Did it." } : { summary: "Looked.", findings: [] };
  return { type: "text", text: JSON.stringify(answer), usage };
}

/** A crew whose agents ask a model that plays a script. */
function aPaidCrew(tree: WorkTree, api: ModelApi, more: Partial<CrewInput> & { fallback?: string } = {}) {
  const { fallback, ...rest } = more;
  const open = async ({ selection, account, usageFile }: OpenRequest) => {
    const { model } = selection;
    const gateway = await createGateway({
      provider: "anthropic",
      baseUrl: api.url,
      key: "sk-test",
      models: [model],
      port: 0,
      account,
      prices,
      logFile: usageFile,
      now: () => new Date(),
    });
    return {
      engine: anEngine(gateway),
      model,
      gateway: { ...gateway, provider: "anthropic" as const },
      [Symbol.asyncDispose]: gateway.stop,
    };
  };
  const other = fallback ? { fallback: { engine: "claude-code" as const, model: fallback } } : {};
  return aCrew(
    tree,
    task,
    {},
    {
      open,
      ask: async ({ move, fallback: tookOver }) => {
        const model = tookOver && fallback ? fallback : "model-a";
        const selection = aSelection(move.member || "developer", { engine: "claude-code", model, ...other });
        return { prompt: "Do it.\n", selection, notes: [] };
      },
      ...rest,
    },
  );
}

const reviewers = { limits: { fixes: 1 }, reviewers: ["reviewer", "architect"], text: "" };

describe("the account of a job", () => {
  it("is one for all members, and what each spent is told apart", async () => {
    using tree = aWorkTree();
    await using api = await createModelApi({ script: answerTo });
    const account = createJobAccount({ usd: 1 });
    const manifest = await runCrew(aPaidCrew(tree, api, { account, scope: reviewers }));
    expect(manifest.outcome).toBe("done");
    for (const name of ["implement.1", "review.1.reviewer", "review.1.architect"]) {
      expect(stepOf(manifest, name)).toMatchObject({ usd: expect.closeTo(usd, 9), turns: 1, usage });
      expect(readUsage(join(tree.root, "logs", `${name}.usage.jsonl`)).usd).toBeCloseTo(usd, 9);
    }
    expect(account.spentUsd()).toBeCloseTo(3 * usd, 9);
  });

  it("that is empty in the middle of a round ends the job, and loses nothing that was done", async () => {
    using tree = aWorkTree();
    await using api = await createModelApi({ script: answerTo });
    const account = createJobAccount({ usd: usd * 1.2 });
    const manifest = await runCrew(aPaidCrew(tree, api, { account }));
    expect(told(manifest)).toEqual([
      "implement.1 done",
      "gate.1 done",
      "rules.1 done",
      "check.1 done",
      "review.1.reviewer budget!",
    ]);
    expect(manifest).toMatchObject({ outcome: "budget", changes: [{ path: "src/a.txt" }] });
    expect(account.spentUsd()).toBeLessThanOrEqual(usd * 1.2);
  });
});

describe("a provider that is rate-limited", () => {
  const limited = (request: ModelRequest): Reply => {
    const isReview = JSON.stringify(request.body["messages"]).includes("review");
    if (request.model !== "model-a" || !isReview) return answerTo(request);
    return { type: "fail", status: 429, retryAfter: 3_600 };
  };

  it("is replaced by the configured fallback, and its time is told", async () => {
    using tree = aWorkTree();
    await using api = await createModelApi({ script: limited });
    const manifest = await runCrew(aPaidCrew(tree, api, { fallback: "model-b" }));
    expect(manifest.outcome).toBe("done");
    expect(stepOf(manifest, "implement.1")).toMatchObject({ model: "model-a", limited: undefined });
    expect(stepOf(manifest, "review.1.reviewer")).toMatchObject({
      model: "model-b",
      ok: true,
      limited: { until: expect.stringMatching(/Z$/) },
    });
  });

  it("is left alone by those who come after, as long as its limit lasts", async () => {
    using tree = aWorkTree();
    await using api = await createModelApi({
      script: (request) =>
        request.model === "model-a" ? { type: "fail", status: 429, retryAfter: 3_600 } : answerTo(request),
    });
    const manifest = await runCrew(aPaidCrew(tree, api, { fallback: "model-b", scope: reviewers }));
    expect(manifest.outcome).toBe("done");
    const asked = api.requests.map(({ body }) => body["model"]);
    expect(asked).toEqual(["model-a", "model-b", "model-b", "model-b"]);
  });

  it("without a fallback ends the job with the time to come back, and all that was done", async () => {
    using tree = aWorkTree();
    await using api = await createModelApi({ script: limited });
    const manifest = await runCrew(aPaidCrew(tree, api));
    expect(manifest).toMatchObject({ outcome: "rate-limited", changes: [{ path: "src/a.txt" }] });
    expect(stepOf(manifest, "review.1.reviewer")).toMatchObject({ until: expect.stringMatching(/Z$/) });
    expect(stepOf(manifest, "implement.1")).toMatchObject({ outcome: "done" });
  });
});
