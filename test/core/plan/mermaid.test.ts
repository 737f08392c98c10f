import { describe, expect, it } from "vitest";
import type { TaskId } from "../../../core/model/ids.ts";
import { formatTaskGraph } from "../../../core/plan/mermaid.ts";

describe("the picture of the task graph", () => {
  it("draws tasks, dependencies and, when known, their status", () => {
    const tasks = [
      { id: "T01" as const, title: "Write rows", depends_on: [] },
      { id: "T02" as const, title: "Add the command", depends_on: ["T01" as const] },
    ];
    expect(formatTaskGraph(tasks, { T01: "completed", T02: "pending" })).toBe(
      [
        "graph LR",
        '  T01["T01: Write rows"]',
        '  T02["T02: Add the command"]',
        "  T01 --> T02",
        "  classDef completed fill:#dafbe1,stroke:#1a7f37,color:#1f2328",
        "  class T01 completed",
      ].join("\n"),
    );
  });

  const labelOf = (title: string) => {
    const text = formatTaskGraph([{ id: "T01", title, depends_on: [] }]);
    expect(text.split("\n")).toHaveLength(2);
    return /^ {2}T01\["T01: (.*)"\]$/.exec(text.split("\n")[1] ?? "")?.[1] ?? "";
  };
  /** As Mermaid shows it. */
  const shown = (label: string) =>
    label.replaceAll(/#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));

  it("keeps titles from becoming Mermaid, HTML or Markdown", () => {
    const title =
      'x"]; click T01 "javascript:alert(1)"\n```\n<img src=x onerror=y> %%{init}%% #quot; \u202e@all';
    expect(labelOf(title).replaceAll(/#\d+;/g, "")).toMatch(/^[^"`<>#%{}[\]\\@;|*_~$&]*$/);
  });

  it.each([
    "Rename parse_row to _read_row_",
    'Say "no" to `eval`',
    "Read a[0] | b{1} & <T> #3; 50 % *now*",
    "Écris des données, 数据导出",
  ])("shows %s as it is", (title) => {
    expect(shown(labelOf(title))).toBe(title);
  });

  it("cuts what is too long between characters", () => {
    expect(shown(labelOf("😀_".repeat(60)))).toBe(`${"😀_".repeat(24)}😀…`);
  });

  it("shows a graph too large to draw by its waves", () => {
    const tasks = Array.from({ length: 300 }, (_, index) => ({
      id: `T${index + 100}` as TaskId,
      title: "x",
      depends_on: (index < 100 ? [] : [`T${index}`]) as TaskId[],
    }));
    expect(formatTaskGraph(tasks).split("\n")).toEqual([
      "graph LR",
      '  W1["100 tasks: T100 … T199"]',
      '  W2["100 tasks: T200 … T299"]',
      '  W3["100 tasks: T300 … T399"]',
      "  W1 --> W2",
      "  W2 --> W3",
    ]);
  });
});
