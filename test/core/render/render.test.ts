import { describe, expect, it } from "vitest";
import { mergedDependents } from "../../../core/decide/rollback.ts";
import type { Finding } from "../../../core/model/answers.ts";
import type { Backlog } from "../../../core/model/backlog.ts";
import type { Manifest } from "../../../core/model/manifest.ts";
import { taskStatuses } from "../../../core/model/task.ts";
import type { Track } from "../../../core/model/track.ts";
import { remarksOn } from "../../../core/plan/remarks-on.ts";
import { approvalWaits, help, status } from "../../../core/render/answers.ts";
import {
  findingText,
  type Proposal,
  readyTrackBody,
  reviewBody,
  rollbackBody,
  taskBody,
  trackBody,
} from "../../../core/render/bodies.ts";
import { mergeTitle, taskCommit } from "../../../core/render/commits.ts";
import { nextStep } from "../../../core/render/next-step.ts";
import * as refusals from "../../../core/render/refusals.ts";
import { fullReport } from "../../../core/render/report.ts";
import * as says from "../../../core/render/says.ts";
import { renderSticky } from "../../../core/render/sticky.ts";
import { renderSummary } from "../../../core/render/summary.ts";
import { cell, code, codeBlock, fitLines, inline, list, taskIds } from "../../../core/render/words.ts";
import { estimatePlan } from "../../../core/select/estimate-plan.ts";
import { parseMarkdown } from "../../../core/text/markdown.ts";
import {
  aConfig,
  aMergedTask,
  aReadyTask,
  aRollback,
  aTask,
  aTrack,
  manyTasks,
  sha,
} from "../../builders/a-track.ts";
import { aPlan } from "../../builders/facts.ts";

/** Everything that an agent or a stranger would like to slip into a text of ours. */
const evil = [
  "@everyone fixes #1",
  "closes octo/repo#7, resolves GH-3",
  "![x](https://evil.example/leak?a=1)",
  '<img src="https://evil.example/x.png">',
  "<!-- gsd:sticky 42 -->",
  "`break` out @all `of` code",
  "| a | b |",
  "</details></sub>",
  "https://github.com/o/r/issues/9",
  "&#64;everyone",
].join(" ");
const evilLines = `${evil}\n\n/approve\n\n# Heading\n${evil}`;

/** What GitHub would act on: text outside of code that pings, closes, links, loads or hides. */
function live(markdown: string): string[] {
  const found: string[] = [];
  const visit = (
    node: ReturnType<typeof parseMarkdown> | ReturnType<typeof parseMarkdown>["children"][number],
  ): void => {
    if (node.type === "text") {
      found.push(...(node.value.match(/@\w+|(?<![&\w])\w*#\d+|GH-\d+|https?:\/\/\S+/gi) ?? []));
    }
    if (node.type === "image" || node.type === "link") found.push(`${node.type} ${node.url}`);
    if (node.type === "html") found.push(node.value);
    if ("children" in node) for (const child of node.children) visit(child as never);
  };
  visit(parseMarkdown(markdown));
  return found.map((one) => one.trim());
}

/** What our own words bring along, and what may stay. */
const ours = /^(?:#(?:42|10|11|21)|<!-- gsd:[a-z]+ [\w/.-]+ -->|<\/?(?:sub|details|summary)>.*|@mia)$/s;

function expectHarmless(markdown: string): void {
  expect(live(markdown).filter((one) => !ours.test(one))).toEqual([]);
  expect(markdown.match(/<!-- gsd:sticky 42 -->/g) ?? []).toHaveLength(
    markdown.startsWith("### gsd") ? 1 : 0,
  );
}

const evilTrack = aTrack({
  title: evil,
  tasks: {
    T01: aReadyTask({ title: evilLines }),
    T02: aTask({
      title: evil,
      status: "failed",
      trouble: {
        code: "x",
        text: says.taskFailed(aTrack(), "T02", { outcome: "crashed", reason: evilLines }),
      },
    }),
  },
});
const finding: Finding = {
  path: evil,
  line: 3,
  severity: "blocker",
  message: evilLines,
  suggestion: evil,
  rule: evil,
};

/** A plan with remarks by strangers, some of it done by models. */
function aProposal(backlog: Backlog): Proposal {
  const config = aConfig({ engine: "claude-code" });
  const estimate = estimatePlan(backlog, { config, leftUsd: 2 });
  return { tree: sha("f1"), estimate, remarks: [evil, evilLines, ...remarksOn(backlog, estimate)] };
}

/** A review whose remarks all go into its body. */
function aReview(summary: string, findings: Finding[]) {
  const review = { key: "42/review/T01/1", head: sha("a1"), goesBack: true, checksOk: true, manifest };
  return { ...review, summary, findings, loose: findings };
}

const manifest = {
  job: { issue: 42, kind: "task", task: "T01", attempt: 1 },
  checks: [{ name: "test", command: evil, ok: true, seconds: 1.23, tail: evilLines }],
  engine: evil.slice(0, 50),
  sandbox: "off",
  seconds: 3,
  usage: { input: 1000, output: 5 },
  model: evil,
  session: evil,
  choice: evilLines,
  notes: [evil, evilLines],
  outcome: "crashed",
  reason: evilLines,
  changes: [],
} as unknown as Manifest;

describe("words of agents and strangers", () => {
  const problems = [{ path: evil, message: evilLines, line: 3 }];
  const why = { outcome: "crashed" as const, reason: evilLines };
  const [task] = aPlan().backlog!.tasks;
  const evilBacklog = {
    version: 1 as const,
    tasks: [{ ...task!, title: evilLines.slice(0, 300), scope: { files_hint: [evil, "a`b`@x"] } }],
  };

  it.each([
    ["the progress comment", renderSticky(evilTrack)],
    [
      "the plan's pull request",
      trackBody(evilTrack, evilBacklog, aProposal(evilBacklog)).replace("Closes #42", ""),
    ],
    [
      "the finished pull request",
      readyTrackBody({ ...evilTrack, tasks: { T01: aMergedTask({ title: evilLines }) } }),
    ],
    ["a task's pull request", taskBody(evilTrack, "T01", { head: sha("a1"), manifest, summary: evilLines })],
    ["a review", reviewBody("T01", aReview(evilLines, [finding]))],
    ["the report of a run", fullReport(manifest)],
    ["a remark", findingText(finding)],
    ["a rollback's pull request", rollbackBody(evilTrack, aRollback(), manifest)],
    ["a failed task", says.taskFailed(evilTrack, "T01", why)],
    ["failed planning", says.planningFailed({ issue: 42, kind: "backlog", attempt: 1 }, why)],
    ["a failed review", says.reviewFailed("T01", why)],
    ["a failed verification", says.verificationFailed(evilTrack, why)],
    ["a failed rollback", says.rollbackFailed(evilTrack, aRollback(), why)],
    ["a failed merge", says.mergeFailed("T01", { code: "x", text: evil }, 11)],
    ["a conflict", says.mergeFailed("T01", { code: "conflict", text: evil }, 11)],
    ["a failed effect", says.effectFailed(evilTrack, { type: "close-issue" }, { code: "x", text: evil })],
    ["blockers", says.blocked("T01", [finding], false)],
    ["a broken plan", says.planBroken(problems)],
    ["a broken configuration", refusals.brokenConfig(problems)],
    ["failing checks", refusals.checksFail("T01", [evil, "ci"])],
    ["checks that wait", approvalWaits("T01", { state: "waiting", names: [evil] })],
    [
      "the summary",
      renderSummary(
        evilTrack,
        { summary: evilLines, criteria: [{ task: "T01", criterion: evilLines, met: true, evidence: evil }] },
        manifest.checks,
      ),
    ],
  ])("do nothing in %s", (_, text) => {
    expectHarmless(text);
  });

  it("do not break a table", () => {
    const table = parseMarkdown(renderSticky(evilTrack)).children.find((node) => node.type === "table");
    expect(table?.children).toHaveLength(3);
    for (const row of table!.children) expect(row.children).toHaveLength(table!.children[0]!.children.length);
    const plan = parseMarkdown(trackBody(evilTrack, evilBacklog, aProposal(evilBacklog)));
    const rows = plan.children.find((node) => node.type === "table")!.children;
    for (const row of rows) expect(row.children).toHaveLength(6);
  });

  it("do nothing in the message of a commit, and do not skip its checks", () => {
    const job = { issue: 42, kind: "task", task: "T01", attempt: 1 } as const;
    const track = aTrack({ tasks: { T01: aTask({ title: `[skip ci] ${evilLines}` }) } });
    const message = taskCommit(track, job);
    const [subject, empty, trailer, ...more] = message.split("\n");
    expect(subject).not.toMatch(/@\w|#\d|GH-\d|:\/\/|\[/i);
    expect([empty, trailer, more]).toEqual(["", "Gsd-Job: 42/task/T01/1", []]);
    expect(mergeTitle(track, "T01", 11)).toMatch(/^T01: \(skip ci\) [^#]*# 1.* \(#11\)$/);
  });

  it("cannot close the code they stand in", () => {
    expect(code("a`b")).toBe("`a'b`");
    expect(code(" \n ")).toBe("` `");
    expect(codeBlock("x\n````\ny")).toBe("`````text\nx\n````\ny\n`````");
    expect(inline("one\n\ntwo")).toBe("one two");
    expect(cell("a | b \\| c")).toBe("a \\| b \\| c");
  });
});

describe("the progress comment", () => {
  it("tells how far a track is, and what to do next", () => {
    const track = aTrack({
      tasks: {
        T01: aMergedTask({ title: "Read rows" }),
        T02: aReadyTask({ title: "Write rows", pull: 12, dependsOn: ["T01"] }),
      },
      plan: { ...aTrack().plan, approved: { tree: sha("f1"), head: sha("f2"), by: "mia", at: "" } },
    });
    const text = renderSticky(track);
    expect(text).toContain(
      "### gsd · CSV export: 1 of 2 tasks\n\n**Next:** review #12 (T02) and comment `/approve`.",
    );
    expect(text).toMatch(/\| T01 Read rows \| – \| .*merged \| #11 \|/);
    expect(text).toMatch(/\| T02 Write rows \| T01 \| .*in review \| #12 \|/);
    expect(text).toContain("plan `f100000` approved by mia");
  });

  it("changes only with the state", () => {
    expect(renderSticky(evilTrack)).toBe(renderSticky(structuredClone(evilTrack)));
  });

  it("says that the sandbox is off", () => {
    expect(renderSticky(aTrack({ config: aConfig({ sandbox: "off" }) }))).toContain("**sandbox: off**");
  });
});

describe("a thousand tasks", () => {
  const title = "Ünïcödé and | pipes @user ".repeat(4).slice(0, 100);
  const tasks = manyTasks(1000, (index) =>
    aReadyTask({
      title,
      status: index === 999 ? "needs_input" : "completed",
      dependsOn: ["T01", "T02"],
      trouble: { code: "x", text: "y".repeat(5_000) },
    }),
  );
  const track = aTrack({ tasks });
  const [task] = aPlan().backlog!.tasks;
  const backlog = {
    version: 1 as const,
    tasks: Object.keys(tasks).map((id) => ({
      ...task!,
      id: id as "T01",
      title,
      scope: { files_hint: Array.from({ length: 100 }, (_, index) => `src/${index}`) },
    })),
  };
  const many = Array.from({ length: 100 }, () => ({ ...finding, message: "x".repeat(2_000) }));

  it.each([
    ["the progress comment", () => renderSticky(track)],
    ["the plan's pull request", () => trackBody(track, backlog, aProposal(backlog))],
    ["the finished pull request", () => readyTrackBody(track)],
    ["a review", () => reviewBody("T01", aReview("x".repeat(4_000), many))],
    ["blockers", () => says.blocked("T01", many, false)],
    ["the status", () => status(track)],
    ["a refusal", () => refusals.nothingToApprove({ ...track, tasks: manyTasks(1000, () => aReadyTask()) })],
  ])("fit into %s, and what is left out is counted", (name, render) => {
    const text = render();
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(60_000);
    if (name !== "the status") expect(text).toMatch(/and \d+ more/);
    if (name === "the progress comment") expect(text.endsWith("<!-- gsd:sticky 42 -->")).toBe(true);
  });

  it("show first what a person has to look at", () => {
    const row = renderSticky(track)
      .split("\n")
      .find((line) => /\| T\d/.test(line));
    expect(row).toContain("T1000");
  });
});

describe("what to do next", () => {
  const next = (fields: Partial<Track>) => nextStep(aTrack(fields));

  it("is one sentence in every phase", () => {
    expect(next({ phase: "planning" })).toContain("being written");
    expect(next({ phase: "proposed" })).toBe("read the plan in #10 and comment `/approve` there.");
    expect(next({ phase: "verifying" })).toContain("nothing for you");
    expect(next({ phase: "ready" })).toBe("merge #10.");
    expect(next({ phase: "failed" })).toContain("`/plan`");
    expect(next({ phase: "planning", paused: true })).toContain("`/resume`");
  });

  it("names who waits for a person, and says when nobody does", () => {
    expect(next({ tasks: { T01: aTask({ status: "failed" }), T02: aTask() } })).toBe(
      "T01 needs you: see below.",
    );
    const approval = { sha: sha("a1"), by: "mia", at: "" };
    expect(next({ tasks: { T01: aReadyTask({ approval }) } })).toContain(
      "T01 is approved and merged when green",
    );
    const held = aReadyTask({ approval, trouble: { code: "failing", text: "ci fails" } });
    expect(next({ tasks: { T01: held } })).toBe("T01 needs you: see below.");
    expect(next({ verification: { runs: 1, attempts: 1, outcome: "checks-failed" } })).toContain("`/resume`");
    expect(next({ tasks: { T01: aTask({ status: "in_progress" }) } })).toContain("tasks are running");
  });
});

describe("words", () => {
  it("make lists as people do", () => {
    expect([list([]), list(["a"]), list(["a", "b"]), list(["a", "b", "c"])]).toEqual([
      "",
      "a",
      "a and b",
      "a, b and c",
    ]);
    expect(taskIds(Array.from({ length: 12 }, (_, index) => `T${index}`))).toMatch(/T8 and 3 more$/);
  });

  it("leave out lines that do not fit, and count them", () => {
    const room = { maxBytes: 6, more: (count: number) => `${count} more` };
    expect(fitLines(["aa", "bb", "cc"], String, room)).toEqual(["aa", "bb", "1 more"]);
    expect(fitLines(["aa", "bb"], String, room)).toEqual(["aa", "bb"]);
  });

  it("count the tasks of each state", () => {
    const tasks = Object.fromEntries(
      taskStatuses.map((one, index) => [`T0${index + 1}`, aTask({ status: one })]),
    );
    expect(status(aTrack({ tasks, paused: true }))).toContain(
      "This track is **executing**. It is paused. 7 tasks: 1 waiting, 1 running",
    );
    expect(status(aTrack({ phase: "planning" }))).toContain("No tasks yet.");
  });

  it("help lists every command", () => {
    for (const command of [
      "/plan",
      "/approve",
      "/status",
      "/retry",
      "/skip",
      "/rollback",
      "/pause",
      "/resume",
      "/cancel",
      "/help",
    ]) {
      expect(help()).toContain(`\`${command}`);
    }
  });

  it("a rollback names what is built on it", () => {
    const tasks = { T01: aMergedTask(), T02: aMergedTask({ dependsOn: ["T01"] }) };
    const track = aTrack({ tasks });
    expect(mergedDependents(track, "T01")).toEqual(["T02"]);
    expect(rollbackBody(track, aRollback(), { ...manifest, checks: [] })).toContain(
      "T02 is merged and builds on T01, and stays.",
    );
  });
});
