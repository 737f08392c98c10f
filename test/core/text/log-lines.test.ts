import { describe, expect, it } from "vitest";
import { logLine, logLines } from "../../../core/text/foreign.ts";
import { createCommandReader } from "../../../local/runner/workflow-commands.ts";
import { hostileText, random } from "../render/hostile.ts";

/** What the runner does with the lines of a step; it ends them at both kinds of line ends. */
function effects(printed: string): string[] {
  const read = createCommandReader();
  return printed.split(/\r\n|\r|\n/).map((line) => read(line).type);
}

const commands = [
  "::add-mask::a",
  "::error file=a::b",
  "::stop-commands::x",
  "##[add-mask]a",
  "##[group]a",
  "%3A%3Aadd-mask::a",
];
const before = [
  ..."\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2007\u200a\u2028\u2029\u202f\u205f\u3000\0\ufeff\u200b\u200d\u2060\u00ad\u034f\u180e\ufe0f\u{e0020}\u001b\u001c\u001f\b",
  "",
  "text ",
  "\u0085 \ufeff\0",
  "\u001b[31m",
];

describe("an agent's words in a job's log", () => {
  it.each(commands)("do not command the runner by %j, whatever comes before", (command) => {
    for (const sign of before) {
      for (const text of [
        sign + command,
        `a\n${sign}${command}`,
        `a${sign}b${sign}${command}`,
        command.split("").join(sign),
      ]) {
        expect(effects(logLines(text)), JSON.stringify(text)).toEqual(
          effects(logLines(text)).map(() => "print"),
        );
        expect(logLines(text), JSON.stringify(text)).not.toMatch(/##\[|^(?!│ )/m);
        expect(effects(`words of ours ${logLine(text).replaceAll("\n", " ")}`)).toEqual(["print"]);
      }
    }
  });

  it("do not, whatever is thrown together", () => {
    const next = random(7);
    for (let round = 0; round < 2_000; round++) {
      const text = `${hostileText(next)}::add-mask::${hostileText(next)}##[add-mask]x`;
      expect(effects(logLines(text)).filter((type) => type !== "print")).toEqual([]);
    }
  });

  it("stay readable", () => {
    expect(logLines("std::vector and ::\nplain")).toBe("│ std::vector and ::\n│ plain");
  });
});
