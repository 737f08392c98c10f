import { describe, expect, it } from "vitest";
import { buildPrompt, type PromptInput } from "../../../core/prompt/build-prompt.ts";
import { parseAgent } from "../../../core/prompt/parse-agent.ts";
import { reviewPrompt } from "../../../core/prompt/review-prompt.ts";
import { aPlan } from "../../builders/facts.ts";

const tag = "\u{e0041}";
const track = { name: "42-csv-export", title: "CSV export", issue: 42 };
const [task] = aPlan().backlog!.tasks;

describe("what people are told of a prompt", () => {
  it("is nothing when all of it can be seen", () => {
    expect(reviewPrompt({ kind: "plan", track, issueText: "Please.", feedback: [] })).toEqual({
      notes: [],
    });
  });

  it("is the size of a task's context", () => {
    const { bytes, notes } = reviewPrompt({ kind: "task", track, task: task! });
    expect(bytes).toBeGreaterThan(0);
    expect(notes).toEqual([]);
  });

  it.each<[string, Partial<PromptInput>]>([
    ["The issue's text", { kind: "plan", issueText: `Please.${tag}` }],
    ["The issue's title", { kind: "verify", track: { ...track, title: `CSV${tag}` } }],
    ["ARCH.md", { kind: "plan", documents: { "SPEC.md": "fine", "ARCH.md": `hm${tag}` } }],
    ["The change under review", { kind: "review", task: task!, diff: `+a${tag}` }],
    ["The text of T01", { kind: "review", task: { ...task!, acceptance: [`It works.${tag}`] }, diff: "+a" }],
    ["The text of T01", { kind: "task", task: { ...task!, acceptance: [`It works.${tag}`] } }],
    ["The feedback on T01", { kind: "task", task: task!, feedback: [`It fails.${tag}`] }],
    ["What was wrong before", { kind: "plan", issueText: "", feedback: [`It fails.${tag}`] }],
  ])("is what was dropped from %s", (what, input) => {
    const given = { kind: "task" as const, track, ...input };
    expect(reviewPrompt(given).notes).toEqual([
      { type: "odd-text", what, hidden: { count: 1, kinds: ["tag characters"] }, lookalikes: [] },
    ]);
    const agent = parseAgent(
      `---\nname: one\ndescription: Does it.\njobs: [${given.kind}]\ncapabilities: [all]\nactions: [plan]\n---\nDo it.\n`,
      "one.md",
    );
    expect(buildPrompt({ agent, answerSchema: {}, ...given })).not.toContain(tag);
  });
});
