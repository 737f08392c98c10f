import { describe, expect, it } from "vitest";
import { parseCommands } from "../../../core/command/parse-commands.ts";

const commandsOf = (body: string) => parseCommands(body).commands;
const mistakesOf = (body: string) => parseCommands(body).mistakes;

describe("commands in a comment", () => {
  it.each([
    ["/plan", { type: "plan" }],
    ["/approve", { type: "approve" }],
    ["/approve ABCDEF1", { type: "approve", sha: "abcdef1" }],
    ["/status", { type: "status" }],
    ["/retry t03", { type: "retry", task: "T03" }],
    ["/retry T03 use a stream", { type: "retry", task: "T03", text: "use a stream" }],
    [
      "/retry T03 --fresh use --no-verify\n\nplease",
      { type: "retry", task: "T03", fresh: true, text: "use --no-verify\n\nplease" },
    ],
    ["Too long.\n/retry T03\nShorter.", { type: "retry", task: "T03", text: "Too long.\n\nShorter." }],
    ["/revise", { type: "revise" }],
    ["/revise T03", { type: "revise", task: "T03" }],
    ["/revise t03 Shorter.", { type: "revise", task: "T03", text: "Shorter." }],
    ["/revise Make T03 shorter.", { type: "revise", text: "Make T03 shorter." }],
    ["/approve --over", { type: "approve", over: true }],
    ["/approve \u2014over ABCDEF1", { type: "approve", over: true, sha: "abcdef1" }],
    ["/skip T0042", { type: "skip", task: "T0042" }],
    ["/review t03", { type: "review", task: "T03" }],
    ["/run", { type: "run" }],
    ["/run house-style", { type: "run", recipe: "house-style", text: "" }],
    ["/run Style run it on src/", { type: "run", recipe: "style", text: "run it on src/" }],
    ["/research Which parser is fastest?", { type: "research", text: "Which parser is fastest?" }],
    ["/debug It hangs.", { type: "debug", text: "It hangs." }],
    ["/analyze the ledger", { type: "analyze", text: "the ledger" }],
    ["/rollback T03", { type: "rollback", task: "T03", withDependents: false }],
    ["/rollback T03 --with-dependents", { type: "rollback", task: "T03", withDependents: true }],
    ["/rollback --track", { type: "rollback" }],
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
    ["/retry", { type: "task-missing", command: "retry" }],
    ["/retry T03 more --fresh", { type: "late-flag", command: "retry", word: "--fresh" }],
    ["/retry T03 T04", { type: "too-much", command: "retry", word: "T04" }],
    ["/revise T3 shorter", { type: "no-task", command: "revise", word: "T3" }],
    ["/approve --force", { type: "unknown-flag", command: "approve", word: "--force" }],
    ["/retry 3", { type: "no-task", command: "retry", word: "3" }],
    ["/retry T1", { type: "no-task", command: "retry", word: "T1" }],
    ["/review", { type: "task-missing", command: "review" }],
    ["/skip T03 T04", { type: "too-much", command: "skip", word: "T04" }],
    ["/approve everything", { type: "no-commit", command: "approve", word: "everything" }],
    ["/approve abc123", { type: "no-commit", command: "approve", word: "abc123" }],
    ["/approve abcdef1 abcdef2", { type: "too-much", command: "approve", word: "abcdef2" }],
    ["/rollback T03 --track", { type: "too-much", command: "rollback", word: "T03" }],
    [
      "/rollback --track --with-dependents",
      { type: "too-much", command: "rollback", word: "--with-dependents" },
    ],
    ["/rollback T03 --force", { type: "unknown-flag", command: "rollback", word: "--force" }],
    [
      "/rollback T03 \u2014with-dependents",
      { type: "unknown-flag", command: "rollback", word: "\u2014with-dependents" },
    ],
    ["/status please", { type: "takes-nothing", command: "status", word: "please" }],
    ["/retry `T03`", { type: "no-task", command: "retry", word: "`T03`" }],
    ["/retry $(rm -rf /)", { type: "unknown-flag", command: "retry", word: "-rf" }],
    ["/retry T03 --engine gpt", { type: "unknown-engine", command: "retry", word: "gpt" }],
    ["/retry T03 --model", { type: "no-model", command: "retry", word: "" }],
    ["/budget 5", { type: "no-amount", command: "budget", word: "5" }],
    ["/budget", { type: "no-amount", command: "budget", word: "" }],
    ["/run ../x", { type: "no-recipe", command: "run", word: "../x" }],
    ["/research", { type: "text-missing", command: "research" }],
    ["/debug\n/status", { type: "text-missing", command: "debug" }],
    ["/aprove", { type: "unknown-command", command: "approve", word: "aprove" }],
    [`/retry ${"x".repeat(200)}`, { type: "no-task", command: "retry", word: "x".repeat(100) }],
  ])("knows what is wrong with %s", (body, mistake) => {
    expect(mistakesOf(body)).toEqual([mistake]);
  });

  it("refuses nothing else of a comment for one mistake in it", () => {
    expect(commandsOf("/retry\n/status")).toEqual([{ type: "status" }]);
  });

  it("takes the lines after a question as a part of it, up to the next command", () => {
    const body =
      "/debug The export hangs.\n\nIt does so since Monday,\n/usr/bin/time says 20 minutes.\n/status\nThanks!";
    expect(parseCommands(body)).toEqual({
      commands: [
        {
          type: "debug",
          text: "The export hangs.\n\nIt does so since Monday,\n/usr/bin/time says 20 minutes.",
        },
        { type: "status" },
      ],
      mistakes: [],
    });
    expect(commandsOf("/run style\n\nOnly `src/`, please.")).toEqual([
      { type: "run", recipe: "style", text: "Only `src/`, please." },
    ]);
    expect(commandsOf("/research\nWhich parser?")).toEqual([{ type: "research", text: "Which parser?" }]);
  });

  it("takes quotes, code and lists after a question as they were written, and no command out of them", () => {
    const trace = "> /approve\n\n```\nError: no such file\n    at load (src/a.js:3)\n/plan\n```\n\n- /cancel";
    expect(parseCommands(`Hi.\n\n/debug Why?\r\n\r\n${trace}\n\n/status\n\n> /plan`)).toEqual({
      commands: [{ type: "debug", text: `Why?\n\n${trace}` }, { type: "status" }],
      mistakes: [],
    });
    expect(commandsOf(`/debug\n${trace}`)).toEqual([{ type: "debug", text: trace }]);
  });

  it("takes code that is too long to look for commands in as a part of the question", () => {
    const trace = `\`\`\`\n${"    at [native] <a_b>\n".repeat(300)}\`\`\``;
    expect(commandsOf(`/debug Why?\n\n${trace}\n/plan`)).toEqual([
      { type: "debug", text: `Why?\n\n${trace}\n/plan` },
    ]);
  });

  it("keeps 10,000 characters of a question", () => {
    const [command] = commandsOf(`/research ${"x".repeat(20_000)}`);
    expect(command).toEqual({ type: "research", text: "x".repeat(10_000) });
  });

  it("reads five commands of a comment and says that the rest was not read", () => {
    const { commands, mistakes } = parseCommands("/retry T01\n".repeat(300));
    expect(commands).toHaveLength(5);
    expect(mistakes).toEqual([{ type: "too-many-commands", command: "retry", most: 5, left: 295 }]);
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
