import { describe, expect, it } from "vitest";
import type { BacklogTask } from "../../../core/model/backlog.ts";
import type { TaskId } from "../../../core/model/ids.ts";
import { formatBacklog, parseBacklog } from "../../../core/model/parse-backlog.ts";
import { checkBacklog } from "../../../core/plan/check-backlog.ts";
import { aBacklog, aTask } from "./a-backlog.ts";

const protectedPaths = [".github/**", "**/CODEOWNERS", "**/CLAUDE.md"];

function messagesOf(...tasks: Partial<BacklogTask>[]): string[] {
  return checkBacklog(aBacklog(...tasks), { protectedPaths }).map(
    ({ path, message }) => `${path}: ${message}`,
  );
}

const tooMany = { path: "tasks", message: expect.stringMatching(/^has 1000 tasks, and the first \d{3} fit/) };

const touching = (...files_hint: string[]) => ({ scope: { files_hint } });

describe("checking a backlog", () => {
  it("finds nothing wrong with tasks that keep out of each other's way", () => {
    expect(messagesOf({ id: "T01" }, { id: "T02", depends_on: ["T01"] }, { id: "T03" })).toEqual([]);
  });

  it("names two tasks that could change the same file side by side, and the way out", () => {
    expect(
      messagesOf({ id: "T01", ...touching("src/a.ts") }, { id: "T02", ...touching("test", "src/*.ts") }),
    ).toEqual([
      "tasks[1].scope.files_hint: T01 and T02 may both change src/a.ts and src/*.ts; make one depend on the other, or split the files",
    ]);
  });

  it("accepts the same file in tasks that wait for one another, however far", () => {
    const same = touching("src/a.ts");
    expect(
      messagesOf(
        { id: "T01", ...same },
        { id: "T02", depends_on: ["T01"] },
        { id: "T03", depends_on: ["T02"], ...same },
      ),
    ).toEqual([]);
  });

  it("finds overlap between a folder and a file in it, and between the same paths", () => {
    expect(
      messagesOf({ id: "T01", ...touching("src/") }, { id: "T02", ...touching("src/a/b.ts") }),
    ).toHaveLength(1);
    expect(messagesOf({ id: "T01", ...touching("a.md") }, { id: "T02", ...touching("a.md") })).toHaveLength(
      1,
    );
  });

  it.each([
    "/etc/passwd",
    "../x",
    "src/../x",
    "C:\\x",
    "C:/x",
    "~/x",
    "src\\a",
    "a//b",
    "./a",
    ".git/config",
    "a\u202eb",
    "a\nb",
  ])("refuses the path %j", (path) => {
    expect(messagesOf({ id: "T01", ...touching(path) }).join()).toContain(
      "should be a path within the repository",
    );
  });

  it.each([
    ".github/workflows/ci.yml",
    ".GitHub/x",
    ".github/**",
    ".github/*.yml",
    "docs/CODEOWNERS",
    "**/CLAUDE.md",
    "{.github,x}/a",
  ])("refuses the protected %s", (path) => {
    expect(messagesOf({ id: "T01", ...touching(path) }).join()).toMatch(
      /is protected \(.*\); a person has to/,
    );
  });

  it("lets a folder be named that might hold a protected file", () => {
    expect(messagesOf({ id: "T01", ...touching("src", "docs/**") })).toEqual([]);
  });

  it("refuses invisible characters and titles of several lines", () => {
    const messages = messagesOf({
      id: "T01",
      title: "a\nb",
      description: "hi\u{e0041}\u{e0042}",
      acceptance: ["x\u200b"],
    });
    expect(messages).toEqual([
      "tasks[0].title: the title of T01 should be one line",
      "tasks[0].description: T01 contains tag characters; remove them",
      "tasks[0].acceptance: T01 contains format characters; remove them",
    ]);
  });

  it("refuses a task whose text cannot fit an agent's context", () => {
    expect(messagesOf({ id: "T01", description: "x".repeat(3_000) }).join()).toContain(
      "shorten it, or split the task",
    );
  });

  it("tells lines when it can", () => {
    const text = formatBacklog(aBacklog({ id: "T01" }, { id: "T02", depends_on: ["T09"] }));
    const reading = parseBacklog(text);
    if (!reading.ok) throw new Error("should be valid");
    const [problem] = checkBacklog(reading.backlog, { protectedPaths, locate: reading.locate });
    expect(text.split("\n")[problem!.line! - 1]).toBe("      - T09");
  });

  it("keeps apart a thousand tasks with globs of their own", () => {
    const own = Array.from({ length: 1_000 }, (_, index) => {
      const id = `T${String(index).padStart(4, "0")}` as TaskId;
      return aTask({ id, ...touching(`src/m${index}/**`, `test/m${index}/*.test.ts`, `docs/m${index}.md`) });
    });
    expect(checkBacklog({ version: 1, tasks: own }, { protectedPaths })).toEqual([tooMany]);
    const anywhere = own.slice(0, 300).map((task, index) => ({ ...task, ...touching(`**/m${index}.ts`) }));
    expect(checkBacklog({ version: 1, tasks: anywhere }, { protectedPaths })).toEqual([]);
  });

  it("checks a thousand tasks in a moment, and gives up on too many globs", () => {
    const many = Array.from({ length: 1_000 }, (_, index) => {
      const id = `T${String(index).padStart(4, "0")}` as TaskId;
      return aTask({
        id,
        depends_on: index > 0 ? [`T${String(index - 1).padStart(4, "0")}`] : [],
        ...touching("src/**", `a/${id}.ts`),
      });
    });
    expect(checkBacklog({ version: 1, tasks: many }, { protectedPaths })).toEqual([tooMany]);
    const globs = many.map((task, index) =>
      aTask({ id: task.id, ...touching(...Array.from({ length: 5 }, (_, hint) => `*x${index}-${hint}`)) }),
    );
    expect(checkBacklog({ version: 1, tasks: globs }, { protectedPaths })).toMatchObject([
      { path: "tasks", message: expect.stringContaining("too many globs") },
      tooMany,
    ]);
  });

  it("refuses what a track has no room for, by bytes, and says how many fit", () => {
    const tasks = (count: number, title: string) =>
      Array.from({ length: count }, (_, index) =>
        aTask({ id: `T${String(index).padStart(4, "0")}` as TaskId, title, ...touching(`src/m${index}.ts`) }),
      );
    const check = (count: number, title: string) =>
      checkBacklog({ version: 1, tasks: tasks(count, title) }, { protectedPaths }).map(
        ({ message }) => message,
      );
    expect(check(250, "x".repeat(150))).toEqual([]);
    expect(check(250, "\u5b57".repeat(150))).toEqual([
      expect.stringMatching(
        /^has 250 tasks, and the first 2\d\d fit in one track: move the others to another issue/,
      ),
    ]);
  });
});
