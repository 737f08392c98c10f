import { describe, expect, it } from "vitest";
import { isSha } from "../../../core/model/ids.ts";
import { ownsThread, trackSchema } from "../../../core/model/track.ts";
import { createValidator } from "../../../core/model/validate.ts";
import { slugOf } from "../../../core/text/slug-of.ts";
import { aJob, aMergedTask, aProposal, aReadyTask, aRollback, aTrack, sha } from "../../builders/a-track.ts";

const validate = createValidator(trackSchema);
const [at, head] = ["2026-11-16T02:30:00.000Z", sha("a1")];
const sent = (effect: object) => ({
  outbox: [{ key: "k", effect, owner: "", at, probe: false, tries: 0 }],
});
const withTask = (change: object) => ({ tasks: { T01: { ...aMergedTask(), ...change } } });
const withProposal = (change: object) => withTask({ proposal: { ...aProposal(), ...change } });
const withPlan = (change: object) => ({
  plan: { runs: 1, attempts: 0, feedback: [], ...change },
});
const full = aTrack({
  tasks: { T01: aMergedTask(), T02: aReadyTask({ proposal: aProposal({ pull: 12 }) }) },
  jobs: [aJob({ kind: "review", task: "T02" })],
  rollbacks: [aRollback()],
});

describe("a track in the ledger", () => {
  it("is taken as we write it", () => {
    expect(validate(JSON.parse(JSON.stringify(full)))).toMatchObject({ ok: true });
  });

  it.each([
    ["another version", { version: 1 }],
    ["an unknown phase", { phase: "done" }],
    ["a slug that climbs", { slug: "../x" }],
    ["a task with a strange id", { tasks: { "../T01": aMergedTask() } }],
    ["a task in an unknown state", { tasks: { T01: { ...aMergedTask(), status: "ready" } } }],
    ["a head that is no commit", withProposal({ head: "main; id" })],
    ["a job of an unknown kind", { jobs: [{ ...aJob(), kind: "evil" }] }],
    ["a task that says nothing of its cost", withTask({ usd: undefined })],
    ["a task that was checked in a way we do not know", withProposal({ checks: "maybe" })],
    ["a task announced at no time", withProposal({ readyAt: "soon" })],
    ["a task approved by nobody", withProposal({ approval: { sha: head, at } })],
    ["a task that wishes for an option", withTask({ wish: { model: "--help" } })],
    ["hands off in words", withProposal({ handsOff: "yes" })],
    ["a rollback in an unknown state", { rollbacks: [aRollback({ status: "gone" as never })] }],
    ["a job that is claimed by no run", { jobs: [{ ...aJob(), run: undefined }] }],
    ["trouble in words", { trouble: { type: "task-failed", text: "It failed." } }],
    ["trouble of an unknown type", { trouble: { type: "bad-mood" } }],
    ["a plan approved at no tree", withPlan({ approved: { tree: "x", head, by: "mona", at } })],
    ["a plan proposed at no time", withPlan({ proposed: { tree: head, head } })],
    ["a comment of ours without a number", { sticky: { comment: "1", digest: "d" } }],
    ["an effect of an unknown type", sent({ type: "rm" })],
    ["a merge of no commit", sent({ type: "merge-task", task: "T01", pull: 3, sha: "main" })],
    ["a merge of no pull request", sent({ type: "merge-task", task: "T01", sha: head })],
    ["branches to delete that are no list", sent({ type: "clean-up", names: "main", tags: [] })],
    [
      "a reaction to nothing",
      sent({ type: "react", target: { kind: "comment", number: 1 }, reaction: "eyes" }),
    ],
    ["no jobs", { jobs: undefined }],
  ])("with %s is refused", (_, change) => {
    expect(validate({ ...full, ...change }).ok).toBe(false);
  });

  it.each([
    ["a reaction", { type: "react", target: { kind: "issue", number: 1 }, reaction: "eyes" }],
    ["words", { type: "say", thread: 1, notices: [{ type: "plan-ready" }] }],
    ["a merge", { type: "merge-rollback", task: "T01", attempt: 1, pull: 3, sha: head }],
    ["an end", { type: "finish-track" }],
  ])("is taken with %s in its outbox", (_, effect) => {
    expect(validate({ ...full, ...sent(effect) })).toMatchObject({ ok: true });
  });

  it("is taken with everything that a plan and a task may hold", () => {
    const plan = withPlan({
      resume: { commit: head, done: ["documents/spec"] },
      proposed: { tree: head, head, at },
      approved: { tree: head, head, by: "mona", at },
    });
    const task = withTask({ wish: { engine: "codex" }, resume: { commit: head, done: [] } });
    const sticky = { comment: 7, digest: "d" };
    expect(validate({ ...full, ...plan, ...task, sticky })).toMatchObject({ ok: true });
  });

  it("owns its issue and its pull requests, and no other thread", () => {
    for (const thread of [42, 10, 11, 12, 21]) expect(ownsThread(full, thread)).toBe(true);
    for (const thread of [0, 13, Number.NaN]) expect(ownsThread(full, thread)).toBe(false);
  });
});

describe("names", () => {
  it.each([
    ["CSV export, please!", "csv-export-please"],
    ["Füge Äpfel hinzu", "fuege-aepfel-hinzu"],
    ["Écris les données", "ecris-les-donnees"],
    ["Don't crash on parse_row()", "dont-crash-on-parse-row"],
    ["Экспорт отчётов в CSV", "eksport-otchyotov-v-csv"],
    ["😀 ok", "ok"],
    ["../../etc/passwd", "etc-passwd"],
    ["日本語", "track"],
    ["", "track"],
    ["--", "track"],
    ["a".repeat(80), "a".repeat(32)],
    ["one two three four five six seven eight", "one-two-three-four-five-six"],
  ])("the slug of %j is %j", (title, slug) => {
    expect(slugOf(title)).toBe(slug);
    expect(slug).toMatch(/^[a-z0-9][a-z0-9-]{0,31}$/);
  });

  it("a commit is forty hexadecimal digits", () => {
    expect(isSha(sha("a1"))).toBe(true);
    for (const text of ["", "a1", sha("A1"), `${sha("a1")}\n`, sha("g1")]) expect(isSha(text)).toBe(false);
  });
});
