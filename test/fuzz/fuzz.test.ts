import { expect, it } from "vitest";
import { createParse } from "../../adapters/parse/create-parse.ts";
import { fuzz } from "./fuzz.ts";
import { fuzzMany } from "./many.ts";

it("no reader breaks on text that is made to break it, or takes longer than it may", async () => {
  const parse = createParse({ milliseconds: 300, megabytes: 256 });
  const { inputs, crashes, slowest } = await fuzz(parse, { seed: 3, inputs: 60, seconds: 60 });
  expect(crashes).toEqual([]);
  expect(inputs).toBeGreaterThan(20);
  // Minutes, for one that nobody stops.
  expect(slowest.milliseconds).toBeLessThan(30_000);
});

it("readers of commands, backlogs, recipes and Markdown take any short text, and read what they wrote as the same", () => {
  const { failures, sound } = fuzzMany({ seed: 5, inputs: 800 });
  expect(failures).toEqual([]);
  for (const [reader, number] of Object.entries(sound)) expect(number, reader).toBeGreaterThan(20);
});
