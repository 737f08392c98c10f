import { describe, expect, it } from "vitest";
import { findAnswer } from "../../../core/run/find-answer.ts";

describe("the answer in a model's words", () => {
  it.each([
    ["alone", '{"summary":"s"}'],
    ["with room around it", '\n  {"summary":"s"}\n'],
    ["in a fence", 'Here it is:\n\n```json\n{"summary":"s"}\n```\nBye.'],
    ["in the last of several fences", '```json\n{"old":1}\n```\n```\n{"summary":"s"}\n```'],
    ["after prose with braces", 'I changed `{ a }` first. {"summary":"s"}'],
    ["before a last word", '{"summary":"s"}\n\nDone.'],
  ])("is found %s", (_, text) => expect(findAnswer(text)).toEqual({ summary: "s" }));

  it("keeps fences inside its own text", () => {
    const answer = { document: "# Title\n\n```js\nconst a = {};\n```\n" };
    expect(findAnswer(JSON.stringify(answer))).toEqual(answer);
  });

  it.each(["", "no JSON", "[1, 2]", "{ half", "{".repeat(20_000)])("is not found in %j", (text) =>
    expect(findAnswer(text)).toBeUndefined(),
  );
});
