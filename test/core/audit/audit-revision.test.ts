import { describe, expect, it } from "vitest";
import { auditRevision } from "../../../core/audit/audit-revision.ts";
import { ledgerText } from "../../../core/codec/track-size.ts";
import type { Track } from "../../../core/model/track.ts";
import type { Revision } from "../../../core/ports/archive.ts";
import { aReadyTask, aRollback, aTrack, now, sha } from "../../builders/a-track.ts";

function aRevision(before: Track | undefined, after: Track | undefined, path = "tracks/42.json"): Revision {
  const files = [{ path, before: before && ledgerText(before), after: after && ledgerText(after) }];
  return { commit: sha("c1"), at: now, author: "github-actions[bot]", message: "m", files };
}

const actionsOf = (revision: Revision) => auditRevision(revision).entries.map(({ action }) => action);

describe("two successive states of the ledger", () => {
  it("tell who paused it only by the comment that was heard", () => {
    const before = aTrack({ paused: false });
    const after = { ...before, paused: true, handled: [...before.handled, { id: "c7", at: now }] };
    expect(auditRevision(aRevision(before, after)).entries).toEqual([
      { action: "pause", at: now, commit: sha("c1"), issue: 42, actor: undefined, heard: ["c7"] },
    ]);
  });

  it("tell each command, who gave it, and why it was refused; what changed by one is theirs", () => {
    const before = aTrack({ paused: false });
    const ruling = { at: now, by: "ada", source: "c7", thread: 42 };
    const after: Track = {
      ...before,
      paused: true,
      handled: [...before.handled, { id: "c7", at: now, by: 9 }],
      rulings: [
        { ...ruling, command: "pause", ok: true },
        { ...ruling, command: "approve", thread: 11, sha: sha("a1"), ok: false, why: "not-allowed" },
      ],
    };
    const common = { at: now, commit: sha("c1"), issue: 42, actor: "ada", heard: ["c7"] };
    expect(auditRevision(aRevision(before, after)).entries).toEqual([
      { ...common, action: "command", command: "pause", thread: 42, source: "c7" },
      {
        ...common,
        action: "refuse",
        why: "not-allowed",
        command: "approve",
        thread: 11,
        sha: sha("a1"),
        source: "c7",
      },
      { ...common, action: "pause" },
    ]);
    expect(actionsOf(aRevision(after, after))).toEqual([]);
  });

  it("tell an approval that was not enough yet, and what agents asked and people answered", () => {
    const before = aTrack({ tasks: { T01: aReadyTask() } });
    const after = structuredClone(before);
    const proposal = after.tasks.T01?.proposal;
    if (proposal) proposal.approvals = [{ sha: sha("a1"), by: "ben", at: now }];
    const answer = { text: "CSV", by: "mia", at: now };
    const asked = { number: 1, type: "text" as const, ask: "Which?", options: [] };
    after.forms = [{ number: 1, task: "T01", shown: 1, questions: [{ ...asked, answer }] }];
    expect(auditRevision(aRevision(before, after)).entries).toMatchObject([
      { action: "ask", what: "question", question: 1, task: "T01", text: "Which?", actor: "gsd" },
      { action: "answer", question: 1, text: "CSV", actor: "mia" },
      { action: "approve", what: "task", task: "T01", sha: sha("a1"), actor: "ben" },
    ]);
  });

  it("tell an approval that counts no more, but not of what was merged", () => {
    const before = aTrack({ tasks: { T01: aReadyTask() } });
    const proposal = before.tasks.T01?.proposal;
    if (proposal) proposal.approvals = [{ sha: sha("a1"), by: "ben", at: now }];
    const lapsed = structuredClone(before);
    if (lapsed.tasks.T01?.proposal) lapsed.tasks.T01.proposal.approvals = [];
    expect(auditRevision(aRevision(before, lapsed)).entries).toMatchObject([
      { action: "lapse", what: "task", task: "T01", sha: sha("a1"), by: "ben", actor: "gsd" },
    ]);
    const merged = structuredClone(before);
    merged.tasks = { T01: { ...aReadyTask(), status: "completed", merge: sha("f1") } };
    expect(actionsOf(aRevision(before, merged))).toEqual(["merge"]);
  });

  it("tell the merge of a rollback, once", () => {
    const before = aTrack({ rollbacks: [aRollback({ status: "open" })] });
    const after = aTrack({ rollbacks: [aRollback({ status: "completed", merge: sha("f2") })] });
    expect(auditRevision(aRevision(before, after)).entries).toMatchObject([
      { action: "merge", what: "rollback", task: "T01", sha: sha("f2"), actor: "gsd" },
    ]);
    expect(actionsOf(aRevision(after, after))).toEqual([]);
  });

  it("tell nothing where nothing happened, nor of a move to done/", () => {
    const track = aTrack();
    expect(actionsOf(aRevision(track, track))).toEqual([]);
    const moved = aRevision(track, undefined);
    moved.files.push({ path: "done/42.json", before: undefined, after: ledgerText(track) });
    expect(actionsOf(moved)).toEqual([]);
  });

  it("show a hand in it, and a file that cannot be read", () => {
    const revision = { ...aRevision(undefined, undefined), author: "mallory" };
    revision.files = [{ path: "tracks/42.json", before: undefined, after: "{" }];
    expect(actionsOf(revision)).toEqual(["edit", "unreadable"]);
  });
});
