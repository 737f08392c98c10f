import { describe, expect, it } from "vitest";
import { nextStep } from "../../../core/view/next-step.ts";
import { aConfig, aTask, aTrack } from "../../builders/a-track.ts";
import { answers, ask, decided, jobs, quiet, reactions } from "../../builders/ask.ts";
import { visitor } from "../../builders/facts.ts";
import { commented, ticked } from "../../builders/triggers.ts";

describe("a track whose issue is blocked by others", () => {
  const track = aTrack({ tasks: { T01: aTask() } });
  const blockers = [{ issue: 7 }];
  const waiting = ask(track, ticked, { blockers });

  it("starts no task before they are closed, and says how to go on anyway", () => {
    expect(jobs(waiting)).toEqual([]);
    expect(waiting.blockers).toEqual(blockers);
    expect(nextStep(waiting)).toEqual({ type: "await-issues", issues: blockers });
    // Nothing new was read: it still waits.
    expect(jobs(ask(quiet(waiting), commented("/status"), { blockers: undefined }))).toEqual([]);
    expect(jobs(ask(quiet(waiting), ticked, { blockers: [] }))).toEqual(["task T01 dispatched"]);
  });

  it("is looked at before the first task starts, and not once work has begun", () => {
    const { missing } = decided(track, ticked, { blockers: undefined }) as { missing: object[] };
    expect(missing).toContainEqual({ type: "blockers" });
    const begun = aTrack({ tasks: { T01: aTask({ runs: 1 }), T02: aTask() } });
    expect(jobs(ask(begun, ticked, { blockers }))).toContain("task T02 dispatched");
  });

  it("starts at once when a person says /resume", () => {
    const after = ask(quiet(waiting), commented("/resume"), { blockers });
    expect(reactions(after)).toEqual(["eyes"]);
    expect(jobs(after)).toEqual(["task T01 dispatched"]);
  });
});

describe("the label of the backlog", () => {
  const labeled = {
    type: "issue-labeled" as const,
    issue: 9,
    label: "gsd:backlog",
    sender: { id: 1, login: "mia", bot: false },
    at: "2026-10-01T10:00:00.000Z",
  };
  const { nightly: _, ...config } = aConfig();

  it("says what to do where there is no nightly run, to whoever may plan", () => {
    expect(answers(labeled, { config: { ok: true, config } })).toEqual(["no-nightly"]);
    expect(answers(labeled, { config: { ok: true, config }, actor: visitor })).toEqual([]);
  });

  it("says nothing where there is one", () => {
    const nightly = { tracks: 3, label: "gsd:backlog", milestone: true };
    expect(answers(labeled, { config: { ok: true, config: { ...config, nightly } } })).toEqual([]);
  });
});
