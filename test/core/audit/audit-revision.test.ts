import { describe, expect, it } from "vitest";
import { auditRevision } from "../../../core/audit/audit-revision.ts";
import { ledgerText } from "../../../core/codec/track-size.ts";
import type { Track } from "../../../core/model/track.ts";
import type { Revision } from "../../../core/ports/archive.ts";
import { aTrack, now, sha } from "../../builders/a-track.ts";

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
