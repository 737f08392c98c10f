import { describe, expect, it } from "vitest";
import type { PermissionRule } from "../../../core/model/config/permissions.ts";
import type { Want } from "../../../core/model/permission.ts";
import type { Track } from "../../../core/model/track.ts";
import { aConfig, aJob, aTask, aTrack, sha } from "../../builders/a-track.ts";
import { ask, effects, jobs, notices, quiet, said } from "../../builders/ask.ts";
import { commented, jobFailed } from "../../builders/triggers.ts";

const rule: PermissionRule = { scope: "file", action: "write", pattern: "infra/**", decision: "ask" };
const want: Want = { scope: "file", action: "write", target: "infra/main.tf", why: "It has to be.", rule };
const permissions = { by: "implement, developer", wants: [want] };
const resume = { commit: sha("c1"), done: [] };

function running(): Track {
  const tasks = {
    T01: aTask({ status: "in_progress", runs: 1 }),
    T02: aTask({ status: "in_progress", runs: 1, files: ["b"] }),
  };
  return aTrack({
    tasks,
    jobs: [aJob(), aJob({ task: "T02" })],
    config: { ...aConfig(), permissions: [rule] },
  });
}

function asking(track = running(), attempt = 1): Track {
  const job = { kind: "task", task: "T01", attempt } as const;
  return ask(track, jobFailed(job, { outcome: "asked", permissions, resume }));
}

/** The same task at work again, as its next leg. */
function atWork(track: Track, attempt: number): Track {
  const others = track.jobs.filter(({ task }) => task !== "T01");
  return quiet({ ...track, jobs: [...others, aJob({ attempt })] });
}

describe("a task that asks for leave", () => {
  it("waits alone, costs no attempt, and is told of in the thread with a label", () => {
    const track = asking();
    expect(track.tasks.T01).toMatchObject({
      status: "needs_input",
      attempts: 0,
      resume,
      trouble: { type: "permission-asked", number: 1 },
    });
    expect(track.tasks.T02?.status).toBe("in_progress");
    expect(said(track)).toEqual(["#42: permission-wanted"]);
    expect(effects(track, "mark-issue")).toMatchObject([{ label: "gsd:needs-input", on: true }]);
    expect(track.permits).toMatchObject([{ task: "T01", number: 1, wants: [want] }]);
  });

  it("goes on from what it had when it is allowed, and its agent is told what exactly it may", () => {
    const track = ask(quiet(asking()), commented("/allow T01"));
    expect(track.permits?.[0]?.decision).toMatchObject({ allowed: true, by: "mia" });
    expect(track.tasks.T01).toMatchObject({ status: "in_progress", runs: 2, attempts: 0, resume });
    expect(track.tasks.T01?.feedback).toMatchObject([
      { type: "permission", allowed: true, by: "mia", wants: [{ target: "infra/main.tf" }] },
    ]);
    expect(jobs(track)).toContain("task T01 dispatched");
    expect(effects(track, "mark-issue")).toMatchObject([{ on: false }]);
  });

  it("goes on without when it is denied, with the reason", () => {
    const track = ask(quiet(asking()), commented("/deny T01 Use a variable."));
    expect(track.permits?.[0]?.decision).toMatchObject({
      allowed: false,
      by: "mia",
      text: "Use a variable.",
    });
    expect(track.tasks.T01?.feedback).toMatchObject([
      { type: "permission", allowed: false, text: "Use a variable." },
    ]);
    expect(track.tasks.T01?.status).toBe("in_progress");
  });

  it("is not heard a sixth time", () => {
    let track = asking();
    for (const attempt of [2, 3, 4, 5]) {
      track = ask(quiet(track), commented(`/allow T01 ${attempt - 1}`));
      track = asking(atWork(track, attempt), attempt);
    }
    expect(track.permits).toHaveLength(5);
    track = ask(quiet(track), commented("/allow T01 5"));
    track = asking(atWork(track, 6), 6);
    expect(track.permits).toHaveLength(5);
    expect(track.tasks.T01?.status).not.toBe("needs_input");
  });
});

describe("an answer that does not count", () => {
  const waiting = quiet(asking());
  const allowed = quiet(ask(waiting, commented("/allow T01")));

  it.each([
    ["to an ask that is not there", waiting, "/allow T01 2", { type: "nothing-asked", open: 1 }],
    ["for a task that asks nothing", waiting, "/allow T02", { type: "nothing-asked" }],
    ["for no task of this track", waiting, "/allow T09", { type: "unknown-task" }],
    [
      "that comes second, and says the opposite",
      allowed,
      "/deny T01 no",
      { type: "decided-already", allowed: true },
    ],
    ["that comes second, and says the same", allowed, "/allow T01", { type: "decided-already", by: "mia" }],
  ] as const)("%s is refused, and changes nothing", (_, track, text, notice) => {
    const after = ask(track, commented(text));
    expect(notices(after)).toMatchObject([notice]);
    expect(after.permits).toEqual(track.permits);
    expect(after.tasks.T01).toEqual(track.tasks.T01);
  });

  it("is one that was meant for an earlier ask: what waits now was never seen", () => {
    const denied = quiet(ask(waiting, commented("/deny T01")));
    const again = quiet(asking(atWork(denied, 2), 2));
    expect(again.permits).toMatchObject([{ number: 1 }, { number: 2 }]);
    const late = ask(again, commented("/allow T01"));
    expect(notices(late)).toMatchObject([{ type: "decided-already", number: 1, open: 2 }]);
    expect(late.permits?.[1]?.decision).toBeUndefined();
    expect(ask(again, commented("/allow T01 2")).tasks.T01?.status).toBe("in_progress");
  });

  it("is one after the task went on without", () => {
    const skipped = quiet(ask(waiting, commented("/skip T01")));
    expect(skipped.permits).toMatchObject([{ gone: true }]);
    expect(skipped.marked).toBe(false);
    const late = ask(skipped, commented("/allow T01"));
    expect(notices(late)).toMatchObject([{ type: "permission-gone", task: "T01" }]);
  });
});
