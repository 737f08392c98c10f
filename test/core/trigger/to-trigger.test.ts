import { describe, expect, it } from "vitest";
import { parseCommands } from "../../../core/command/parse-commands.ts";
import type { RawEvent } from "../../../core/trigger/raw-event.ts";
import { toCommented } from "../../../core/trigger/to-commented.ts";
import { toTrigger as aim } from "../../../core/trigger/to-trigger.ts";

/** What an event means, once its words are read. */
function toTrigger(event: RawEvent) {
  const aimed = aim(event);
  if (aimed?.trigger.type !== "said") return aimed;
  const trigger = toCommented(aimed.trigger, parseCommands(aimed.trigger.body));
  return trigger && { ...aimed, trigger };
}

const sender = { id: 1, login: "mia", type: "User" };
const miaSent = { id: 1, login: "mia", bot: false };
const sha = "a".repeat(40);

const labeled = (fields = {}) => ({
  name: "issues",
  payload: {
    action: "labeled",
    issue: { number: 42, updated_at: "2026-11-16T03:00:00Z" },
    label: { name: "gsd:plan" },
    sender,
    ...fields,
  },
});

const comment = (body: string, issue: object = { number: 42, body: "" }, fields = {}) => ({
  name: "issue_comment",
  payload: {
    action: "created",
    issue,
    comment: { id: 7, body, created_at: "2026-11-16T03:00:00Z" },
    sender,
    ...fields,
  },
});

const onPull = (body: string) => ({ number: 11, body, pull_request: { url: "…" } });

const review = (fields = {}, ref = "gsd-task/42/T03") => ({
  name: "pull_request_review",
  payload: {
    action: "submitted",
    review: {
      id: 8,
      body: "",
      state: "approved",
      commit_id: sha,
      submitted_at: "2026-11-16T03:00:00Z",
      ...fields,
    },
    pull_request: { number: 11, head: { ref } },
    sender,
  },
});

describe("what GitHub's events mean", () => {
  it("a label asks for something, on an issue", () => {
    expect(toTrigger(labeled())).toEqual({
      issue: 42,
      trigger: {
        type: "issue-labeled",
        issue: 42,
        label: "gsd:plan",
        sender: miaSent,
        at: "2026-11-16T03:00:00.000Z",
      },
    });
    expect(toTrigger(labeled({ issue: { number: 42, pull_request: {} } }))).toBeUndefined();
    expect(toTrigger(labeled({ action: "unlabeled" }))).toMatchObject({
      trigger: { type: "issue-changed", change: "unlabeled" },
    });
    expect(toTrigger(labeled({ action: "assigned" }))).toBeUndefined();
  });

  it("a comment is its commands", () => {
    expect(toTrigger(comment("Nice.\n\n/retry T03"))).toEqual({
      issue: 42,
      trigger: {
        type: "commented",
        issue: 42,
        thread: 42,
        source: "c7",
        target: { kind: "comment", id: 7 },
        commands: [{ type: "retry", task: "T03", text: "Nice." }],
        mistakes: [],
        sender: miaSent,
        at: "2026-11-16T03:00:00.000Z",
      },
    });
  });

  it.each([
    ["without a command", "thanks!"],
    ["with a command in a quote", "> /approve"],
    ["with a command in code", "```\n/approve\n```"],
    ["with a command in a sentence", "I would /approve this"],
    ["with an empty body", ""],
  ])("a comment %s is none of our business", (_, body) => {
    expect(toTrigger(comment(body))).toBeUndefined();
  });

  it.each(["edited", "deleted"])("a comment that was %s is none of our business", (action) => {
    expect(toTrigger(comment("/approve", undefined, { action }))).toBeUndefined();
  });

  it.each([
    ["the track", "<!-- gsd:track 42 -->"],
    ["a task", "<!-- gsd:task 42/T03 -->"],
    ["a rollback", "<!-- gsd:rollback 42/T03-1 -->"],
  ])("a comment on the pull request of %s finds its track by our marker", (_, marker) => {
    const aimed = toTrigger(comment("/approve", onPull(`Some text\n\n${marker}`)));
    expect(aimed).toMatchObject({ issue: 42, trigger: { issue: 42, thread: 11 } });
  });

  it.each([
    "",
    "<!-- gsd:track x -->",
    "<!-- gsd:track 0 -->",
    "<!-- gsd:track 42abc -->",
    `<!-- gsd:track ${"9".repeat(30)} -->`,
  ])("a comment on a pull request with the body %j finds none", (body) => {
    expect(toTrigger(comment("/approve", onPull(body)))).toBeUndefined();
  });

  it("a label and a comment know what the issue said then, and a comment in a pull request knows nothing of one", () => {
    const issue = { number: 42, title: "Export", body: null, updated_at: "2026-11-16T03:00:00Z" };
    const shown = { title: "Export", body: "" };
    expect(toTrigger(labeled({ issue }))?.trigger).toMatchObject({ shown });
    expect(toTrigger(comment("/plan", { ...issue, body: "All." }))?.trigger).toMatchObject({
      shown: { title: "Export", body: "All." },
    });
    const onTask = { ...onPull("<!-- gsd:pull 42/T03 -->"), title: "T03" };
    expect(toTrigger(comment("/approve", onTask))?.trigger ?? {}).not.toHaveProperty("shown");
    expect(toTrigger(labeled())?.trigger).not.toHaveProperty("shown");
  });

  it("a marker in an issue's body does not send its commands elsewhere", () => {
    const aimed = toTrigger(comment("/approve", { number: 42, body: "<!-- gsd:track 7 -->" }));
    expect(aimed?.issue).toBe(42);
  });

  it("an approving review is an approval of its commit", () => {
    expect(toTrigger(review())).toMatchObject({
      issue: 42,
      trigger: { thread: 11, source: "r8", commands: [{ type: "approve" }], commit: sha },
    });
    expect(toTrigger(review({ state: "APPROVED" }))?.trigger).toMatchObject({ commit: sha });
  });

  it.each([null, undefined, "", "abc", 7, `${sha}0`])(
    "an approving review of the commit %j names none",
    (commit_id) => {
      const trigger = toTrigger(review({ commit_id }))?.trigger;
      expect(trigger).toMatchObject({ commands: [{ type: "approve" }] });
      expect(trigger).not.toHaveProperty("commit");
    },
  );

  it("another review is the commands in its body, if any", () => {
    expect(toTrigger(review({ state: "commented" }))).toBeUndefined();
    expect(toTrigger(review({ state: "changes_requested", body: "/retry T03" }))?.trigger).toMatchObject({
      commands: [{ type: "retry", task: "T03" }],
    });
    const both = toTrigger(review({ body: "/approve bbbbbbb\n/status" }))?.trigger;
    expect(both).toMatchObject({ commands: [{ type: "approve" }, { type: "status" }], commit: sha });
  });

  it.each(["gsd/42-csv-export", "gsd-task/42/T03", "gsd-rollback/42/T03-1"])(
    "the end of a pull request from %s concerns its track",
    (ref) => {
      const payload = { action: "closed", pull_request: { number: 11, head: { ref } }, sender };
      expect(toTrigger({ name: "pull_request", payload })).toEqual({
        issue: 42,
        trigger: { type: "pull-closed", issue: 42, pull: 11 },
      });
    },
  );

  it("checks on a branch of ours concern its track, others' do not", () => {
    const run = (head_branch: unknown) => ({
      name: "workflow_run",
      payload: { action: "completed", workflow_run: { head_branch, head_sha: sha } },
    });
    const wanted = { issue: 42, trigger: { type: "checks-changed", issue: 42, sha } };
    expect(toTrigger(run("gsd-task/42/T03"))).toEqual(wanted);
    expect(toTrigger(run("main"))).toBeUndefined();
    expect(toTrigger(run(null))).toBeUndefined();
    const status = { sha, branches: [{ name: "gsd-task/42/T03", commit: { sha } }] };
    const suite = { action: "completed", check_suite: { head_sha: sha, head_branch: "gsd-task/42/T03" } };
    expect(toTrigger({ name: "check_suite", payload: suite })).toEqual(wanted);
    expect(toTrigger({ name: "status", payload: status })).toEqual(wanted);
    expect(toTrigger({ name: "status", payload: { sha, branches: [] } })).toBeUndefined();
  });

  it("a person's push to a track's branch concerns it, a program's and others' do not", () => {
    const push = (ref: string, more: object = {}) => ({ name: "push", payload: { ref, sender, ...more } });
    expect(toTrigger(push("refs/heads/gsd/42-csv-export"))).toEqual({
      issue: 42,
      trigger: { type: "branch-pushed", issue: 42 },
    });
    const bot = { ...sender, type: "Bot" };
    expect(toTrigger(push("refs/heads/gsd/42-csv-export", { sender: bot }))).toBeUndefined();
    expect(toTrigger(push("refs/heads/gsd/42-csv-export", { deleted: true }))).toBeUndefined();
    for (const ref of ["refs/heads/main", "refs/heads/gsd/ledger", "refs/tags/gsd/42-csv-export"])
      expect(toTrigger(push(ref))).toBeUndefined();
  });

  it.each(["push", "ping", "issues ", "constructor", "__proto__", ""])(
    "an event called %j means nothing",
    (name) => {
      expect(toTrigger({ name, payload: { action: "created", sender } })).toBeUndefined();
    },
  );
});

describe("events in bad shape", () => {
  const names = [
    "issues",
    "issue_comment",
    "pull_request_review",
    "pull_request",
    "push",
    "status",
    "workflow_run",
  ];
  const values = [undefined, null, 0, "", "x", [], [[]], {}, { action: null }, true];

  it.each(names)("%s without what it should hold means nothing", (name) => {
    for (const payload of values) expect(toTrigger({ name, payload })).toBeUndefined();
    for (const action of ["labeled", "created", "submitted", "closed", "completed"]) {
      for (const value of values) {
        const payload = { action, issue: value, comment: value, review: value, label: value, sender: value };
        const rest = { pull_request: value, workflow_run: value, branches: value, sha: value };
        expect(toTrigger({ name, payload: { ...payload, ...rest } })).toBeUndefined();
      }
    }
  });

  it.each([0, -1, 1.5, "42", null, Number.NaN, 2 ** 60])("an issue with the number %j is none", (number) => {
    expect(toTrigger(comment("/status", { number, body: "" }))).toBeUndefined();
    expect(toTrigger(labeled({ issue: { number } }))).toBeUndefined();
  });

  it.each([
    null,
    undefined,
    {},
    { login: "x" },
    { id: "1", login: 7, type: "User2" },
    { type: "Bot", id: 9, login: "x[bot]" },
  ])("a sender like %j counts as a bot, which nobody obeys", (odd) => {
    const aimed = toTrigger(comment("/status", undefined, { sender: odd }));
    expect(aimed?.trigger).toMatchObject({ sender: { bot: true } });
  });

  it("a ghost has a name to be answered by", () => {
    const aimed = toTrigger(comment("/status", undefined, { sender: null }));
    expect(aimed?.trigger).toMatchObject({ sender: { id: 0, login: "ghost", bot: true } });
  });

  it("what is no time is long ago, so that it approves nothing by itself", () => {
    const payload = comment("/approve").payload;
    const aimed = toTrigger({
      name: "issue_comment",
      payload: { ...payload, comment: { id: 7, body: "/approve", created_at: "soon" } },
    });
    expect(aimed?.trigger).toMatchObject({ at: "1970-01-01T00:00:00.000Z" });
  });

  it("keys of the prototype are read as what they are: nothing", () => {
    const payload = JSON.parse(
      '{"action":"created","__proto__":{"issue":{"number":42}},"constructor":{"prototype":{}}}',
    );
    expect(toTrigger({ name: "issue_comment", payload })).toBeUndefined();
  });

  it("a huge comment is read in no time", () => {
    for (const piece of ["[", "* ", "> ", "`", "<a ", "/approve\n", "\\", "![", "- - "]) {
      const huge = comment(`/status\n${piece.repeat(2 ** 20 / piece.length)}`);
      expect(toTrigger(huge)?.trigger).toMatchObject({ type: "commented" });
    }
  });

  it("of a flood of commands the first five count, and the rest is answered", () => {
    const aimed = toTrigger(comment("/status\n".repeat(1_000)));
    expect(aimed?.trigger).toMatchObject({ commands: { length: 5 }, mistakes: { length: 1 } });
  });
});
