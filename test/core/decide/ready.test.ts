import { describe, expect, it } from "vitest";
import { readHeadState } from "../../../core/decide/head-checks.ts";
import { findReady } from "../../../core/jobs/ready.ts";
import { aConfig, aMergedTask, aReadyTask, aTask, aTrack, manyTasks } from "../../builders/a-track.ts";

describe("what is ready", () => {
  it("is what has its dependencies merged or skipped", () => {
    const tasks = {
      T01: aMergedTask(),
      T02: aTask({ status: "skipped" }),
      T03: aTask({ dependsOn: ["T01", "T02"] }),
      T04: aTask({ dependsOn: ["T03"] }),
      T05: aTask({ status: "failed" }),
      T06: aTask({ dependsOn: ["T05"] }),
    };
    expect(findReady(aTrack({ tasks }))).toEqual(["T03"]);
  });

  it("does not touch the files of a task in flight, nor of one that starts with it", () => {
    const tasks = {
      T01: aReadyTask({ files: ["src/a.ts"] }),
      T02: aTask({ files: ["src/**"] }),
      T03: aTask({ files: ["docs/a.md"] }),
      T04: aTask({ files: ["docs/*.md"] }),
    };
    expect(findReady(aTrack({ tasks }))).toEqual(["T03"]);
  });

  it("starts with the longest remaining path, by hours", () => {
    const tasks = {
      T01: aTask({ hours: 5 }),
      T02: aTask({ hours: 1 }),
      T03: aTask({ dependsOn: ["T02"], hours: 8 }),
      T04: aTask({ hours: 3 }),
    };
    expect(findReady(aTrack({ tasks }))).toEqual(["T02", "T01", "T04"]);
  });

  it("leaves the limit of jobs at a time alone; tasks in review do not count", () => {
    const tasks = {
      T01: aTask({ status: "in_progress" }),
      T02: aReadyTask(),
      T03: aTask(),
      T04: aTask(),
    };
    const config = aConfig({ limits: { parallel: 2 } });
    expect(findReady(aTrack({ tasks, config }))).toEqual(["T03"]);
  });

  it("is found among a thousand tasks in no time", () => {
    const tasks = manyTasks(1000, (index) => aTask({ files: [`src/${index}.ts`] }));
    const config = aConfig({ limits: { parallel: 256 } });
    expect(findReady(aTrack({ tasks, config }))).toHaveLength(256);
  });
});

describe("what others say about a head", () => {
  const suite = (conclusion: string | null, fields = {}) => ({
    id: 1,
    name: "ci",
    status: conclusion === null ? "in_progress" : "completed",
    conclusion,
    runs: 1,
    byApp: false,
    checks: [{ name: "test", status: "completed", conclusion: "success" }],
    ...fields,
  });

  const overview = { name: "gsd/overview", status: "completed", conclusion: "failure" };
  const other = { name: "lint", status: "completed", conclusion: "failure" };

  it.each([
    ["nothing at all", { statuses: [], suites: [] }, "clear"],
    [
      "our own statuses only",
      { statuses: [{ name: "gsd/check", state: "failure" as const }], suites: [] },
      "clear",
    ],
    ["a failing status", { statuses: [{ name: "ci", state: "error" as const }], suites: [] }, "failing"],
    ["a pending status", { statuses: [{ name: "ci", state: "pending" as const }], suites: [] }, "pending"],
    [
      "a failed suite beside a pending one",
      { statuses: [], suites: [suite("failure"), suite(null)] },
      "failing",
    ],
    ["a cancelled suite", { statuses: [], suites: [suite("cancelled")] }, "failing"],
    [
      "a suite that waits for a click",
      { statuses: [], suites: [suite("action_required", { runs: 0 })] },
      "waiting",
    ],
    ["an App's empty suite", { statuses: [], suites: [suite(null, { runs: 0, status: "queued" })] }, "clear"],
    [
      "our own check runs",
      { statuses: [], suites: [suite("failure", { byApp: true, checks: [overview] })] },
      "clear",
    ],
    [
      "a workflow whose job is called like one of ours",
      { statuses: [], suites: [suite("failure", { checks: [overview] })] },
      "failing",
    ],
    [
      "an App's check beside one that is called like ours",
      { statuses: [], suites: [suite("failure", { byApp: true, runs: 2, checks: [overview, other] })] },
      "failing",
    ],
    ["green and skipped ones", { statuses: [], suites: [suite("success"), suite("skipped")] }, "clear"],
  ])("%s", (_, head, state) => {
    expect(readHeadState(head).state).toBe(state);
  });

  it("our own runs do not count", () => {
    expect(readHeadState({ statuses: [], suites: [suite(null)] }, [1]).state).toBe("clear");
  });

  it("is told with the names of the checks, as GitHub shows them", () => {
    const check = (name: string, conclusion: string | null) => ({
      name,
      status: conclusion === null ? "in_progress" : "completed",
      conclusion,
    });
    const failing = suite("failure", {
      name: "CI",
      checks: [check("test", "failure"), check("lint", "success")],
    });
    expect(readHeadState({ statuses: [], suites: [failing] }).names).toEqual(["CI / test"]);
    const pending = suite(null, { name: "CI", checks: [check("test", "success"), check("build", null)] });
    expect(readHeadState({ statuses: [], suites: [pending] }).names).toEqual(["CI / build"]);
    const silent = suite("startup_failure", { name: "CI", checks: [] });
    expect(readHeadState({ statuses: [], suites: [silent] }).names).toEqual(["CI"]);
  });
});
