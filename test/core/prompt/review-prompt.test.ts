import { describe, expect, it } from "vitest";
import { buildPrompt, type PromptInput } from "../../../core/prompt/build-prompt.ts";
import { reviewPrompt } from "../../../core/prompt/review-prompt.ts";
import { aPlan } from "../../builders/facts.ts";
import { aRole } from "./shipped-files.ts";

const tag = "\u{e0041}";
const track = { name: "42-csv-export", title: "CSV export", issue: 42 };
const [task] = aPlan().backlog!.tasks;

describe("what people are told of a prompt", () => {
  it("is nothing when all of it can be seen", () => {
    expect(reviewPrompt({ answer: "document", track, issueText: "Please.", feedback: [] })).toEqual({
      notes: [],
    });
  });

  it("is what was too long for it, and which comments are not in it", () => {
    const { notes } = reviewPrompt({
      answer: "document",
      track,
      issueText: "a".repeat(20_001),
      discussion: { text: "mia wrote: use tabs.", edited: 1, left: 7 },
      documents: { "SPEC.md": "é".repeat(10_001), "ARCH.md": "a".repeat(20_000) },
    });
    expect(notes).toEqual([
      { type: "text-cut", what: "The issue's text", bytes: 20_001, limit: 20_000 },
      { type: "text-cut", what: "SPEC.md", bytes: 20_002, limit: 20_000 },
      { type: "comments-left-out", count: 1, because: "edited" },
      { type: "comments-left-out", count: 7, because: "many" },
    ]);
  });

  it("is the size of a task's context", () => {
    const { bytes, notes } = reviewPrompt({ answer: "change", track, task: task! });
    expect(bytes).toBeGreaterThan(0);
    expect(notes).toEqual([]);
  });

  it.each<[string, Partial<PromptInput>]>([
    ["The issue's text", { answer: "document", issueText: `Please.${tag}` }],
    ["The issue's title", { answer: "verification", track: { ...track, title: `CSV${tag}` } }],
    ["ARCH.md", { answer: "backlog", documents: { "SPEC.md": "fine", "ARCH.md": `hm${tag}` } }],
    ["The change under review", { answer: "review", task: task!, diff: `+a${tag}` }],
    [
      "The text of T01",
      { answer: "review", task: { ...task!, acceptance: [`It works.${tag}`] }, diff: "+a" },
    ],
    ["The text of T01", { answer: "change", task: { ...task!, acceptance: [`It works.${tag}`] } }],
    ["The feedback on T01", { answer: "change", task: task!, feedback: [`It fails.${tag}`] }],
    ["What was wrong before", { answer: "document", issueText: "", feedback: [`It fails.${tag}`] }],
  ])("is what was dropped from %s", (what, input) => {
    const given = { answer: "change" as const, track, ...input };
    expect(reviewPrompt(given).notes).toEqual([
      { type: "odd-text", what, hidden: { count: 1, kinds: ["tag characters"] }, lookalikes: [] },
    ]);
    const agent = aRole("---\nname: one\ndescription: Does it.\nprompts: [own]\n---\nDo it.\n");
    expect(buildPrompt({ agent, prompt: "own", ...given })).not.toContain(tag);
  });
});
