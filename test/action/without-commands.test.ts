import { describe, expect, it } from "vitest";
import { withoutCommands } from "../../action/without-commands.ts";

describe("an agent's words in the log", () => {
  it.each([
    "::error::boo",
    "work\n::set-output name=a::b",
    "a\r  ::add-mask::x",
    "\t::debug::",
    "##[error]boo",
  ])("do not command the runner: %j", (text) => {
    const lines = withoutCommands(text).split(/[\r\n]/);
    expect(lines.filter((line) => /^\s*::/.test(line) || line.includes("##["))).toEqual([]);
  });

  it("stay as they are otherwise", () => {
    expect(withoutCommands("std::vector and ::\nplain")).toBe("std::vector and ::\nplain");
  });
});
