import { describe, expect, it } from "vitest";
import { createParse } from "../../../adapters/parse/create-parse.ts";
import { anAnswer } from "../../fuzz/an-answer.ts";
import { hostileMarkdown, hostileYaml } from "./hostile-texts.ts";

const limits = { milliseconds: 200, megabytes: 128 };
/** Seconds, where one that is not stopped takes minutes. */
const patience = 20_000;

describe("text that is made to hold a parser up", () => {
  const parse = createParse(limits);

  it.each(Object.entries(hostileMarkdown(50_000)))("is read or refused: %s in Markdown", async (_, text) => {
    const started = performance.now();
    for (const parsed of [
      await parse("commands", `/approve\n\n${text}`),
      await parse("answers", anAnswer(text)),
    ]) {
      if (!parsed.ok) expect(parsed.message).toMatch(/^takes (more than 0\.2 s|too much memory) to read/);
    }
    expect(performance.now() - started).toBeLessThan(patience);
  });

  it.each(Object.entries(hostileYaml(200_000)))("is read or refused: %s in YAML", async (_, text) => {
    const started = performance.now();
    const parsed = await parse("backlog", text, { protectedPaths: [] });
    if (parsed.ok) expect(parsed.value.problems.length).toBeGreaterThan(0);
    else expect(parsed.message).toMatch(/(shorten|split) it/);
    expect(performance.now() - started).toBeLessThan(patience);
  });
});
