import { describe, expect, it } from "vitest";
import { type ChangeCheck, checkChange, findingsOn, scopeOf } from "../../../core/check/gate.ts";
import { parseRule } from "../../../core/check/rules/parse-rule.ts";
import type { Rule } from "../../../core/check/rules/rule.ts";
import { scanOf } from "../../../core/check/scan-gate.ts";
import { parseConfig } from "../../../core/model/parse-config.ts";
import { aToken } from "../scan/secret-samples.ts";

const reading = parseConfig("");
if (!reading.ok) throw new Error("the default configuration is wrong");
const { config } = reading;

/** A change that deletes some files and makes others. */
function aMove(
  before: Record<string, string>,
  after: Record<string, string>,
  rules: Rule[] = [],
): ChangeCheck {
  const made = Object.entries(after).map(([path, text], at) => ({
    path,
    text,
    sha256: String(at).padStart(64, "0"),
  }));
  return {
    changes: [
      ...Object.keys(before).map((path) => ({ path, deleted: true as const })),
      ...made.map(({ path, text, sha256 }) => ({ path, mode: "100644" as const, size: text.length, sha256 })),
    ],
    files: (sha256) => {
      const found = made.find((one) => one.sha256 === sha256);
      return found && { size: found.text.length, sha256, text: found.text };
    },
    config,
    scope: "task",
    existing: new Set(Object.keys(before)),
    rules,
    before: (path) => before[path],
    scan: { base: () => undefined, today: "2026-11-19" },
  };
}

function aRule(fields: string): Rule {
  const parsed = parseRule(`id: a-rule\nseverity: blocker\nmessage: No.\n${fields}`);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.rule;
}

const lines = Array.from({ length: 30 }, (_, at) => `export const value${at} = ${at};`).join("\n");
const found = (check: ChangeCheck) => findingsOn(check).map(({ path, line }) => `${path}:${line ?? ""}`);

describe("a file that a change moves", () => {
  it("brings along what it said already: no secret of it is new, and no line", () => {
    const old = `${lines}\nconst key = "${aToken("ghp_", 36)}";\neval(text);\n`;
    expect(checkChange(aMove({ "src/a.ts": old }, { "lib/b.ts": old }))).toEqual([]);
    expect(scanOf(aMove({ "src/a.ts": old }, { "lib/b.ts": old })).findings).toEqual([]);
    expect(scopeOf(aMove({ "src/a.ts": old }, { "lib/b.ts": old }))).not.toContainEqual(
      expect.objectContaining({ code: "large-change" }),
    );
  });

  it("is new in what it says besides", () => {
    const old = `${lines}\n`;
    const secret = `${old}const key = "${aToken("ghp_", 36)}";\n`;
    expect(checkChange(aMove({ "src/a.ts": old }, { "lib/b.ts": secret }))[0]).toContain(
      "`lib/b.ts` line 31",
    );
    const rule = aRule('files: ["**"]\ndeny: ["TODO"]\n');
    const todo = `${old}// TODO\n`;
    expect(found(aMove({ "src/a.ts": todo }, { "lib/b.ts": todo }, [rule]))).toEqual([]);
    expect(found(aMove({ "src/a.ts": old }, { "lib/b.ts": todo }, [rule]))).toEqual(["lib/b.ts:31"]);
  });

  it("is new where it could not have done any harm before", () => {
    const workflow = `${lines}\npermissions: write-all\n`;
    const moved = aMove({ "docs/example.txt": workflow }, { ".github/workflows/a.yml": workflow });
    expect(scanOf(moved).findings).toMatchObject([{ path: ".github/workflows/a.yml", severity: "blocker" }]);
    const text = `${lines}\neval(text);\n`;
    const fromTests = aMove({ "test/a.ts": text }, { "src/a.ts": text });
    expect(scanOf(fromTests).findings).toMatchObject([{ path: "src/a.ts", rule: "scan/injection" }]);
  });

  it("is held to rules that hold where it stands now", () => {
    const text = `${lines}\nimport { db } from "../adapters/db.ts";\n// TODO\n`;
    const imports = aRule("imports: ['core/** -> adapters/**']\n");
    expect(found(aMove({ "lib/a.ts": text }, { "core/a.ts": text }, [imports]))).toEqual(["core/a.ts:31"]);
    const inCore = aRule('files: ["core/**"]\ndeny: ["TODO"]\n');
    expect(found(aMove({ "lib/a.ts": text }, { "core/a.ts": text }, [inCore]))).toEqual(["core/a.ts:32"]);
    expect(found(aMove({ "core/b.ts": text }, { "core/a.ts": text }, [inCore]))).toEqual([]);
    const license = aRule('files: ["**"]\nrequire: ["LICENSE"]\n');
    expect(found(aMove({ "core/b.ts": text }, { "core/a.ts": text }, [license]))).toEqual([]);
    expect(found(aMove({}, { "core/a.ts": text }, [license]))).toEqual(["core/a.ts:"]);
  });

  it("is not one that merely looks a little like it", () => {
    const other = Array.from({ length: 30 }, (_, at) => `const other${at} = ${at};`).join("\n");
    const rule = aRule('files: ["**"]\ndeny: ["value3 "]\n');
    const mixed = `${lines.split("\n").slice(0, 10).join("\n")}\n${other}\n`;
    expect(found(aMove({ "src/a.ts": lines }, { "lib/b.ts": mixed }, [rule]))).toEqual(["lib/b.ts:4"]);
  });

  it("is one file and not two", () => {
    const rule = aRule('files: ["**"]\ndeny: ["value3 "]\n');
    const moved = aMove({ "src/a.ts": lines }, { "lib/a.ts": lines, "lib/b.ts": lines }, [rule]);
    expect(found(moved)).toEqual(["lib/b.ts:4"]);
  });
});
