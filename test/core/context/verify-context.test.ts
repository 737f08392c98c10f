import { describe, expect, it } from "vitest";
import { detectDrift } from "../../../core/context/detect-drift.ts";
import { findLookalikes } from "../../../core/context/find-lookalikes.ts";
import { verifyContext } from "../../../core/context/verify-context.ts";

const kindsOf = (text: string) => verifyContext(text, { taskId: "T03" }).map(({ kind }) => kind);

describe("verifying a context", () => {
  it("finds nothing in a plain task", () => {
    const text = `T03: Write rows

Done when:
- every row ends with CRLF
- an option for the separator exists
- if the table is empty, only the header is written

Files:
- src/rows.ts

Remove the TODO in rows.ts. Wait until the stream has drained, e.g. \`await drained;\`.
Follow this:

\`\`\`ts
for (const row of rows) write(row);
\`\`\``;
    expect(verifyContext(text, { taskId: "T03" })).toEqual([]);
  });

  it.each([
    "Let me think about the format first.",
    "On the other hand, JSON would do.",
    "Hmm, maybe not.",
    "- Wait, no: the header comes first",
    "I think we need a stream here.",
    "Should we also support TSV?",
    "Pros and cons are listed in the plan.",
    "I'll start with the parser.",
    "Option A: a stream. Option B: a buffer.",
    "- [ ] decide on the separator",
    "TODO: ask about quoting",
    "TBD",
    "<thinking>rows</thinking>",
  ])("finds the debris of planning in %j", (text) => {
    expect(kindsOf(text)).toContain("debris");
  });

  it("says where, and what to write instead", () => {
    expect(verifyContext("T03: x\n\nAs T01 does. See T04 and T01.", { taskId: "T03" })).toEqual([
      {
        ...{ kind: "foreign-task", path: "", line: 3 },
        message: "mentions T01, but is about T03; say what it needs from there instead",
      },
      {
        ...{ kind: "foreign-task", path: "", line: 3 },
        message: "mentions T04, but is about T03; say what it needs from there instead",
      },
    ]);
  });

  it("does not take a path, a version or a word for a task", () => {
    expect(kindsOf("src/T01/x.ts, v1.T02, T12345, T10-x, XT44, T1")).toEqual([]);
  });

  it("finds a size that is too large, in bytes", () => {
    expect(kindsOf("漢".repeat(1_000))).toEqual([]);
    expect(kindsOf("漢".repeat(1_001))).toEqual(["size"]);
  });

  it.each([
    ["a long block", `\`\`\`ts\n${"a\n".repeat(16)}\`\`\``],
    ["a block without an end", `~~~\n${"a\n".repeat(30)}`],
    ["code without a block", "const a = 1;\nif (a) {\n  b();\n}\n".repeat(4)],
    ["a diff", `--- a/x\n+++ b/x\n${"@@ -1,2 +1,2 @@\n".repeat(12)}`],
    ["numbered lines", Array.from({ length: 20 }, (_, index) => `${index}| words here`).join("\n")],
  ])("finds a pasted file: %s", (_, text) => {
    expect(kindsOf(text)).toContain("pasted-code");
  });

  it("leaves a short example and a long list alone", () => {
    expect(kindsOf(`\`\`\`\n${"a\n".repeat(15)}\`\`\``)).toEqual([]);
    expect(kindsOf("- if it is empty, stop;\n".repeat(40))).toEqual([]);
  });

  it("finds what nobody can see and what only looks right", () => {
    expect(kindsOf("a\u200bb")).toEqual(["hidden"]);
    expect(kindsOf("the p\u0430ssword")).toEqual(["lookalike"]);
  });

  it("takes no longer for hostile text", () => {
    for (const piece of ["a ", "if ( ", ";", "{ ", "should we ", "T01 ", "```\n", "- [ ", "\u0430a", " "])
      expect(kindsOf(piece.repeat(50_000))).toContain("size");
  });
});

describe("look-alikes", () => {
  it.each(["p\u0430ypal", "\u0391dmin", "\u{1d41d}\u{1d41e}lete", "\uff41dmin", "\u13aaPI", "sc\u043epe"])(
    "%j is one",
    (word) => {
      expect(findLookalikes(`the ${word} there`)).toHaveLength(1);
    },
  );

  it.each([
    "plain",
    "naïve",
    "пароль",
    "λόγος",
    "Δt",
    "λx",
    "中文API",
    "html-файл",
    "user_имя",
    "x²",
    "№5",
    "μs",
  ])("%j is none", (word) => {
    expect(findLookalikes(word)).toEqual([]);
  });

  it("are listed once, and at most twenty", () => {
    expect(findLookalikes("p\u0430y p\u0430y")).toHaveLength(1);
    const words = Array.from({ length: 50 }, (_, index) => `a\u0430${"b".repeat(index)}`);
    expect(findLookalikes(words.join(" "))).toHaveLength(20);
  });
});

describe("drift between attempts", () => {
  const base = "T03: Write rows. ".repeat(10);

  it("is none when little was added", () => {
    expect(detectDrift(base, `${base}One test failed.`)).toMatchObject({
      ...{ drifted: false, contaminated: false, debris: false },
    });
  });

  it("is growth by more than a half", () => {
    expect(detectDrift("x".repeat(100), "x".repeat(150))).toMatchObject({ growth: 0.5, drifted: false });
    expect(detectDrift("x".repeat(100), "x".repeat(151))).toMatchObject({ growth: 0.51, drifted: true });
    expect(detectDrift("", "x")).toMatchObject({ growth: 1, drifted: true });
    expect(detectDrift("x".repeat(100), "")).toMatchObject({ growth: -1, drifted: false });
  });

  it("is another task's id, or debris, that was not there before", () => {
    expect(detectDrift(base, `${base}T04`)).toMatchObject({ contaminated: true, drifted: true });
    expect(detectDrift(base, `${base}\nHmm, no.`)).toMatchObject({ debris: true, drifted: true });
    expect(detectDrift(`${base} T04 hmm`, `${base} T04`)).toMatchObject({ drifted: false });
  });
});
