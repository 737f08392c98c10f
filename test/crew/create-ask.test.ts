import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readShipped } from "../../adapters/shipped-files.ts";
import type { StepRecord } from "../../core/model/manifest.ts";
import { parseConfig } from "../../core/model/parse-config.ts";
import { loadLibrary } from "../../core/prompt/load-library.ts";
import type { Move, WorkStep } from "../../core/recipe/recipe.ts";
import { checkMoves, createAsk } from "../../crew/create-ask.ts";
import type { Question } from "../../crew/crew-input.ts";
import { checkMeans } from "../../crew/engines/open-engine.ts";

const shipped = await readShipped(fileURLToPath(new URL("../..", import.meta.url)));
const library = loadLibrary({ shipped, own: [] }, { protectedPaths: [] });

function configOf(text: string) {
  const reading = parseConfig(text);
  if (!reading.ok) throw new Error("the configuration of this test is wrong");
  return reading.config;
}

const task = {
  id: "T01" as const,
  title: "Export rows",
  description: "Write them as CSV.",
  depends_on: [],
  acceptance: ["A test shows it"],
  scope: { files_hint: ["src/export.ts"] },
};

function asking(text = "engine: script\nscript: echo", keys: Record<string, string> = {}) {
  const config = configOf(text);
  const means = { config, keys, cache: "", host: {}, workflow: "gsd.yml" };
  return {
    agents: library.agents,
    skills: library.skills,
    config,
    wish: {},
    permissions: { rules: config.permissions, decided: [], mayAsk: true },
    tell: async () => ({ track: { name: "42-x", title: "X", issue: 42 }, task }),
    check: (selection: Parameters<typeof checkMeans>[1]) => checkMeans(means, selection),
  };
}

function aMove(prompt: string, answer: "change" | "review", role = "auto"): Move {
  const step: WorkStep = { type: "agent", id: prompt, agent: { role, prompt, answer } };
  return { step, round: 2, member: answer === "review" ? role : "", role, prompt };
}

function aQuestion(move: Move, more: Partial<Question> = {}): Question {
  return {
    move,
    given: [],
    disputes: [],
    diff: undefined,
    signals: [],
    earlierWork: [],
    again: undefined,
    fallback: false,
    leftUsd: 5,
    ...more,
  };
}

const entry = { round: 1, seconds: 1, ok: false } as const;

function aReview(member: string, id: string, message: string): StepRecord {
  const findings = [
    { path: "src/export.ts", severity: "nitpick" as const, message: `${message} (a nitpick)` },
    { path: "src/export.ts", line: 3, severity: "blocker" as const, message },
  ];
  return {
    type: "agent",
    id,
    member,
    outcome: "done",
    ...entry,
    role: member,
    engine: "script",
    usage: { input: 0, output: 0 },
    usd: 0,
    answer: { type: "review", value: { summary: "s", findings } },
  };
}

const gate: StepRecord = {
  type: "code",
  id: "gate",
  member: "",
  code: "gate",
  outcome: "refused-change",
  problems: ["`a` is protected."],
  ...entry,
};
const check: StepRecord = {
  type: "run",
  id: "check",
  member: "",
  outcome: "checks-failed",
  checks: [{ name: "test", command: "npm test", ok: false, seconds: 1, tail: "expected 2, got 3" }],
  ...entry,
};

describe("what an agent is asked", () => {
  it("a fixer gets what the gate, the commands and all reviewers found, blockers first", async () => {
    const given = [
      gate,
      check,
      aReview("reviewer", "review", "Quote it."),
      aReview("architect", "review", "Split it."),
    ];
    const { prompt } = await createAsk(asking())(aQuestion(aMove("fix", "change"), { given }));
    expect(prompt).toContain("## What our own checks refuse");
    expect(prompt).toContain("test: `npm test`\nexpected 2, got 3");
    const order = ["Quote it.\n", "Split it.\n", "Quote it. (a nitpick)"].map((words) =>
      prompt.indexOf(words),
    );
    expect(order.every((at) => at > 0)).toBe(true);
    expect([...order].sort((a, b) => a - b)).toEqual(order);
    expect(prompt).toContain("reviewer, blocker in src/export.ts:3");
  });

  it("a reviewer gets the change and its own earlier findings, as its own", async () => {
    const given = [aReview("reviewer", "review", "Quote it.")];
    const move = aMove("review", "review", "reviewer");
    const { prompt, selection } = await createAsk(asking())(
      aQuestion(move, { given, diff: "+const a = 1;" }),
    );
    expect(prompt).toContain("## What you found in an earlier round");
    expect(prompt).not.toContain("## What reviewers found");
    expect(prompt).toContain("+const a = 1;");
    expect(selection.role).toBe("reviewer");
  });

  it("says why it is asked again, and where an earlier run's work is", async () => {
    const more = { again: "The answer does not fit.", earlierWork: ["src/export.ts"] };
    const { prompt } = await createAsk(asking())(aQuestion(aMove("task", "change"), more));
    expect(prompt).toContain("## Why you are asked again");
    expect(prompt).toContain("## Where you start");
  });

  it("is asked of the fallback once that has taken over", async () => {
    const text = "engine: claude-code\nfallback: { engine: codex }";
    const keys = { ANTHROPIC_API_KEY: "a", OPENAI_API_KEY: "b" };
    const ask = createAsk(asking(text, keys));
    const first = await ask(aQuestion(aMove("task", "change")));
    expect(first.selection).toMatchObject({ engine: "claude-code", fallback: { engine: "codex" } });
    const second = await ask(aQuestion(aMove("task", "change"), { fallback: true }));
    expect(second.selection).toMatchObject({ engine: "codex" });
    expect(second.selection.fallback).toBeUndefined();
  });
});

describe("before anybody is paid", () => {
  it("a key that is missing is named, with where to set it", async () => {
    const moves = [aMove("task", "change")];
    await expect(checkMoves(asking("engine: claude-code"), moves, 5)).rejects.toMatchObject({
      code: "auth",
      message: expect.stringContaining("`ANTHROPIC_API_KEY`"),
    });
  });

  it("a role that is not there, and a budget that cannot do it, are refused", async () => {
    const reviewer = [aMove("review", "review", "nobody")];
    await expect(checkMoves(asking(), reviewer, 5)).rejects.toMatchObject({ code: "config" });
    const paid = asking("engine: claude-code", { ANTHROPIC_API_KEY: "a" });
    await expect(checkMoves(paid, [aMove("task", "change")], 0)).rejects.toMatchObject({ code: "budget" });
  });
});

it("every prompt of a shipped recipe has a role with the words for it", () => {
  const names = ["plan", "task", "review", "verify", "quick", "research", "debug", "analyze"];
  const texts = names.map((name) =>
    readFileSync(new URL(`../../agents/recipes/${name}.yml`, import.meta.url), "utf8"),
  );
  const prompts = texts.flatMap((text) =>
    [...text.matchAll(/prompt: ([a-z-]+)/g)].map((match) => match[1] ?? ""),
  );
  expect(prompts.filter((prompt) => !library.agents.forPrompt[prompt])).toEqual([]);
});
