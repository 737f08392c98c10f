import { describe, expect, it } from "vitest";
import {
  checkpointTag,
  issueOfBranch,
  ledgerBranch,
  rollbackBranch,
  taskBranch,
  trackBranch,
} from "../../../core/codec/branches.ts";
import { artifactName, batchKey, jobKey, runName } from "../../../core/codec/keys.ts";
import { jobTrailer, marker } from "../../../core/codec/markers.ts";
import type { TaskId } from "../../../core/model/ids.ts";

const issues = [1, 42, 9_999_999_999];
const tasks: TaskId[] = ["T01", "T99", "T1000"];

describe("names that go out and come back", () => {
  it("branches of tracks", () => {
    for (const issue of issues) {
      for (const slug of ["a", "csv-export", "0", "a".repeat(32)]) {
        expect(trackBranch.parse(trackBranch.format({ issue, slug }))).toEqual({ issue, slug });
      }
    }
  });

  it("branches of tasks, checkpoints and rollbacks", () => {
    for (const issue of issues) {
      for (const task of tasks) {
        expect(taskBranch.parse(taskBranch.format({ issue, task }))).toEqual({ issue, task });
        expect(checkpointTag.parse(checkpointTag.format({ issue, task }))).toEqual({ issue, task });
        const rollback = { issue, task, attempt: 12 };
        expect(rollbackBranch.parse(rollbackBranch.format(rollback))).toEqual(rollback);
      }
    }
  });

  it("keys of jobs and batches", () => {
    for (const issue of issues) {
      for (const kind of ["plan", "verify", "report", "health"] as const) {
        expect(jobKey.parse(jobKey.format({ issue, kind, attempt: 3 }))).toEqual({ issue, kind, attempt: 3 });
      }
      for (const kind of ["task", "review", "rollback"] as const) {
        const job = { issue, kind, task: "T03" as const, attempt: 100 };
        expect(jobKey.parse(jobKey.format(job))).toEqual(job);
      }
      expect(batchKey.parse(batchKey.format({ issue, batch: 7 }))).toEqual({ issue, batch: 7 });
    }
  });

  it("markers and trailers", () => {
    const text = `Words.\n\n${marker.format("task", "42/T03")}`;
    expect(marker.parse(text)).toEqual({ kind: "task", key: "42/T03" });
    const message = `T03: a title\n\n${jobTrailer.format("42/task/T03/1")}`;
    expect(jobTrailer.parse(message)).toBe("42/task/T03/1");
  });

  it("are told apart by what they are", () => {
    expect(artifactName.format({ issue: 42, kind: "task", task: "T03", attempt: 1 }, 2)).toBe(
      "gsd-42-task-T03-1-2",
    );
    expect(artifactName.format({ issue: 42, kind: "verify", attempt: 1 }, 1)).toBe("gsd-42-verify-track-1-1");
    const batch = { issue: 42, batch: 7 };
    const title = `gsd ${runName.format(batch, [
      { issue: 42, kind: "task", task: "T02", attempt: 1 },
      { issue: 42, kind: "review", task: "T03", attempt: 2 },
      { issue: 42, kind: "verify", attempt: 1 },
    ])}`;
    expect(title).toBe("gsd #42: T02, T03 review (2), verify · run 7");
    expect(runName.isOf(title, batch)).toBe(true);
    expect(runName.isOf("gsd 42/batch/-/7", batch)).toBe(true);
    for (const other of [
      { issue: 42, batch: 8 },
      { issue: 4, batch: 7 },
      { issue: 42, batch: 77 },
    ]) {
      expect(runName.isOf(title, other)).toBe(false);
    }
    const many = Array.from({ length: 9 }, (_, at) => ({
      issue: 42,
      kind: "report" as const,
      attempt: at + 1,
    }));
    expect(runName.format(batch, many)).toMatch(/, 4 more · run 7$/);
  });
});

describe("names that are not ours", () => {
  const hostile = [
    ledgerBranch,
    "",
    "main",
    "gsd",
    "gsd/",
    "gsd/42",
    "gsd/42-",
    "gsd/042-x",
    "gsd/0-x",
    "gsd/-1-x",
    "gsd/42-X",
    "gsd/42-x/y",
    "gsd/42-x\n",
    "gsd/42-../../x",
    "gsd/42-$(id)",
    "gsd/42--",
    " gsd/42-x",
    `gsd/42-${"a".repeat(33)}`,
    "gsd/99999999999-x",
    "gsd-task/42/T1",
    "gsd-task/42/T00001",
    "gsd-task/42/t01",
    "gsd-task/42/T01/x",
    "gsd-task/42/T01\nT02",
    "gsd-task/42/T٠١",
    "gsd-rollback/42/T01",
    "gsd-rollback/42/T01-",
    "gsd-rollback/42/T01-99999",
    "refs/heads/gsd/42-x",
    "someone:gsd/42-x",
    "__proto__",
  ];

  it.each(hostile)("the branch %j belongs to no track", (name) => {
    expect(issueOfBranch(name)).toBeUndefined();
  });

  it.each([
    "",
    "42/task/T03",
    "42/task/T03/0",
    "42/task/T03/1/2",
    "42/evil/-/1",
    "42/constructor/-/1",
    "0/task/-/1",
    "42/task/T3/1",
    "42/task/-/1\n",
    " 42/task/-/1",
    "42/task/../1",
  ])("%j is no job", (key) => {
    expect(jobKey.parse(key)).toBeUndefined();
  });

  it.each(["", "42/batch/-/0", "42/batch/T01/1", "42/batch/-/1;id", "x/batch/-/1", "42/batch/-/1\n"])(
    "%j is no batch",
    (key) => {
      expect(batchKey.parse(key)).toBeUndefined();
    },
  );

  it.each([
    "gsd:track 42",
    "<!-- gsd:evil 42 -->",
    "<!-- gsd:track -->",
    "<!--gsd:track 42-->",
    "<!-- gsd:track 42 x -->",
    `<!-- gsd:track ${"4".repeat(101)} -->`,
    "<!-- gsd:track 42\n-->",
  ])("%j is no marker", (text) => {
    expect(marker.parse(text)).toBeUndefined();
  });

  it("a trailer within a line is none", () => {
    expect(jobTrailer.parse("see Gsd-Job: 42/task/T03/1")).toBeUndefined();
  });
});
