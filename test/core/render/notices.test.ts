import { describe, expect, it } from "vitest";
import { outcomes } from "../../../core/model/job.ts";
import { commandTypes, type Mistake } from "../../../core/model/mistake.ts";
import { noteSchema } from "../../../core/model/note.ts";
import { type NoticeType, noticeSchema, troubleSchema } from "../../../core/model/notice.ts";
import type { Track } from "../../../core/model/track.ts";
import { createValidator } from "../../../core/model/validate.ts";
import { help } from "../../../core/render/help.ts";
import { renderMistake } from "../../../core/render/mistakes.ts";
import { noteList, renderNote } from "../../../core/render/notes.ts";
import { renderNotice, renderNotices } from "../../../core/render/notice.ts";
import { because } from "../../../core/render/why.ts";
import {
  aMergedTask,
  aReadyTask,
  aReport,
  aRollback,
  aTask,
  aTrack,
  at,
  sha,
} from "../../builders/a-track.ts";
import { evil, evilLines, expectHarmless } from "./harmless.ts";
import { noteSamples, noticeSamples } from "./notice-samples.ts";

/** T01 waits for approval in #11, T02 failed, T03 is merged; T01 is being rolled back, and mia asked something. */
const track = aTrack({
  tasks: {
    T01: aReadyTask({ title: "Read rows" }),
    T02: aTask({
      status: "failed",
      dependsOn: ["T01"],
      trouble: { type: "task-failed", task: "T02", attempts: 3, why: { outcome: "timeout" } },
    }),
    T03: aMergedTask({ dependsOn: ["T01"] }),
  },
  permits: [1, 2].map((number) => ({
    task: "T01" as const,
    number,
    at: at(1),
    by: evil.slice(0, 150),
    wants: [
      {
        scope: "file" as const,
        action: "write" as const,
        target: evil.slice(0, 300),
        why: evilLines.slice(0, 300),
      },
    ],
    decision: number === 1 ? { allowed: true, by: evil.slice(0, 100), at: at(2) } : undefined,
  })),
  rollbacks: [aRollback()],
  reports: [aReport()],
});

const samples = noticeSamples("It said no");
const types = Object.keys(samples) as NoticeType[];

/** Nobody has to do anything about these. */
const forInformation: NoticeType[] = [
  "model-waits",
  "merged-early",
  "budget-added",
  "up-to-date",
  "review-asked",
  "permission-decided",
  "unknown-task",
  "rollback-under-way",
  "report-under-way",
  "approved-while-unwell",
  "no-write-access",
  "bot-refused",
  "broken-config",
  "recipe-invalid",
  "cannot-ask-here",
];

/** What a person can do next: a command, a button, a push. */
const wayOut = /`\/[a-z]+|GitHub's button|Push a fix|by hand|Approve and run workflows/;

describe("every notice", () => {
  it.each(types)("%s is a whole sentence that says what to do", (type) => {
    const text = renderNotice(samples[type], track);
    expect(text).not.toMatch(/undefined|\[object|null/);
    expect(text.replaceAll(/```.*?```/gs, "")).not.toMatch(/ {2}|(?<!\.)\.\.(?![./])/);
    const last = text.split("\n").at(-1) ?? "";
    expect(last).toMatch(/[.!?]$|^```$|^- |^\|/);
    if (!forInformation.includes(type)) expect(text).toMatch(wayOut);
  });

  it.each(types)("%s does nothing with the words of strangers", (type) => {
    expectHarmless(renderNotice(noticeSamples(evil.slice(0, 300))[type], track));
    expectHarmless(renderNotice(noticeSamples(evilLines)[type], track));
  });

  it.each(types)("%s fits its schema, and survives a track that does not have what it names", (type) => {
    const validate = createValidator<unknown>(noticeSchema);
    expect(validate(structuredClone(samples[type]))).toMatchObject({ ok: true });
    expect(renderNotice(samples[type], aTrack({ tasks: {} }))).not.toMatch(/undefined|\[object/);
    expect(renderNotice(samples[type], undefined)).not.toMatch(/undefined|\[object/);
  });

  it("says where there is no track that there is none", () => {
    expect(renderNotice(samples["plan-ready"], undefined)).toContain("There is no gsd track here yet.");
    expect(renderNotice(samples.help, undefined)).toContain("| `/plan [--fresh]` |");
  });
});

describe("several notices", () => {
  it("call whoever approved the plan when something failed, and nobody otherwise", () => {
    const failed = renderNotices([samples["task-failed"]], track);
    expect(failed).toMatch(/\n\ncc @mia$/);
    expect(renderNotices([samples.paused], track)).not.toContain("cc @");
    const silent = { ...track, config: { ...track.config, notify: [] } };
    expect(renderNotices([samples["task-failed"]], silent)).not.toContain("cc @");
  });

  it("are one comment, each said once", () => {
    const text = renderNotices([samples.paused, samples["not-paused"], samples.paused], track);
    expect(text.split("\n\n")).toEqual([
      renderNotice(samples.paused, track),
      renderNotice(samples["not-paused"], track),
    ]);
  });

  it("fit into a comment", () => {
    const broken = {
      type: "mistake" as const,
      mistake: { type: "task-missing" as const, command: "retry" as const },
    };
    const tail = "x".repeat(8_000);
    const why = (index: number) => ({ outcome: "crashed" as const, reason: `${index}\n${tail}` });
    const many = Array.from({ length: 40 }, (_, index) => ({
      type: "planning-failed" as const,
      why: why(index),
    }));
    expect(Buffer.byteLength(renderNotices([broken, ...many], track))).toBeLessThanOrEqual(60_000);
  });
});

describe("what a failed task means for the others", () => {
  const failed = {
    type: "task-failed" as const,
    task: "T01" as const,
    why: { outcome: "timeout" as const },
    attempts: 1,
  };
  const said = (tasks: Track["tasks"], fields: Partial<Track> = {}) =>
    renderNotice(failed, aTrack({ tasks: { T01: aTask({ status: "failed" }), ...tasks }, ...fields }));

  it("is not that they go on when none can", () => {
    expect(said({ T02: aTask({ dependsOn: ["T01"] }) })).toContain("to go on without it. T02 waits for T01.");
    expect(said({ T02: aTask({ status: "completed" }) })).not.toMatch(/continue|waits/);
    expect(said({ T02: aTask({ status: "failed" }), T03: aTask({ dependsOn: ["T02"] }) })).not.toContain(
      "T03",
    );
  });

  it("names those that go on, and those that wait", () => {
    const tasks = {
      T02: aTask({ status: "in_progress" }),
      T03: aTask({ dependsOn: ["T01", "T02"] }),
      T04: aTask(),
    };
    expect(said(tasks)).toContain("T02 and T04 continue. T03 waits for T01.");
    expect(said(tasks, { paused: true })).not.toContain("continue.");
  });
});

describe("why something failed", () => {
  it.each(outcomes)("%s is told in words, with the code to look up", (outcome) => {
    const text = because({ outcome });
    expect(text).toMatch(new RegExp(`^[a-z][a-z' -]+ \\(\`${outcome}\`\\)\\.$`));
    expect(text.split(" (")[0]).not.toBe(outcome);
  });

  it("is said with its reason, what it cost, where to look, and its output", () => {
    const why = {
      outcome: "timeout" as const,
      reason: "The agent took more than 30 minutes\nlast line",
      run: 900,
      spent: { on: "T02", usd: 0.42 },
    };
    expect(
      renderNotice({ type: "task-failed", task: "T02", attempts: 3, why, kept: sha("c0ffee") }, track),
    ).toBe(
      [
        "T02 failed after 3 attempts: it ran out of time (`timeout`). The agent took more than 30 minutes. Its work so far is kept on `gsd-task/42/T02` (`c0ffee0`). Comment `/retry T02` to continue from there (`/retry T02 --fresh` starts over), or `/skip T02` to go on without it. $0.42 spent on T02 so far. More in [its run](../actions/runs/900).",
        "```text\nlast line\n```",
      ].join("\n\n"),
    );
  });

  it.each([
    "planning-failed",
    "task-failed",
    "review-failed",
    "verification-failed",
    "report-failed",
  ] as const)("asks for money when that is what %s needs", (type) => {
    const notice = { ...samples[type], why: { outcome: "budget" as const } };
    expect(renderNotice(notice, track)).toContain("Comment `/budget +5` to go on with five dollars more");
  });

  it("names the reviewers that are missing", () => {
    const text = renderNotice({ ...samples["review-failed"], missing: ["security"] }, track);
    expect(text).toMatch(
      /^T01 is not fully reviewed\. There is no review from `security`: it crashed \(`crashed`\)\./,
    );
    expect(text).toContain("Comment `/review T01` to try again.");
  });
});

describe("a rollback", () => {
  it("names what is built on it", () => {
    expect(renderNotice(samples["rollback-opened"], track)).toBe(
      "The rollback of T01 is in #21: comment `/approve` on it. T03 builds on it and stays merged. To roll it back too, close #21 and comment `/rollback T01 --with-dependents`.",
    );
    expect(renderNotice({ ...samples["rollback-conflict"], files: ["src/a.ts"] }, track)).toBe(
      "git cannot revert T01 alone: later work changed the same places of `src/a.ts`. The branch of #21 is left for you. Its description says what to type. T03 builds on T01: to roll it back too, comment `/rollback T01 --with-dependents`, which takes the place of this one.",
    );
  });

  it("into the default branch is merged by a person", () => {
    const rollbacks = [aRollback({ into: "default" })];
    expect(renderNotice(samples["rollback-opened"], { ...track, rollbacks })).toContain("GitHub's button");
  });
});

describe("the answer to /status", () => {
  it("counts the tasks of each state and says what is next", () => {
    expect(renderNotice({ type: "status" }, { ...track, paused: true })).toContain(
      "This track is **paused**. 3 tasks: 1 in review, 1 failed and 1 merged.\n\n**Next:** comment `/resume` when it should go on.",
    );
    expect(renderNotice({ type: "status" }, aTrack({ phase: "planning" }))).toContain("No tasks yet.");
  });
});

describe("a task's id that is missing or not quite right", () => {
  it.each([
    [
      { type: "no-task", command: "retry", word: "T1" },
      "`T1` is not a task's id. Did you mean `/retry T01`?",
    ],
    [{ type: "no-task", command: "skip", word: "12" }, "`12` is not a task's id. Did you mean `/skip T12`?"],
    [
      { type: "task-missing", command: "review", task: "T02" },
      "`/review` needs a task's id. Did you mean `/review T02`?",
    ],
  ] satisfies [Mistake, string][])("is guessed: %j", (mistake, text) => {
    expect(renderMistake(mistake)).toBe(text);
  });

  it("of a rolled-back task that should be split leads to what works", () => {
    const tasks = { T01: aTask({ status: "needs_input", rolledBack: {} }) };
    const text = renderNotice({ type: "cannot-rebase", task: "T01", split: true }, aTrack({ tasks }));
    expect(text).toContain("`/retry T01` to run it as it is, or `/skip T01` and then `/split T01`.");
  });
});

describe("the answer to /skip", () => {
  it("names tasks that have yet to run without it, and no others", () => {
    const tasks = {
      T01: aTask({ status: "skipped" }),
      T02: aTask({ dependsOn: ["T01"], status: "completed" }),
      T03: aTask({ dependsOn: ["T01"] }),
    };
    const text = renderNotice({ type: "skipped", task: "T01" }, aTrack({ tasks }));
    expect(text).toBe("T01 is skipped. T03 will run without it. Comment `/retry T01` to bring it back.");
  });
});

describe("a plan that was written again", () => {
  it("is not called another one where nothing changed", () => {
    const same = { documents: [], added: [], changed: [], removed: [] };
    const text = renderNotice({ type: "plan-revised", tree: sha("f1"), ...same, unanswered: 1 }, aTrack());
    expect(text).toContain("came out the same: `f100000`.");
    expect(text).toContain("Nobody said what became of 1 remark; please look at it yourself.");
    expect(text).not.toContain("earlier approval");
  });
});

describe("the answer to /help", () => {
  it.each(commandTypes)("has /%s", (command) => {
    expect(help()).toMatch(new RegExp(`^\\| \`/${command}[ \`]`, "m"));
  });
});

type Mistakes = { [T in Mistake["type"]]: [Extract<Mistake, { type: T }>, string] };

describe("a mistake", () => {
  const mistakes: Mistakes = {
    "unknown-command": [
      { type: "unknown-command", command: "approve", word: "aprove" },
      "gsd has no command `/aprove`. Did you mean `/approve [sha] [--over]`? `/help` lists all commands.",
    ],
    "too-many-commands": [
      { type: "too-many-commands", command: "retry", most: 5, left: 295 },
      "gsd reads at most 5 commands from one comment, so it skipped the last 295, starting with `/retry`. Please write them in a new comment.",
    ],
    unreadable: [
      { type: "unreadable", command: "help" },
      "gsd did not read your comment, since it takes too long. Please write the command in a new comment, with little else.",
    ],
    "takes-nothing": [
      { type: "takes-nothing", command: "status", word: "please" },
      "`/status` stands alone, so `please` is too much. Write `/status`.",
    ],
    "too-much": [
      { type: "too-much", command: "skip", word: "T04" },
      "`/skip` takes only one thing, so `T04` is too much. Write `/skip T03`.",
    ],
    "no-commit": [
      { type: "no-commit", command: "approve", word: "everything" },
      "`everything` is not a commit: a commit is 7 to 40 hexadecimal digits. Write `/approve [sha] [--over]`.",
    ],
    "no-task": [
      { type: "no-task", command: "skip", word: "@everyone<!--" },
      "`?everyone??--` is not a task's id. Write `/skip T03`.",
    ],
    "task-missing": [
      { type: "task-missing", command: "review" },
      "`/review` needs a task's id. Write `/review T03`.",
    ],
    "no-question": [
      { type: "no-question", command: "answer", word: "yes" },
      "`yes` is not the number of a question. Write `/answer 1 TEXT`.",
    ],
    "answer-missing": [
      { type: "answer-missing", command: "answer" },
      "`/answer` needs your answer after the number. Write `/answer 1 TEXT`.",
    ],
    "unknown-flag": [
      { type: "unknown-flag", command: "rollback", word: "\u2014force" },
      "`/rollback` has no option `?force`. Write `/rollback T03 [--with-dependents]` or `/rollback --track` or `/rollback [T03] --undo`.",
    ],
    "late-flag": [
      { type: "late-flag", command: "retry", word: "--fresh" },
      "Options come before your words, so `--fresh` would be one of them. Write `/retry T03 [--fresh] [--engine NAME] [--model NAME] [text]`.",
    ],
    "unknown-engine": [
      { type: "unknown-engine", command: "retry", word: "gpt" },
      "There is no engine `gpt`. The engines are claude-code, codex, gemini, opencode, script. Write `/retry T03 [--fresh] [--engine NAME] [--model NAME] [text]`.",
    ],
    "no-model": [
      { type: "no-model", command: "retry", word: "" },
      "`--model` needs a model's name. Write `/retry T03 [--fresh] [--engine NAME] [--model NAME] [text]`.",
    ],
    "no-amount": [
      { type: "no-amount", command: "budget", word: "5" },
      "`5` is not an amount: `/budget` takes US dollars to add, up to 9999. Write `/budget +5`.",
    ],
    "no-recipe": [
      { type: "no-recipe", command: "run", word: "../x" },
      "`../x` is not a recipe's name. `/run` alone lists the recipes. Write `/run NAME [text]`.",
    ],
    "text-missing": [
      { type: "text-missing", command: "research" },
      "`/research` needs some words: what do you want to know? Write `/research QUESTION`.",
    ],
  };

  it.each(Object.entries(mistakes))("%s says what is wrong and how to write it", (_, [mistake, text]) => {
    expect(renderMistake(mistake)).toBe(text);
  });

  it("repeats only so much of a long word", () => {
    expect(renderMistake({ type: "no-task", command: "skip", word: "x".repeat(100) })).toContain(
      `\`${"x".repeat(40)}…\``,
    );
  });
});

describe("a note", () => {
  const notes = Object.values(noteSamples("it is fine"));

  it.each(notes.map((note) => [note.type, note] as const))("about %s is one line", (_, note) => {
    const text = renderNote(note);
    expect(text).toMatch(/^\S[^\n]*[.!?]$/);
    expect(text).not.toMatch(/undefined|\[object| {2}/);
    expect(createValidator<unknown>(noteSchema)(structuredClone(note))).toMatchObject({
      ok: true,
    });
  });

  it.each(Object.entries(noteSamples(evilLines)))(
    "about %s does nothing with the words of strangers",
    (_, note) => {
      expectHarmless(noteList([note]));
    },
  );

  it("is in the singular when it is about one", () => {
    const hidden = { count: 1, kinds: ["tag characters"] };
    expect(renderNote({ type: "odd-text", what: "The issue's text", hidden, lookalikes: [] })).toBe(
      "The issue's text contains 1 tag character that nobody can see. Agents do not get them.",
    );
  });

  it("shows the strange letter of a look-alike", () => {
    const hidden = { count: 0, kinds: [] };
    expect(renderNote({ type: "odd-text", what: "T02", hidden, lookalikes: ["p\u0430ypal"] })).toBe(
      "T02 contains words that mix or imitate alphabets: `p\u0430ypal` (U+0430). Look twice before you approve.",
    );
  });

  it("fits into its room with others, and the rest is counted", () => {
    const note = { type: "context-problem" as const, what: "T02", message: "@all ".repeat(100) };
    const text = noteList(Array.from({ length: 100 }, () => note));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(6_100);
    expect(text).toMatch(/- and \d+ more notes$/);
  });
});

describe("troubles that stay", () => {
  it("are a part of the notices", () => {
    const validate = createValidator<unknown>(troubleSchema);
    expect(validate(structuredClone(samples["task-failed"]))).toMatchObject({ ok: true });
    expect(validate(structuredClone(samples.help))).toMatchObject({ ok: false });
  });
});
