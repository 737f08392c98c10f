import type { Note } from "../../../core/model/note.ts";
import type { Notice, NoticeType } from "../../../core/model/notice.ts";
import type { Signal } from "../../../core/model/signal.ts";
import { at, sha } from "../../builders/a-track.ts";

/** Everything that code may see in a change. */
export function signalSamples(words: string): Signal[] {
  const path = words.slice(0, 1_000);
  const mark = words.slice(0, 60);
  return [
    { code: "test-file-deleted", path, count: 1 },
    { code: "tests-removed", path, count: 2 },
    { code: "tests-skipped", path, line: 3, count: 2, mark },
    { code: "tests-focused", path, line: 3, count: 1, mark },
    { code: "assertions-removed", path, count: 1 },
    { code: "fewer-tests", command: path, before: 12 },
    { code: "fewer-tests", command: path, before: 12, after: 1 },
    { code: "more-skipped", command: path, before: 0, after: 1 },
    { code: "command-weakened", path, line: 3, name: mark },
    { code: "ci-weakened", path },
    { code: "config-weakened", path, line: 3, mark },
    { code: "coverage-lowered", path, mark, before: mark.slice(0, 20) },
    { code: "coverage-lowered", path, line: 3, mark, before: "90", after: mark.slice(0, 20) },
    { code: "lint-disabled", path, line: 3, count: 2, mark },
    { code: "outside-hints", path },
  ];
}

type Samples = { [T in NoticeType]: Extract<Notice, { type: T }> };

/** One notice of every type, with a stranger's words wherever strangers may put some. */
export function noticeSamples(words: string): Samples {
  const why = {
    outcome: "crashed",
    reason: `${words}\noutput`,
    run: 900,
    spent: { on: "T01", usd: 1.5 },
  } as const;
  const failure = { code: "forbidden" as const, text: words };
  const problems = [{ path: words, message: words, line: 3 }];
  const finding = { path: words, line: 3, severity: "blocker", message: words } as const;
  const checks = [{ name: "test", command: words, ok: false, seconds: 1, tail: words }];
  const [task, head, pull, names] = ["T01", sha("a1"), 11, [words, "ci"]] as const;
  const rollback = { task, attempt: 1 };
  const over = {
    requests: [{ review: 7, by: words.slice(0, 100) }],
    blockers: [{ path: words, line: 3, message: words }],
    missing: [words],
  };
  const difference: Pick<Samples["plan-amended"], "added" | "changed" | "removed" | "fixed"> = {
    added: [{ task: "T04", title: words }],
    changed: [{ task: "T02", what: ["title", words] }],
    removed: ["T03"],
    fixed: [task],
  };
  return {
    "planning-failed": { type: "planning-failed", why },
    "model-waits": { type: "model-waits", until: at(600), why: { ...why, outcome: "rate-limited" } },
    "budget-waits": { type: "budget-waits", whose: "task", task },
    "task-failed": { type: "task-failed", task, why, attempts: 3, kept: head },
    "review-failed": { type: "review-failed", task, why, missing: [words] },
    blocked: { type: "blocked", task, findings: [finding], signals: signalSamples(words), handsOff: false },
    "head-fails": { type: "head-fails", task, head, failing: [...names] },
    "pull-closed": { type: "pull-closed", task, pull, handsOff: true },
    retargeted: { type: "retargeted", task, pull, base: words },
    "rolled-back": { type: "rolled-back", task },
    "merge-failed": { type: "merge-failed", task, pull, failure },
    "checks-hold": { type: "checks-hold", task, state: "failing", names: [...names] },
    "changes-requested": { type: "changes-requested", task, pull, by: [...names] },
    "verification-failed": { type: "verification-failed", why },
    "keeps-moving": { type: "keeps-moving", times: 5 },
    conflict: { type: "conflict", files: [words], base: head, head, tried: why },
    "rollback-failed": { type: "rollback-failed", ...rollback, why },
    "rollback-not-merged": { type: "rollback-not-merged", ...rollback, failure },
    "rollback-checks-fail": { type: "rollback-checks-fail", ...rollback, names: [...names] },
    "base-broken": {
      type: "base-broken",
      result: { sha: head, checks, notes: [noteSamples(words)["odd-text"]] },
    },
    "base-unchecked": { type: "base-unchecked", why },
    "effect-failed": { type: "effect-failed", effect: "dispatch", failure },
    "pulls-forbidden": {
      type: "pulls-forbidden",
      job: "42/task/T01/1",
      branch: "gsd-task/42/T01",
      base: words,
      text: words,
    },
    "report-failed": { type: "report-failed", report: 1, why },
    "stub-outdated": { type: "stub-outdated", text: words },
    "plan-ready": { type: "plan-ready" },
    "plan-revised": {
      type: "plan-revised",
      tree: head,
      added: [{ task, title: words }],
      changed: [{ task, what: ["title", "files"] }],
      removed: ["T09"],
      documents: ["SPEC.md"],
      unanswered: 2,
    },
    "revision-failed": { type: "revision-failed", why },
    "plan-changed": { type: "plan-changed", tree: head, faults: [{ path: words, message: words, line: 3 }] },
    "plan-broken": { type: "plan-broken", problems },
    "plan-unfinished": { type: "plan-unfinished", problems },
    "pushed-by-person": { type: "pushed-by-person", task, head },
    "track-ready": { type: "track-ready" },
    "track-moved": { type: "track-moved", head },
    "merges-lost": { type: "merges-lost", head, tasks: ["T01", "T02"] },
    "conflict-resolved": { type: "conflict-resolved", files: [words], base: head, head },
    "merged-early": { type: "merged-early", pull, tasks: ["T01", "T02"] },
    "track-closed": { type: "track-closed", pull },
    "rollback-opened": { type: "rollback-opened", ...rollback },
    "report-opened": { type: "report-opened", report: 1, pull },
    status: { type: "status" },
    help: { type: "help" },
    "approval-waits": { type: "approval-waits", task, state: "waiting", names: [...names] },
    "approval-held": { type: "approval-held", task, by: [...names] },
    "approved-over": { type: "approved-over", task, by: words.slice(0, 100), head, over },
    "ledger-moved-back": { type: "ledger-moved-back", saves: 3, commit: sha("1ed9") },
    "issue-closed": { type: "issue-closed", runs: 2 },
    "reopened-without-access": { type: "reopened-without-access", login: words, what: "issue" },
    "label-removed": { type: "label-removed", label: words, runs: 1 },
    "plan-edited": { type: "plan-edited", tree: head, ...difference },
    "plan-edit-broken": { type: "plan-edit-broken", problems },
    "not-reopened": { type: "not-reopened", pull, task, failure },
    "work-gone": { type: "work-gone", commit: head, branch: words, task },
    "review-wanted": { type: "review-wanted", task, people: ["mia"] },
    revived: { type: "revived", pulls: [10, pull] },
    "plan-amended": { type: "plan-amended", ...difference },
    "issue-is-closed": { type: "issue-is-closed", command: words },
    "approved-while-paused": { type: "approved-while-paused" },
    "approved-while-unwell": { type: "approved-while-unwell" },
    skipped: { type: "skipped", task },
    "budget-added": { type: "budget-added", usd: 5, resumed: ["T01", "T02"] },
    paused: { type: "paused", running: 2 },
    "rollback-waits": { type: "rollback-waits", task },
    cancelled: { type: "cancelled", runs: 1 },
    "up-to-date": { type: "up-to-date", base: head, head },
    "update-waits": { type: "update-waits" },
    "review-asked": { type: "review-asked", task },
    recipes: { type: "recipes", recipes: [{ name: "style", description: words, own: true }], problems },
    "no-write-access": { type: "no-write-access", login: "mia" },
    "bot-refused": { type: "bot-refused", login: "helper[bot]", id: 77 },
    "broken-config": { type: "broken-config", problems },
    "ledger-full": { type: "ledger-full", text: "tracks/42.json would be larger than 512 KB" },
    "ledger-broken": {
      type: "ledger-broken",
      path: "tracks/42.json",
      what: `is not valid (/tasks/${words}: too long)`,
      newer: true,
      commit: sha("1ed9"),
    },
    "ledger-gone": { type: "ledger-gone", names: ["gsd/42-csv-export"], pulls: [pull], commit: sha("1ed9") },
    "track-gone": { type: "track-gone", issue: 42, names: ["gsd/42-csv-export"] },
    "no-track": { type: "no-track" },
    "cannot-plan-here": { type: "cannot-plan-here" },
    "cannot-ask-here": { type: "cannot-ask-here" },
    "planned-already": { type: "planned-already" },
    "objections-stand": { type: "objections-stand", task, head, over },
    "nothing-to-approve": { type: "nothing-to-approve" },
    "plan-not-opened": { type: "plan-not-opened" },
    "plan-missing": { type: "plan-missing" },
    "plan-invalid": { type: "plan-invalid", problems },
    "older-plan": { type: "older-plan", meant: words, tree: head },
    "unclear-plan": { type: "unclear-plan", tree: head },
    "older-head": { type: "older-head", meant: words, head },
    "unclear-head": { type: "unclear-head", head },
    "not-reviewed-yet": { type: "not-reviewed-yet", task, head },
    "task-not-in-review": { type: "task-not-in-review", task: "T02" },
    "own-check-fails": { type: "own-check-fails", task },
    "not-checked": { type: "not-checked", task, pull, head },
    "checks-fail": { type: "checks-fail", task, names: [...names] },
    "rollback-checks-refuse": { type: "rollback-checks-refuse", ...rollback, names: [...names] },
    "merge-by-hand": { type: "merge-by-hand", ...rollback },
    "rollback-not-open": { type: "rollback-not-open", task, attempt: 9 },
    "unknown-task": { type: "unknown-task", task: "T77" },
    "not-executing": { type: "not-executing", command: words },
    "words-heard": { type: "words-heard", task, count: 3, cut: 1, left: 2 },
    "cannot-revise": { type: "cannot-revise", task },
    "nothing-to-revise": { type: "nothing-to-revise", task },
    "cannot-revise-plan": { type: "cannot-revise-plan" },
    "revision-under-way": { type: "revision-under-way", by: words },
    "cannot-retry": { type: "cannot-retry", task: "T03" },
    "cannot-skip": { type: "cannot-skip", task: "T03" },
    "cannot-update": { type: "cannot-update", task: "T03" },
    "update-under-way": { type: "update-under-way" },
    "cannot-review": { type: "cannot-review", task: "T03" },
    "hands-off": { type: "hands-off", task },
    "track-over": { type: "track-over", command: words },
    "paused-already": { type: "paused-already" },
    "not-paused": { type: "not-paused" },
    "not-merged": { type: "not-merged", task },
    "rollback-under-way": { type: "rollback-under-way", ...rollback },
    "unknown-recipe": { type: "unknown-recipe", name: words, known: ["research", words] },
    "no-report": { type: "no-report", name: words, kind: words },
    "recipe-invalid": { type: "recipe-invalid", name: words, problems },
    "report-under-way": { type: "report-under-way", report: 1 },
    mistake: { type: "mistake", mistake: { type: "no-task", command: "retry", word: words } },
  };
}

type NoteSamples = { [T in Note["type"]]: Extract<Note, { type: T }> };

/** One note of every type, likewise. */
export function noteSamples(words: string): NoteSamples {
  const dropped = { count: 3, kinds: ["tag characters"] };
  return {
    "odd-text": {
      type: "odd-text",
      what: words,
      hidden: dropped,
      lookalikes: [words],
      unseen: [words.slice(0, 900)],
    },
    "text-cut": { type: "text-cut", what: words, bytes: 30_000, limit: 20_000 },
    "comments-left-out": { type: "comments-left-out", count: 2, because: "edited" },
    "document-cleaned": { type: "document-cleaned", name: words, dropped },
    "plan-fault": { type: "plan-fault", message: words },
    "section-missing": { type: "section-missing", file: words, section: words },
    "requirements-unnumbered": { type: "requirements-unnumbered", count: 2 },
    "context-cut": { type: "context-cut", task: "T02", cut: [words] },
    "context-problem": { type: "context-problem", what: "T02", message: words },
    "context-drift": {
      type: "context-drift",
      task: "T02",
      growth: 60,
      signs: ["longer", "contaminated", "debris"],
    },
    "budget-warning": { type: "budget-warning", whose: "day", usd: "$9.50", limit: "$10.00" },
    "started-afresh": { type: "started-afresh", commit: sha("a1"), why: "conflict" },
    "setup-not-run": { type: "setup-not-run", command: words, hosts: [words, "a.example.org"] },
    "left-out": { type: "left-out", name: "test", command: words, missing: words },
    "spec-unfolded": { type: "spec-unfolded", path: words, taken: [words], look: [words] },
    "file-skipped": { type: "file-skipped", path: words, message: words },
    "cannot-start": { type: "cannot-start", what: "the review of T01", reason: words },
    "member-missing": { type: "member-missing", member: words, outcome: "timeout", reason: words },
  };
}
