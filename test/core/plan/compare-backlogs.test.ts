import { describe, expect, it } from "vitest";
import type { BacklogTask } from "../../../core/model/backlog.ts";
import { compareBacklogs } from "../../../core/plan/compare-backlogs.ts";

function aTask(id: string, more: Partial<BacklogTask> = {}): BacklogTask {
  return {
    id,
    title: `Do ${id}`,
    description: "Do it.",
    depends_on: [],
    acceptance: ["It is done"],
    scope: { files_hint: [`src/${id}.ts`] },
    ...more,
  } as BacklogTask;
}

const backlog = (...tasks: BacklogTask[]) => ({ version: 1 as const, tasks });

describe("two backlogs of the same plan", () => {
  it("differ by tasks that came, went and changed, each with its parts", () => {
    const before = backlog(aTask("T01"), aTask("T02"), aTask("T03"));
    const after = backlog(
      aTask("T01"),
      aTask("T02", { title: "Another", scope: { files_hint: ["a.ts"], estimated_hours: 2 } }),
      aTask("T04", { title: "New" }),
    );
    expect(compareBacklogs(before, after)).toEqual({
      added: [{ task: "T04", title: "New" }],
      changed: [{ task: "T02", what: ["title", "files", "estimate"] }],
      removed: ["T03"],
    });
  });

  it("do not differ in what is the same", () => {
    const same = backlog(aTask("T01"), aTask("T02", { context: { gotchas: ["x"] } }));
    expect(compareBacklogs(same, structuredClone(same))).toEqual({ added: [], changed: [], removed: [] });
  });

  it.each([
    ["description", { description: "Other." }],
    ["dependencies", { depends_on: ["T01"] }],
    ["acceptance criteria", { acceptance: [] }],
    ["context", { context: { patterns: ["p"] } }],
    ["engine", { model: "other" }],
  ] as [string, Partial<BacklogTask>][])("tell a change of the %s", (what, more) => {
    const { changed } = compareBacklogs(backlog(aTask("T02")), backlog(aTask("T02", more)));
    expect(changed).toEqual([{ task: "T02", what: [what] }]);
  });
});
