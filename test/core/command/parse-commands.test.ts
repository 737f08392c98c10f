import { describe, expect, it } from "vitest";
import { parseCommands } from "../../../core/command/parse-commands.ts";

const commandsOf = (body: string) => parseCommands(body).commands;
const mistakesOf = (body: string) => parseCommands(body).mistakes.map(({ message }) => message);

describe("commands in a comment", () => {
  it.each([
    ["/plan", { type: "plan" }],
    ["/approve", { type: "approve" }],
    ["/approve ABCDEF1", { type: "approve", sha: "abcdef1" }],
    ["/status", { type: "status" }],
    ["/retry t03", { type: "retry", task: "T03" }],
    ["/skip T0042", { type: "skip", task: "T0042" }],
    ["/rollback T03", { type: "rollback", task: "T03", withDependents: false }],
    ["/rollback T03 --with-dependents", { type: "rollback", task: "T03", withDependents: true }],
    ["/rollback --with-dependents T03", { type: "rollback", task: "T03", withDependents: true }],
    ["/pause", { type: "pause" }],
    ["/resume", { type: "resume" }],
    ["/cancel", { type: "cancel" }],
    ["/help", { type: "help" }],
  ])("reads %s", (body, command) => {
    expect(parseCommands(body)).toEqual({ commands: [command], mistakes: [] });
  });

  it("counts at the start of any line of the author's own text", () => {
    const body =
      "Looks good to me.\r\n/approve\r\n\r\nAnd then:\r\n  /retry T01  \r\n\r\n## Heading\r\n/status";
    expect(commandsOf(body).map(({ type }) => type)).toEqual(["approve", "retry", "status"]);
  });

  it("counts after formatted words and hard line breaks", () => {
    expect(commandsOf("Some `code` and **bold**\n/plan")).toEqual([{ type: "plan" }]);
    expect(commandsOf("text\\\n/plan")).toEqual([{ type: "plan" }]);
  });

  it.each([
    ["a quote", "> /approve"],
    ["a quote that goes on", "> someone said\n/approve"],
    ["a code block", "```\n/approve\n```"],
    ["a code block that is never closed", "```\n/approve"],
    ["an indented code block", "    /approve"],
    ["inline code", "`/approve`"],
    ["inline code over two lines", "`a\n/approve`"],
    ["the middle of a line", "please /approve"],
    ["a list", "- /approve\n* /plan\n1. /plan"],
    ["a task list", "- [ ] /approve"],
    ["a heading", "# /approve"],
    ["an underlined heading", "/approve\n---"],
    ["bold text", "**\n/approve**"],
    ["emphasis over lines", "*a\n/approve*"],
    ["struck text", "~~a\n/approve~~"],
    ["a link", "[a\n/approve](https://example.com)"],
    ["an image", "![a\n/approve](x)"],
    ["a table", "/approve | b\n--- | ---\n/plan | c"],
    ["an HTML comment", "<!--\n\n/approve\n\n-->"],
    ["an HTML block", "<div>\n/approve\n</div>"],
    ["HTML around it", "<details>\n\n/approve\n\n</details>"],
    ["HTML within a line", "a <b>\n/approve</b>"],
    ["a footnote", "x[^1]\n\n[^1]: /approve"],
    ["an escape", "\\/approve"],
    ["an entity", "&#47;approve"],
    ["a look-alike slash", "\u2044approve\n\uff0fapprove\n\u2215approve"],
    ["a look-alike letter", "/\u0430pprove"],
    ["an invisible character", "/\u200bapprove\n\u200b/approve\n/app\u00adrove"],
    ["a path", "/plan/notes.md\n/usr/bin/env\n/approve.md"],
    ["other bots' commands", "/lgtm\n/assign @me\n/deploy"],
    ["names of things that all objects have", "/constructor\n/__proto__\n/toString"],
  ])("does not count in %s", (_where, body) => {
    expect(parseCommands(body)).toEqual({ commands: [], mistakes: [] });
  });

  it("counts again after HTML is closed", () => {
    expect(commandsOf("<details>\n\n/approve\n\n</details>\n\n/plan")).toEqual([{ type: "plan" }]);
    expect(commandsOf("<br>\n\n/plan")).toEqual([{ type: "plan" }]);
  });

  it.each([
    [
      "/retry",
      "`/retry` needs the id of a task. Write `/retry T03 [--fresh] [--engine NAME] [--model NAME]`.",
    ],
    ["/retry 3", "`3` is no id of a task. Write `/retry T03 [--fresh] [--engine NAME] [--model NAME]`."],
    ["/retry T1", "`T1` is no id of a task. Write `/retry T03 [--fresh] [--engine NAME] [--model NAME]`."],
    ["/skip T03 T04", "`/skip` takes one task, so `T04` is too much. Write `/skip T03`."],
    [
      "/approve everything",
      "`everything` is no commit: `/approve` takes 7 to 40 hexadecimal digits or nothing. Write `/approve [sha]`.",
    ],
    [
      "/approve abc123",
      "`abc123` is no commit: `/approve` takes 7 to 40 hexadecimal digits or nothing. Write `/approve [sha]`.",
    ],
    ["/rollback T03 --force", "`/rollback` knows no `--force`. Write `/rollback T03 [--with-dependents]`."],
    [
      "/rollback T03 \u2014with-dependents",
      "`/rollback` knows no `?with-dependents`. Write `/rollback T03 [--with-dependents]`.",
    ],
    ["/status please", "`/status` takes no `please`. Write `/status`."],
    [
      "/retry `T03`",
      "`?T03?` is no id of a task. Write `/retry T03 [--fresh] [--engine NAME] [--model NAME]`.",
    ],
    [
      "/retry $(rm -rf /)",
      "`/retry` knows no `-rf`. Write `/retry T03 [--fresh] [--engine NAME] [--model NAME]`.",
    ],
    [
      "/retry @everyone<!--",
      "`?everyone??--` is no id of a task. Write `/retry T03 [--fresh] [--engine NAME] [--model NAME]`.",
    ],
  ])("says what is wrong with %s", (body, message) => {
    expect(parseCommands(body).commands).toEqual([]);
    expect(mistakesOf(body)).toEqual([message]);
  });

  it("reads five commands of a comment and says that the rest was not read", () => {
    const { commands, mistakes } = parseCommands("/retry T01\n".repeat(300));
    expect(commands).toHaveLength(5);
    expect(mistakes).toMatchObject([{ command: "retry", message: expect.stringContaining("295 more") }]);
  });

  it("reads the first 60,000 characters", () => {
    expect(commandsOf(`${"x".repeat(59_000)}\n\n/plan`)).toEqual([{ type: "plan" }]);
    expect(commandsOf(`${"x".repeat(61_000)}\n\n/plan`)).toEqual([]);
  });

  it.each([
    ">",
    "> - ",
    "1. ",
    "[^1]: ",
    "]",
    "[a]",
    "[^a]",
    "***a",
    "<b>",
    "`a",
    "[a](",
    "\\",
    "&",
    "a\n>",
    "|a\n|-\n",
  ])("is not slowed down by %j over and over", (piece) => {
    expect(commandsOf(`/plan\n\n${piece.repeat(60_000 / piece.length)}`)[0]).toEqual({ type: "plan" });
  });
});
