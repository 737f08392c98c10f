import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseCommands } from "../../core/command/parse-commands.ts";
import { type Block, pages, readBlocks } from "./blocks.ts";
import { problemsInProse, problemsInShell } from "./shell.ts";
import { problemsInMarkdown, problemsInYaml } from "./yaml.ts";

/** How the examples of each language are tried. What cannot be tried is `text`, with the reason behind it. */
const tries: Record<string, (block: Block) => Promise<void> | void> = {
  sh: async ({ text }) => expect(await problemsInShell(text)).toEqual([]),
  yaml: async ({ text, remark }) => {
    const problems = await problemsInYaml(text);
    if (remark === "broken") expect(problems).not.toBe("");
    else expect(problems).toBe("");
  },
  markdown: ({ text }) => expect(problemsInMarkdown(text)).toBe(""),
  json: ({ text }) => void JSON.parse(text),
  js: ({ text }) => {
    const check = spawnSync(process.execPath, ["--check", "--input-type=module"], {
      input: text,
      encoding: "utf8",
    });
    expect(check.stderr).toBe("");
  },
  comment: ({ text }) => {
    const { commands, mistakes } = parseCommands(text);
    expect(mistakes).toEqual([]);
    expect(commands).not.toEqual([]);
  },
  text: ({ remark }) =>
    expect(remark, "why is this block not tried? Say it behind `text`").toMatch(/\w+ \w+/),
};

describe("the documents:", () => {
  it.each(readBlocks())("the example at $place works", async (block) => {
    const languages = Object.keys(tries).join(", ");
    expect(tries, `"${block.language}" is none of ${languages}`).toHaveProperty(block.language);
    await tries[block.language]?.(block);
  });

  it.each(pages)("%s names only commands and options that gsd has", (page) => {
    expect(problemsInProse(readFileSync(page, "utf8"))).toEqual([]);
  });

  it("each fence is found", () => {
    expect(readBlocks().length).toBeGreaterThan(60);
  });
});
