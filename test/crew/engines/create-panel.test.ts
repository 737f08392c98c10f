import { expect, it } from "vitest";
import { answerSchemas } from "../../../core/model/answers.ts";
import { createPanel } from "../../../crew/engines/create-panel.ts";
import type { Engine, EngineReport, EngineRequest } from "../../../crew/engines/engine.ts";
import { sealed } from "../sandbox/sandboxes.ts";

const request: EngineRequest = {
  job: { issue: 42, kind: "review", task: "T01", attempt: 1 },
  ...{ track: "42-x", prompt: "", answerSchema: answerSchemas.review, cwd: "/", sandbox: sealed },
  limits: { minutes: 1 },
};

/** An engine that answers so, and remembers what it was asked. */
function anEngine(report: Partial<EngineReport>, asked: string[] = []): Engine {
  return {
    name: "codex",
    run: async ({ prompt, model }) => {
      asked.push(`${model}: ${prompt}`);
      const usage = { input: 10, output: 1, cached: 4 };
      const answer = { summary: "Fine.", findings: [] };
      return {
        outcome: "done",
        answer,
        usage,
        usd: 0.1,
        turns: 2,
        model,
        seconds: 1,
        transcript: "said",
        ...report,
      };
    },
  };
}

it("asks one after the other with their own prompts and models, and adds up what they spent", async () => {
  const asked: string[] = [];
  const engine = anEngine({}, asked);
  const panel = createPanel([
    { role: "reviewer", prompt: "Look for bugs.", engine, model: "big" },
    { role: "architect", prompt: "Look at the design.", engine, model: "small" },
  ]);
  const report = await panel.run(request);
  expect(asked).toEqual(["big: Look for bugs.", "small: Look at the design."]);
  expect(report).toMatchObject({
    ...{ outcome: "done", usd: 0.2, turns: 4, model: "big, small", seconds: 2 },
    usage: { input: 20, output: 2, cached: 8, thinking: 0 },
    answer: { summary: "**reviewer:** Fine.\n\n**architect:** Fine.", findings: [] },
    transcript: "# reviewer\nsaid\n\n# architect\nsaid",
  });
  expect(panel.name).toBe("codex");
});

it("is no review when one of them fails, and asks no more", async () => {
  const asked: string[] = [];
  const limited = anEngine({
    outcome: "rate-limited",
    reason: "Slow down.",
    until: "2026-11-16T04:00:00.000Z",
  });
  const panel = createPanel([
    { role: "reviewer", prompt: "a", engine: limited },
    { role: "architect", prompt: "b", engine: anEngine({}, asked) },
  ]);
  expect(await panel.run(request)).toMatchObject({
    ...{
      outcome: "rate-limited",
      reason: "reviewer: Slow down.",
      until: "2026-11-16T04:00:00.000Z",
      usd: 0.1,
    },
  });
  expect(asked).toEqual([]);
});

it("does not take an answer that is none", async () => {
  const panel = createPanel([
    { role: "reviewer", prompt: "a", engine: anEngine({ answer: { summary: 7 } }) },
  ]);
  const report = await panel.run(request);
  expect(report.outcome).toBe("invalid-answer");
  expect(report.reason).toMatch(/^reviewer: The answer does not fit/);
});
