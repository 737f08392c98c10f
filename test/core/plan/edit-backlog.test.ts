import { describe, expect, it } from "vitest";
import type { Backlog, BacklogTask } from "../../../core/model/backlog.ts";
import { formatBacklog, parseBacklog } from "../../../core/model/parse-backlog.ts";
import { amendBacklog } from "../../../core/plan/amend-backlog.ts";
import { draftBacklog } from "../../../core/plan/draft-backlog.ts";
import { editBacklog } from "../../../core/plan/edit-backlog.ts";

const long =
  "A person wrote this line, and made it a good deal longer than gsd would ever make one of its own lines.";
const text = `# Ours. Ask Ada before you change the order.
version: 1 # the only one
tasks:
  # The base of everything.
  - id: T01
    title: 'Rows'   # not columns
    description: ${long}
    acceptance: [It works]
    scope: { files_hint: [src/t01.ts] }
    # The end of T01.

  # Talk to the print team about this one.
  - id: T02
    title: Write CSV
    depends_on: [T01] # they wait for its release
    description: |-
      Two lines,
      by hand.
    acceptance:
      # seen with the finance team
      - A comma is quoted # RFC 4180
      - It is fast
    scope:
      files_hint: [src/t02.ts]
      estimated_hours: 3 # Ada's guess
  - id: T03
    title: Show it
    description: Show it.
    depends_on: [T02] # and nothing else
    acceptance: [It shows]
    scope:
      files_hint: [src/t03.ts]

# Nothing of this is for agents.
for_people:
  - what: Change the secret # soon
    files: [.github/workflows/ci.yml]
# The end.
`;

function read(source: string): Backlog {
  const reading = parseBacklog(source);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  return reading.backlog;
}

const backlog = read(text);
const withTask = (id: string, fields: Partial<BacklogTask>): Backlog => ({
  ...backlog,
  tasks: backlog.tasks.map((task) => (task.id === id ? { ...task, ...fields } : task)),
});

/** Lines of the old text that are not in the new one, and the other way round. */
function difference(before: string, after: string) {
  const [old, now] = [before.split("\n"), after.split("\n")];
  return { gone: old.filter((line) => !now.includes(line)), came: now.filter((line) => !old.includes(line)) };
}

describe("a backlog that people commented, written again", () => {
  it("keeps every character where nothing is different", () => {
    expect(editBacklog(text, backlog)).toBe(text);
  });

  it("changes the lines of what is different, and keeps the comments beside them", () => {
    const edited = editBacklog(
      text,
      withTask("T02", { title: "Write it", acceptance: ["A comma is quoted"] }),
    );
    expect(read(edited).tasks[1]).toMatchObject({ title: "Write it", acceptance: ["A comma is quoted"] });
    expect(difference(text, edited)).toEqual({
      gone: ["    title: Write CSV", "      - It is fast"],
      came: ["    title: Write it"],
    });
    const hours = editBacklog(
      text,
      withTask("T02", { scope: { files_hint: ["src/t02.ts"], estimated_hours: 1 } }),
    );
    expect(hours).toContain("      estimated_hours: 1 # Ada's guess");
  });

  it("takes tasks away and puts new ones between", () => {
    const [one, two, three] = backlog.tasks as [BacklogTask, BacklogTask, BacklogTask];
    const added: BacklogTask = { ...two, id: "T04", title: "New", scope: { files_hint: ["src/t04.ts"] } };
    const edited = editBacklog(text, { ...backlog, tasks: [one, added, { ...three, depends_on: ["T04"] }] });
    expect(read(edited).tasks.map(({ id }) => id)).toEqual(["T01", "T04", "T03"]);
    expect(edited).toContain(long);
    expect(edited).toContain("# and nothing else");
    expect(edited).not.toContain("print team");
    expect(edited).toMatch(/# The end of T01\.\n\n {2}- id: T04\n/);
  });

  it("is what gsd would write where nobody touched it", () => {
    const ours = formatBacklog(backlog);
    const other = withTask("T03", { title: "Show all" });
    expect(editBacklog(ours, other)).toBe(formatBacklog(other));
    expect(editBacklog("", other)).toBe(formatBacklog(other));
  });

  it.each([
    ["a list in brackets", JSON.stringify(backlog)],
    ["line ends of Windows", text.replaceAll("\n", "\r\n")],
    ["a dash on a line of its own", text.replace("  - id: T01", "  -\n    id: T01")],
    ["text that is no backlog", "tasks: ["],
  ])("is written anew in place of %s", (_, source) => {
    const other = withTask("T03", { title: "Show all" });
    expect(editBacklog(source, other)).toBe(formatBacklog(other));
  });

  it("is held to by a better task, by one that is split, and by a plan that is written again", () => {
    const [, two] = backlog.tasks as [BacklogTask, BacklogTask, BacklogTask];
    const request = { text, task: "T02" as const, protectedPaths: [] };
    const better = amendBacklog({ ...request, split: false, tasks: [{ ...two, title: "Less" }] });
    expect(better.problems).toEqual([]);
    expect(difference(text, better.text)).toEqual({
      gone: ["    title: Write CSV"],
      came: ["    title: Less"],
    });
    const part: BacklogTask = {
      ...two,
      id: "T09",
      depends_on: ["T02"],
      scope: { files_hint: ["src/part.ts"] },
    };
    const split = amendBacklog({ ...request, split: true, tasks: [{ ...two, title: "Less" }, part] });
    expect(split.problems).toEqual([]);
    expect(split.text).toContain("    depends_on: [T04] # and nothing else");
    expect(difference(text, split.text).gone).toEqual(["    depends_on: [T02] # and nothing else"]);
    const again = draftBacklog(withTask("T03", { title: "Show all" }), {
      protectedPaths: [],
      keep: { text, tasks: ["T01"] },
    });
    expect(difference(text, again.text)).toEqual({
      gone: ["    title: Show it"],
      came: ["    title: Show all"],
    });
  });
});
