import { describe, expect, it } from "vitest";
import type { BacklogTask } from "../../../core/model/backlog.ts";
import { draftBacklog } from "../../../core/plan/draft-backlog.ts";
import { doubtsAbout } from "../../../core/plan/find-faults.ts";
import { remarksOn } from "../../../core/plan/remarks-on.ts";
import { readRequirements } from "../../../core/plan/requirements.ts";
import { aTask } from "./a-backlog.ts";

const noFindings = { refusals: [], faults: [], missing: [], required: undefined };
const faultsOf = (fields: Partial<BacklogTask>, spec?: string) =>
  draftBacklog({ version: 1, tasks: [aTask(fields)] }, { protectedPaths: [], spec }).faults.map(
    ({ message }) => message,
  );

describe("what goes back to the author of a backlog, and is no error later", () => {
  it.each([
    "We explored streams.",
    "An alternative approach is a stream.",
    "After much discussion it is a stream.",
    "We had three options.",
    "Let me think.",
    "Our first attempt was a stream.",
    "I tried different ones.",
    "On second thought, a stream.",
    "Let's reconsider.",
    "Another possibility is a stream.",
  ])("notes from planning: %s", (words) => {
    const text = `Write it. ${words}`;
    expect(faultsOf({ description: text })).toEqual([expect.stringContaining("notes from planning")]);
    expect(faultsOf({ acceptance: [text] })).toHaveLength(1);
    expect(faultsOf({ context: { gotchas: [text] } })).toHaveLength(1);
  });

  it.each([
    "Retry twice when the first attempt fails.",
    "The menu has three options.",
    "The user may be trying different passwords.",
    "List each alternative approach with its price.",
    "Say so where there is another possibility.",
  ])("not words that the task itself needs; people are only shown them: %s", (description) => {
    expect(faultsOf({ description })).toEqual([]);
    expect(doubtsAbout(aTask({ description }))).toHaveLength(1);
    const shown = remarksOn({ version: 1, tasks: [aTask({ description })] }, noFindings);
    expect(shown).toEqual([
      { type: "plan-fault", message: expect.stringMatching(/^T01 says ".+"\. If that is a note/) },
    ]);
  });

  it("such words all the same where there are several of them", () => {
    const fields = { description: "Retry the first attempt.", acceptance: ["There are three options"] };
    expect(faultsOf(fields)).toEqual([
      expect.stringContaining('"first attempt"'),
      expect.stringContaining('"three options"'),
    ]);
    expect(doubtsAbout(aTask(fields))).toEqual([]);
    expect(faultsOf({ description: "The first attempt, then the first attempt again." })).toEqual([]);
  });

  it("other tasks' ids, but not its own", () => {
    expect(faultsOf({ description: "As T01, then like T07." })).toEqual([
      "T01 mentions T07; say what it needs from there instead",
    ]);
  });

  it("pasted files of more than 50 lines, by their mark or by their code", () => {
    const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`).join("\n");
    const found = (description: string) => faultsOf({ description });
    expect(found(`// File: src/a.ts\n${lines(51)}`)).toEqual([expect.stringContaining("pasted file of 51")]);
    expect(found(`# File: a.py\n${lines(50)}`)).toEqual([]);
    expect(found(`\`\`\`\n${lines(51)}\n\`\`\``)).toEqual([expect.stringContaining("pasted file of 51")]);
    expect(found(lines(60))).toEqual([]);
  });

  it("tasks of more than 8 hours or 10 files, with the line of their scope", () => {
    const files = Array.from({ length: 11 }, (_, at) => `src/${at}.ts`);
    expect(faultsOf({ scope: { files_hint: ["a"], estimated_hours: 8 } })).toEqual([]);
    expect(faultsOf({ scope: { files_hint: files.slice(1), estimated_hours: 1 } })).toEqual([]);
    expect(faultsOf({ scope: { files_hint: files, estimated_hours: 9 } })).toEqual([
      "T01 is too large for one task (9 h, about 11 files; the limit is 8 h and 10 files); split it",
    ]);
    // A glob stands for several.
    expect(faultsOf({ scope: { files_hint: ["a/**", "b/**", "c/**", "d/**"] } })).toHaveLength(1);
    const value = { version: 1, tasks: [aTask({ scope: { files_hint: files } })] };
    const { text, faults, problems } = draftBacklog(value, { protectedPaths: [] });
    expect(problems).toEqual([]);
    expect(text.split("\n")[(faults[0]?.line ?? 0) - 1]).toContain("scope:");
  });

  it("requirements that no task brings, and tasks that bring none", () => {
    const spec = "# A\n\n## 1. REQUIREMENTS\n\n1. It SHALL export.\n2. It SHALL quote.\n";
    expect(faultsOf({ requirements: ["R1", "r-02"] }, spec)).toEqual([]);
    expect(faultsOf({ requirements: ["R1"] }, spec)).toEqual([
      'no task brings R2 of SPEC.md ("It SHALL quote."); name it under `requirements` of the task that does, or add one',
    ]);
    expect(faultsOf({ requirements: ["R1", "R2", "R9"] }, spec)).toEqual([
      "T01 names R9, which SPEC.md does not have",
    ]);
    expect(faultsOf({}, spec)).toHaveLength(3);
  });

  it("requirements without numbers by their order, with their words", () => {
    const spec = "## Requirements\n\n- It exports.\n- It quotes.\n";
    expect(faultsOf({ requirements: ["R1"] }, spec)).toEqual([
      'no task brings R2 of SPEC.md ("It quotes."); name it under `requirements` of the task that does, or add one',
    ]);
    expect(readRequirements(spec)).toMatchObject({ unnumbered: 2, isProse: false });
  });

  it("nothing where the requirements are mere text; that this is so is known", () => {
    const spec = "## Requirements\n\nIt exports, and quotes.\n";
    expect(faultsOf({}, spec)).toEqual([]);
    expect(readRequirements(spec)).toEqual({ requirements: [], unnumbered: 0, isProse: true });
    expect(readRequirements("## Why\n\nBecause.\n").isProse).toBe(false);
  });
});

describe("the requirements of a spec", () => {
  it("may be sections of their own, whose lists are details", () => {
    const spec =
      "## Requirements\n\n### R2: Export\n\n1. Rows.\n\n### Requirement: Quote\n\nFields.\n\n- GIVEN a comma\n\n### Keep `--old`\n\nAs it was.\n\n- WHEN nothing is asked\n";
    expect(readRequirements(spec)).toEqual({
      requirements: [
        { id: "R2", text: "Export" },
        { id: "R1", text: "Quote" },
        { id: "R3", text: "Keep `--old`" },
      ],
      unnumbered: 2,
      isProse: false,
    });
  });

  it("may stand in groups", () => {
    const spec = "## Requirements\n\n### Output\n\nAll of it:\n\n1. one\n\n### Speed\n\n1. two\n";
    expect(readRequirements(spec).requirements).toEqual([
      { id: "R1", text: "one" },
      { id: "R2", text: "two" },
    ]);
  });

  it("have the ids that they write, or their number", () => {
    const spec =
      "## Requirements\n\n1. **R1**: one\n2. two\n\n### Performance\n\n- NFR-03 — three\n\n## Scenarios\n\n1. not one\n";
    expect(readRequirements(spec).requirements).toEqual([
      { id: "R1", text: "one" },
      { id: "R2", text: "two" },
      { id: "NFR3", text: "three" },
    ]);
  });
});
