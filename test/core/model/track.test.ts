import { describe, expect, it } from "vitest";
import { isSha, slugOf } from "../../../core/model/ids.ts";
import { ownsThread, trackSchema } from "../../../core/model/track.ts";
import { createValidator } from "../../../core/model/validate.ts";
import { aJob, aMergedTask, aReadyTask, aRollback, aTrack, sha } from "../../builders/a-track.ts";

const validate = createValidator(trackSchema);
const full = aTrack({
  tasks: { T01: aMergedTask(), T02: aReadyTask({ pull: 12 }) },
  jobs: [aJob({ kind: "review", task: "T02" })],
  rollbacks: [aRollback()],
});

describe("a track in the ledger", () => {
  it("is taken as we write it", () => {
    expect(validate(JSON.parse(JSON.stringify(full)))).toMatchObject({ ok: true });
  });

  it.each([
    ["another version", { version: 2 }],
    ["an unknown phase", { phase: "done" }],
    ["a slug that climbs", { slug: "../x" }],
    ["a task with a strange id", { tasks: { "../T01": aMergedTask() } }],
    ["a task in an unknown state", { tasks: { T01: { ...aMergedTask(), status: "ready" } } }],
    ["a head that is no commit", { tasks: { T01: { ...aMergedTask(), head: "main; id" } } }],
    ["a job of an unknown kind", { jobs: [{ ...aJob(), kind: "evil" }] }],
    [
      "an effect of an unknown type",
      {
        outbox: [{ key: "k", effect: { type: "rm" }, owner: "", at: full.createdAt, probe: false, tries: 0 }],
      },
    ],
    ["no jobs", { jobs: undefined }],
  ])("with %s is refused", (_, change) => {
    expect(validate({ ...full, ...change }).ok).toBe(false);
  });

  it("owns its issue and its pull requests, and no other thread", () => {
    for (const thread of [42, 10, 11, 12, 21]) expect(ownsThread(full, thread)).toBe(true);
    for (const thread of [0, 13, Number.NaN]) expect(ownsThread(full, thread)).toBe(false);
  });
});

describe("names", () => {
  it.each([
    ["CSV export, please!", "csv-export-please"],
    ["Füge Äpfel hinzu", "fu-ge-a-pfel-hinzu"],
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
