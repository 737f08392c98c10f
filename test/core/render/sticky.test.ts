import { describe, expect, it } from "vitest";
import { shownAt } from "../../../core/codec/markers.ts";
import { renderNextStep } from "../../../core/render/next-step.ts";
import { fitLines, list, taskIds } from "../../../core/render/phrases.ts";
import { setupFailed } from "../../../core/render/setup.ts";
import { renderSticky } from "../../../core/render/sticky.ts";
import { cell, code, codeBlock, inline } from "../../../core/text/foreign.ts";
import { parseMarkdown } from "../../../core/text/markdown.ts";
import type { NextStep } from "../../../core/view/next-step.ts";
import {
  aConfig,
  aJob,
  aMergedTask,
  aProposal,
  aReadyTask,
  aReport,
  aRollback,
  aTask,
  aTrack,
  at,
  manyTasks,
  now,
  sha,
} from "../../builders/a-track.ts";
import { evil, evilLines, expectHarmless } from "./harmless.ts";

describe("the progress comment", () => {
  it("tells how far a track is, and what to do next", () => {
    const track = aTrack({
      tasks: {
        T01: aMergedTask({ title: "Read rows" }),
        T02: aReadyTask({ title: "Write rows", proposal: aProposal({ pull: 12 }), dependsOn: ["T01"] }),
      },
      plan: { ...aTrack().plan, approved: { tree: sha("f1"), head: sha("f2"), by: "mia", at: "" } },
    });
    const text = renderSticky(track);
    expect(text).toContain(
      "### gsd · CSV export: 1 of 2 tasks\n\n**Next:** review #12 (T02) and comment `/approve a100000` [there](../pull/12#issuecomment-new).",
    );
    expect(text).toContain("| T01 Read rows | – | ✅ merged | #11 | ✅ | ✅ |");
    expect(text).toContain("| T02 Write rows | T01 | 👀 in review | #12 | ✅ | ✅ |");
    expect(text).toContain("plan `f100000` approved by mia");
  });

  it("tells what was not checked from what passed, and a missing review from none", () => {
    const why = { outcome: "crashed" as const };
    const tasks = {
      T01: aReadyTask({ proposal: aProposal({ checks: "none" }) }),
      T02: aReadyTask({
        proposal: aProposal({ checks: "failed", readyAt: undefined }),
        trouble: { type: "review-failed" as const, task: "T02" as const, why, missing: ["security"] },
      }),
    };
    const text = renderSticky(aTrack({ tasks }));
    expect(text).toMatch(/\| T01 .* \| not checked \| ✅ \|/);
    expect(text).toMatch(/\| T02 .* \| ❌ \| ⚠️ missing \|/);
  });

  it("changes only with the state", () => {
    const track = aTrack({ tasks: { T01: aReadyTask() } });
    expect(renderSticky(track)).toBe(renderSticky(structuredClone(track)));
  });

  it("links what runs to its run, with its attempt, how long it has been running and as of when", () => {
    const job = aJob({ task: "T01", attempt: 2, since: at(-750), run: { id: 901, attempt: 1 } });
    const tasks = { T01: aTask({ status: "in_progress", runs: 2 }), T02: aTask() };
    const text = renderSticky(aTrack({ tasks, jobs: [job] }), now);
    expect(text).toContain("| 🔄 [running](../actions/runs/901), 12 min, attempt 2 |");
    expect(text).toContain("### gsd · CSV export: 0 of 2 tasks · 12 min\n");
    expect(text).toContain("[run](../actions/runs/901) · updated 03:00 UTC");
  });

  it("says nothing that changes by itself where nobody says what time it is", () => {
    const tasks = { T01: aTask({ status: "in_progress", runs: 1 }) };
    const began = (since: string) => renderSticky(aTrack({ tasks, jobs: [aJob({ since })] }));
    expect(began(at(-750))).toBe(began(at(-60)));
    const text = renderSticky(aTrack({ tasks, jobs: [aJob({ since: at(-750) })] }), now);
    expect(renderSticky(aTrack({ tasks, jobs: [aJob({ since: at(-750) })] }), shownAt.parse(text))).toBe(
      text,
    );
  });

  it("tells how the plan came to be what it is, and what can be typed now, folded away", () => {
    const { plan } = aTrack();
    const approved = { tree: sha("f1"), head: sha("f2"), by: "mia", at: at(-60) };
    const shown = [{ tree: sha("e9"), at: at(-7200) }];
    const text = renderSticky(aTrack({ plan: { ...plan, shown, approved } }));
    expect(text).toContain(
      "<details><summary>Plan history</summary>\n\n- `e900000` proposed, 2026-11-16 01:00 UTC\n- `f100000` proposed, 2026-11-16 02:58 UTC\n- `f100000` approved by mia, 2026-11-16 02:59 UTC",
    );
    expect(text).toMatch(/<summary>Commands<\/summary>\n\n- `\/approve/);
  });

  it("says where the work of a failed task is kept, and one thing to do", () => {
    const why = { outcome: "timeout" as const, run: 880 };
    const trouble = { type: "task-failed" as const, task: "T01" as const, attempts: 3, why, kept: sha("a9") };
    expect(renderSticky(aTrack({ tasks: { T01: aTask({ status: "failed", trouble }) } }))).toContain(
      "> T01 failed: it ran out of time (`timeout`) ([its run](../actions/runs/880)). Its work is kept on `gsd-task/42/T01`. Comment `/retry T01` to continue from there.",
    );
  });

  it("names the engines where they differ", () => {
    const row = (task: string, by: string) => ({
      job: `42/task/${task}/1`,
      at: at(-60),
      outcome: "done" as const,
      seconds: 5,
      by,
    });
    const tasks = { T01: aMergedTask(), T02: aMergedTask() };
    const text = (...by: string[]) =>
      renderSticky(aTrack({ tasks, history: by.map((one, index) => row(`T0${index + 1}`, one)) }));
    expect(text("claude", "codex")).toContain("| ✅ merged | codex | #11 |");
    expect(text("claude", "claude")).not.toContain("Engine");
  });

  it("says that the sandbox is off", () => {
    expect(renderSticky(aTrack({ config: aConfig({ sandbox: "off" }) }))).toContain("**sandbox: off**");
  });

  it("names reports that are being written, and rollbacks", () => {
    const text = renderSticky(aTrack({ phase: "asking", reports: [aReport()], rollbacks: [aRollback()] }));
    expect(text).toContain(
      "### gsd · CSV export: answering questions\n\n**Next:** nothing for you; the answer is being written.",
    );
    expect(text).toContain("`research` for mia: being written");
    expect(text).toContain("rollback of T01 in #21: open");
    const done = renderSticky(aTrack({ phase: "asking", reports: [aReport({ status: "done" })] }));
    expect(done).toContain("**Next:** nothing; every question is answered.");
    expect(done).not.toContain("`research`");
  });

  it("shows costs once something was spent", () => {
    const tasks = { T01: aMergedTask({ usd: 0.06 }), T02: aTask() };
    const text = renderSticky(aTrack({ tasks, usd: 0.06 }));
    expect(text).toContain("1 of 2 tasks · $0.06 of $20.00");
    expect(text).toContain("| Checks | Review | Cost |\n|---|---|---|---|---|---|---|\n");
    expect(text).toContain("| ✅ | ✅ | $0.06 |");
    expect(text).toMatch(/\| T02 .* \| – \|\n/);
    expect(renderSticky(aTrack({ tasks: { T01: aTask() } }))).not.toContain("Cost");
  });

  it("warns of what in the issue is not what it seems, while the track is open", () => {
    const oddities = { hidden: { count: 3, kinds: ["tag characters"] }, lookalikes: ["p\u0430ypal"] };
    expect(renderSticky(aTrack({ phase: "planning", oddities }))).toContain(
      "> [!WARNING]\n> The issue's text contains 3 tag characters that nobody can see. Agents do not get them. It also contains words that mix or imitate alphabets: `p\u0430ypal` (U+0430). Look twice before you approve.",
    );
    expect(renderSticky(aTrack({ phase: "merged", oddities }))).not.toContain("tag characters");
  });

  it("warns before a budget is used up: the track's, and that of a task that may still cost", () => {
    const why = { outcome: "budget" as const };
    const tasks = {
      T01: aMergedTask({ usd: 1.9 }),
      T02: aReadyTask({ usd: 1.31 }),
      T03: aTask({ usd: 0.99 }),
      T04: aTask({
        usd: 2,
        status: "failed",
        trouble: { type: "task-failed" as const, task: "T04" as const, why, attempts: 1 },
      }),
    };
    expect(renderSticky(aTrack({ tasks, usd: 11.2 }))).toContain(
      "> [!WARNING]\n> $11.20 of the track's $20.00 and $1.31 of T02's $2.00 are spent. Comment `/budget +5` to add five dollars.",
    );
    expect(renderSticky(aTrack({ tasks, usd: 11.2, extraUsd: 5 }))).not.toContain("spent.");
    expect(renderSticky(aTrack({ tasks, usd: 11.2, phase: "ready" }))).not.toContain("are spent");
  });

  it("says once what troubles several tasks alike", () => {
    const trouble = { type: "budget-waits" as const, whose: "day" as const };
    const text = renderSticky(aTrack({ tasks: { T01: aTask({ trouble }), T02: aTask({ trouble }) } }));
    expect(text.match(/the rest of today's budget is set aside/g)).toHaveLength(1);
  });

  it("warns of a linter that fails on the base and stops nobody", () => {
    const checks = [{ name: "lint", command: "npm run lint", ok: false, seconds: 1, tail: "" }];
    const health = {
      runs: 1,
      attempts: 1,
      outcome: "done" as const,
      result: { sha: sha("b1"), checks, notes: [] },
    };
    expect(renderSticky(aTrack({ health }))).toContain(
      "`npm run lint` already fails on the base, so no change is judged by it.",
    );
  });
});

describe("words of strangers in the progress comment", () => {
  const why = { outcome: "crashed" as const, reason: evilLines };
  const checks = [{ name: "lint", command: evilLines, ok: false, seconds: 1, tail: evilLines }];
  const track = aTrack({
    title: evil,
    health: { runs: 1, attempts: 1, outcome: "done", result: { sha: sha("b1"), checks, notes: [] } },
    tasks: {
      T01: aReadyTask({ title: evilLines }),
      T02: aTask({ title: evil, trouble: { type: "task-failed", task: "T02", why, attempts: 1 } }),
    },
    reports: [aReport({ recipe: evil })],
  });

  it("do nothing", () => {
    expectHarmless(renderSticky(track));
  });

  it("do not break its table", () => {
    const table = parseMarkdown(renderSticky(track)).children.find((node) => node.type === "table");
    const widths = table?.children.map((row) => row.children.length);
    expect(widths).toEqual([6, 6, 6]);
  });
});

describe("a track that asks", () => {
  it("says that it waits, and how to answer", () => {
    const questions = [{ number: 1, type: "text" as const, ask: "Which colour?", options: [] }];
    const text = renderSticky(
      aTrack({ phase: "planning", forms: [{ number: 1, questions, shown: 1, comment: 500 }] }),
    );
    expect(text).toContain("### gsd · CSV export: being planned · waiting for answers");
    expect(text).toContain("- `/answer 1 TEXT` (anywhere in the track)");
    expect(renderSticky(aTrack({ phase: "planning" }))).not.toMatch(/waiting for answers|\/answer/);
  });

  it("names the commands of a quick change where it is one", () => {
    const route = { path: "quick" as const, by: "label" as const, base: sha("d1") };
    const text = renderSticky(aTrack({ route, tasks: { T00: aReadyTask() } }));
    expect(text).toContain("- `/plan [--fresh]` (issue)");
    expect(text).not.toMatch(/^- `\/(?:approve|skip|budget)/m);
  });
});

describe("a failure that a comment has told", () => {
  it("is not told in full a second time", () => {
    const why = { outcome: "timeout" as const, reason: "It took too long.\nmuch output" };
    const trouble = { type: "task-failed" as const, task: "T01" as const, attempts: 3, why };
    const text = renderSticky(aTrack({ tasks: { T01: aTask({ status: "failed", trouble }) } }));
    expect(text).toContain(
      "> T01 failed: it ran out of time (`timeout`). Comment `/retry T01` to try again.",
    );
    expect(text).not.toContain("too long");
    expect(text).not.toContain("much output");
    const rebase = { number: 1, status: "proposed" as const, split: false, thread: 42, attempts: 1 };
    expect(renderSticky(aTrack({ tasks: { T01: aTask({ status: "failed", trouble, rebase }) } }))).toContain(
      "> T01 failed: it ran out of time (`timeout`). gsd proposes a better version of it in #10: comment `/approve` there, or `/retry T01` to try again as it is.",
    );
  });
});

describe("a thousand tasks", () => {
  const why = { outcome: "crashed" as const, reason: "y".repeat(3_900) };
  const tasks = manyTasks(1000, (index) =>
    aReadyTask({
      title: "Ünïcödé and | pipes @user ".repeat(4).slice(0, 100),
      status: index === 999 ? "needs_input" : "completed",
      dependsOn: ["T01", "T02"],
      trouble: {
        type: "merge-failed",
        task: "T01",
        pull: index + 1,
        failure: { code: "forbidden", text: why.reason },
      },
    }),
  );
  const text = renderSticky(aTrack({ tasks }));

  it("fit into the progress comment, and what is left out is counted", () => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_100);
    expect(text).toMatch(/and \d+ more tasks/);
    expect(text).toMatch(/And \d+ more warnings/);
    expect(text.endsWith("<!-- gsd:sticky 42 -->")).toBe(true);
  });

  it("show first what a person has to look at", () => {
    expect(text.split("\n").find((line) => /^\| T\d/.test(line))).toContain("T1000");
  });
});

describe("what to do next", () => {
  it("tells of a task that needs help beside what is to be reviewed", () => {
    const pulls = [{ pull: 12, head: sha("a1"), task: "T02" as const, what: "task" as const }];
    const step = {
      type: "review" as const,
      pulls,
      beside: { type: "help-tasks" as const, tasks: ["T03" as const] },
    };
    expect(renderNextStep(step)).toBe(
      "review #12 (T02) and comment `/approve a100000` [there](../pull/12#issuecomment-new). T03 needs your help: see below.",
    );
  });

  type Steps = { [T in NextStep["type"]]: [Extract<NextStep, { type: T }>, string] };
  const steps: Steps = {
    wait: [
      { type: "wait", for: "plan", tasks: [], baseTroubled: true },
      "nothing for you; the plan is being written. No task starts before the base is fixed: see below.",
    ],
    resume: [{ type: "resume", fixFirst: true }, "fix what the warning below says, then comment `/resume`."],
    "approve-plan": [
      { type: "approve-plan", pull: 10, tree: sha("f1"), baseTroubled: false, problems: 0 },
      "read the plan in #10 and comment `/approve f100000` [there](../pull/10#issuecomment-new).",
    ],
    review: [
      {
        type: "review",
        pulls: [
          { what: "rollback", pull: 21, head: sha("c1"), tasks: ["T03", "T01"], undoes: undefined },
          { pull: 12, head: sha("a1"), task: "T02", what: "task" },
        ],
        beside: { type: "approve-edit", pull: 10, tree: sha("f3"), problems: 0, tasks: [] },
      },
      "review #21 (rollback of T03 and T01) with `/approve c100000` and #12 (T02) with `/approve a100000`, each as a comment there. Then look at the change of the plan in #10 and comment `/approve f300000` [there](../pull/10#issuecomment-new), or undo it. What it is about waits.",
    ],
    "await-issues": [
      { type: "await-issues", issues: [{ issue: 7 }, { issue: 8, elsewhere: "acme/core" }] },
      "its tasks wait for #7 and acme/core#8, which block this issue. They start by themselves once they are closed (gsd looks every hour). Comment `/resume` to start without waiting.",
    ],
    "merge-quick": [{ type: "merge-quick", pull: 12 }, "review #12 and merge it with GitHub's button."],
    "approve-edit": [
      { type: "approve-edit", pull: 10, tree: sha("f3"), problems: 0, tasks: ["T03"] },
      "look at the change of the plan in #10 and comment `/approve f300000` [there](../pull/10#issuecomment-new), or undo it. What it is about waits. T03 needs your help: see below.",
    ],
    "help-tasks": [{ type: "help-tasks", tasks: ["T01"] }, "T01 needs your help: see below."],
    answer: [
      { type: "answer", questions: [1, 2] },
      "answer questions 1 and 2: tick a box in gsd's comment, or comment `/answer 1 TEXT`.",
    ],
    "fix-verification": [
      { type: "fix-verification", gaps: true },
      "comment `/plan --gaps` to have tasks planned for what verification found missing, or fix it and comment `/resume` to verify again.",
    ],
    "fix-base": [
      { type: "fix-base", pull: 10 },
      "fix what fails on the base, bring the fix into the track with GitHub's **Update branch** on #10, then comment `/resume`.",
    ],
    "resolve-conflict": [
      { type: "resolve-conflict", pull: 10, files: ["src/a.ts"] },
      "resolve the conflict of #10 with the default branch in `src/a.ts`: see below.",
    ],
    merge: [
      {
        type: "merge",
        pull: 10,
        rollbacks: [{ what: "rollback", pull: 21, head: sha("c1"), tasks: ["T01"], undoes: 1 }],
      },
      "comment `/approve` on #21 (return of T01) or close it, then merge #10.",
    ],
    "merge-rollback": [
      {
        type: "merge-rollback",
        rollbacks: [{ what: "rollback", pull: 21, head: sha("c1"), tasks: ["T01"], undoes: undefined }],
      },
      "merge #21 (rollback of T01) with GitHub's button, or close it.",
    ],
    "nothing-left": [
      { type: "nothing-left", pull: 10 },
      "nothing is left to merge. Comment `/cancel` to end the track; merging #10 would only archive its plan and close the issue.",
    ],
    "lift-request": [
      { type: "lift-request", pull: 10, by: ["ben"] },
      "ben asked for changes in #10. Settle that there, or comment `/approve --over`.",
    ],
    "start-over": [{ type: "start-over", mayComeBack: false }, "comment `/plan` to start over."],
    reopen: [
      { type: "reopen", writerNeeded: false },
      "the issue is closed: reopen it to go on, or comment `/cancel` to end the track.",
    ],
    nothing: [{ type: "nothing", because: "merged" }, "nothing; it is merged."],
  };

  it.each(Object.entries(steps))("is one sentence for %s", (_, [step, text]) => {
    expect(renderNextStep(step)).toBe(text);
  });

  it("offers tasks for what is missing only where something is", () => {
    expect(renderNextStep({ type: "fix-verification", gaps: false })).toBe(
      "fix what verification found, then comment `/resume` to verify again.",
    );
  });
});

describe("phrases", () => {
  it("make lists as people do", () => {
    expect([list([]), list(["a"]), list(["a", "b"]), list(["a", "b", "c"])]).toEqual([
      "",
      "a",
      "a and b",
      "a, b and c",
    ]);
    expect(taskIds(Array.from({ length: 12 }, (_, index) => `T${10 + index}`))).toMatch(/T18 and 3 more$/);
  });

  it("leave out lines that do not fit, and count them", () => {
    const room = { maxBytes: 6, more: (count: number) => `${count} more` };
    expect(fitLines(["aa", "bb", "cc"], String, room)).toEqual(["aa", "bb", "1 more"]);
    expect(fitLines(["aa", "bb"], String, room)).toEqual(["aa", "bb"]);
  });

  it("cannot close the code they stand in", () => {
    expect(code("a`b")).toBe("`a'b`");
    expect(code(" \n ")).toBe("` `");
    expect(codeBlock("x\n````\ny")).toBe("`````text\nx\n````\ny\n`````");
    expect(inline("one\n\ntwo")).toBe("one two");
    expect(cell("a | b \\| c")).toBe("a \\| b \\| c");
  });

  it("say why a setup failed, and which hosts it wanted", () => {
    const wanted = { host: "a.example.org", trouble: "not-allowed" as const };
    const failure = { command: "npm ci", how: "ended with exit code 1", guessed: false, tail: "E404" };
    expect(setupFailed({ ...failure, hosts: ["b.example.org:8443"], unreached: [wanted, wanted] })).toBe(
      'The setup `npm ci` ended with exit code 1. It tried to reach `a.example.org`, which is not allowed. If you trust it, write `setup: { hosts: ["b.example.org:8443", a.example.org] }` into `.github/gsd.yml`.\nE404',
    );
  });

  it.each([
    ["not-public", "`a.example.org` has an address that is not public"],
    ["no-address", "`a.example.org` was not found by name"],
    ["not-a-name", "It asked for `a.example.org`, which is not a full host name"],
    ["tls", "it did not begin with TLS for that name"],
    ["refused", "`a.example.org` refused the connection."],
    ["unreachable", "`a.example.org` did not answer."],
  ] as const)("name the real reason of a network that fails: %s", (trouble, words) => {
    const failure = { command: "npm ci", how: "ended with exit code 1", guessed: true, tail: "" };
    const said = setupFailed({ ...failure, hosts: [], unreached: [{ host: "a.example.org", trouble }] });
    expect(said).toContain(words);
    expect(said).not.toContain("setup: { hosts");
    expect(said).toContain("gsd found this command in the repository's files");
  });

  it("say that a certificate was not accepted, which only the program inside sees", () => {
    const failure = {
      command: "npm ci",
      how: "ended with exit code 1",
      guessed: false,
      hosts: [],
      unreached: [],
    };
    expect(setupFailed({ ...failure, tail: "npm error self-signed certificate in chain" })).toContain(
      "A server's TLS certificate was not accepted",
    );
  });
});
