import { describe, expect, it } from "vitest";
import type { BacklogTask } from "../../../core/model/backlog.ts";
import type { TaskId } from "../../../core/model/ids.ts";
import { formatBacklog } from "../../../core/model/parse-backlog.ts";
import { amendBacklog } from "../../../core/plan/amend-backlog.ts";

const aTask = (id: TaskId, fields: Partial<BacklogTask> = {}): BacklogTask => ({
  id,
  title: `Task ${id}`,
  description: "Do it.",
  depends_on: [],
  acceptance: ["It works"],
  scope: { files_hint: [`src/${id.toLowerCase()}.ts`] },
  ...fields,
});
const text = formatBacklog({
  version: 1,
  tasks: [aTask("T01"), aTask("T02", { depends_on: ["T01"] }), aTask("T03", { depends_on: ["T02", "T01"] })],
});
const amend = (split: boolean, tasks: unknown[]) =>
  amendBacklog({ text, task: "T02", split, tasks, protectedPaths: [] });
const orderOf = ({ backlog }: ReturnType<typeof amend>) =>
  backlog?.tasks.map(({ id, depends_on }) => `${id}: ${depends_on.join(" ")}`.trim());

describe("a better version of a task", () => {
  it("takes its place and its id, and leaves the others as they are", () => {
    const amended = amend(false, [aTask("T09", { title: "Less", depends_on: ["T01"] })]);
    expect(amended.problems).toEqual([]);
    expect(orderOf(amended)).toEqual(["T01:", "T02: T01", "T03: T02 T01"]);
    expect(amended.backlog?.tasks[1]?.title).toBe("Less");
    expect(amended.backlog?.tasks[2]).toEqual(aTask("T03", { depends_on: ["T02", "T01"] }));
  });

  it("is held to what every backlog is held to", () => {
    const shared = amend(false, [aTask("T02", { scope: { files_hint: ["src/t01.ts"] } })]);
    expect(shared.problems[0]?.message).toMatch(/T01 and T02 may both change src\/t01.ts/);
    expect(amend(false, [{ id: "T02", title: "No more" }]).problems.length).toBeGreaterThan(0);
    const missing = amend(false, [aTask("T02", { depends_on: ["T77"] })]);
    expect(missing.problems[0]?.message).toMatch(/T77/);
    const cycle = amend(false, [aTask("T02", { depends_on: ["T03"] })]);
    expect(cycle.problems.length).toBeGreaterThan(0);
  });

  it("is refused where nothing of it is better", () => {
    const same = aTask("T02", { depends_on: ["T01"] });
    const other = aTask("T09", { depends_on: ["T02"] });
    expect(amend(false, [same]).problems).toMatchObject([
      { message: "T02 is as it was; change what kept it from being done" },
    ]);
    expect(amend(true, [same, other]).problems).toMatchObject([
      { message: "T02 is as it was; leave it less to do, and the rest to the other tasks" },
    ]);
    expect(amend(false, [{ ...same, depends_on: [] }]).problems).toEqual([]);
  });

  it.each([
    [[], "has 0 tasks; there should be one, in place of the old one"],
    [[aTask("T02"), aTask("T04")], "has 2 tasks; there should be one, in place of the old one"],
    [["T02"], "each should be a task with an id such as T03"],
    [[{ id: 2 }], "each should be a task with an id such as T03"],
  ])("is refused as %j", (tasks, message) => {
    expect(amend(false, tasks).problems).toMatchObject([{ message }]);
  });

  it("is put into what people made of the other tasks meanwhile, and not over what they made of this one", () => {
    const request = { task: "T02" as const, split: false, protectedPaths: [], seen: text };
    const tasks = [aTask("T02", { title: "Less", depends_on: ["T01"] })];
    const others = amendBacklog({ ...request, text: text.replace("Task T01", "Theirs"), tasks });
    expect(others.problems).toEqual([]);
    expect(others.backlog?.tasks.map(({ title }) => title)).toEqual(["Theirs", "Less", "Task T03"]);
    const own = amendBacklog({ ...request, text: text.replace("Task T02", "Theirs"), tasks });
    expect(own.problems).toMatchObject([{ message: expect.stringContaining("somebody changed T02") }]);
  });

  it("needs a backlog that can be read, with the task in it", () => {
    const request = { task: "T02" as const, split: false, tasks: [aTask("T02")], protectedPaths: [] };
    expect(amendBacklog({ ...request, text: "tasks: [" }).problems.length).toBeGreaterThan(0);
    const gone = amendBacklog({ ...request, task: "T08", text });
    expect(gone.problems).toMatchObject([{ message: "T08 is not in BACKLOG.yaml any more" }]);
  });
});

describe("a task that is split", () => {
  it("keeps its id for one part, and whoever built on it builds on the last parts", () => {
    const amended = amend(true, [
      aTask("T02", { scope: { files_hint: ["src/a.ts"] } }),
      aTask("T50", { depends_on: ["T02"], scope: { files_hint: ["src/b.ts"] } }),
      aTask("T51", { depends_on: ["T02"], scope: { files_hint: ["src/c.ts"] } }),
    ]);
    expect(amended.problems).toEqual([]);
    expect(orderOf(amended)).toEqual(["T01:", "T02: T01", "T04: T02", "T05: T02", "T03: T04 T05 T01"]);
  });

  it.each([
    [[aTask("T02")], "has 1 tasks; the task should be split into 2 to 10"],
    [[aTask("T02"), aTask("T02")], "two of them have the same id"],
  ])("is refused as %j", (tasks, message) => {
    expect(amend(true, tasks).problems).toMatchObject([{ message }]);
  });
});
