import { describe, expect, it } from "vitest";
import { digestOf } from "../../../core/check/digest-of.ts";
import { type ChangeCheck, checkChange, soundChanges } from "../../../core/check/gate.ts";
import { parseRule, type Rule } from "../../../core/check/rules.ts";
import type { Change } from "../../../core/model/manifest.ts";
import { parseConfig } from "../../../core/model/parse-config.ts";

const reading = parseConfig("");
if (!reading.ok) throw new Error("the default configuration is wrong");
const { config } = reading;

/** Files by path; each has a digest of its own. */
function aCheck(texts: Record<string, string>, fields: Partial<ChangeCheck> = {}): ChangeCheck {
  const named = Object.entries(texts).map(([path, text], index) => ({
    path,
    text,
    sha256: String(index).padStart(64, "0"),
  }));
  return {
    changes: named.map(({ path, text, sha256 }) => ({ path, mode: "100644", size: text.length, sha256 })),
    files: (sha256) => {
      const found = named.find((one) => one.sha256 === sha256);
      return found && { size: found.text.length, sha256, text: found.text };
    },
    config,
    scope: "task",
    existing: new Set<string>(),
    rules: [],
    ...fields,
  };
}

function aRule(severity: string): Rule {
  const parsed = parseRule(
    `id: no-todo\nfiles: ["**"]\ndeny: ["TODO"]\nseverity: ${severity}\nmessage: Finish it first.\n`,
  );
  if (!parsed.ok) throw new Error("the rule of this test is wrong");
  return parsed.rule;
}

describe("the gate", () => {
  it("lets a change through that publish would take", () => {
    expect(checkChange(aCheck({ "src/a.ts": "fine\n" }))).toEqual([]);
  });

  it("names the line of a secret, and never the secret", () => {
    const secret = `ghp_${"a".repeat(36)}`;
    const problems = checkChange(aCheck({ "src/a.ts": `one\n${secret}\n` }));
    expect(problems).toEqual(["`src/a.ts` line 2 looks like a secret: GitHub token. Take it out."]);
  });

  it("stops at a rule that blocks, and not at one that suggests", () => {
    const change = { "src/a.ts": "one\n// TODO\n" };
    expect(checkChange(aCheck(change, { rules: [aRule("blocker")] }))).toEqual([
      "`src/a.ts` line 2: Finish it first. (no-todo)",
    ]);
    expect(checkChange(aCheck(change, { rules: [aRule("suggestion")] }))).toEqual([]);
  });

  it("keeps of unfinished work what could be published, without a file that holds a secret", () => {
    const check = aCheck({ "src/a.ts": "x", "src/b.ts": `ghp_${"a".repeat(36)}`, ".github/c.yml": "x" });
    expect(soundChanges(check).map(({ path }) => path)).toEqual(["src/a.ts"]);
    expect(soundChanges({ ...check, scope: "none" })).toEqual([]);
  });
});

describe("the digest of a change set", () => {
  const one: Change = { path: "a", mode: "100644", size: 1, sha256: "0".repeat(64) };
  const two: Change = { path: "b", deleted: true };
  const asIs = (text: string) => text;

  it("does not depend on the order of the changes", () => {
    expect(digestOf([one, two], asIs)).toBe(digestOf([two, one], asIs));
  });

  it("differs by path, mode and content", () => {
    const others: Change[] = [
      { ...one, path: "c" },
      { ...one, mode: "100755" },
      { ...one, sha256: "1".repeat(64) },
      { path: "a", deleted: true },
    ];
    const digests = new Set([one, ...others].map((change) => digestOf([change], asIs)));
    expect(digests.size).toBe(5);
  });
});

describe("the gate and five thousand changes", () => {
  const forms: [string, (at: number) => string, object][] = [
    ["in one folder 400 deep", (at) => `${"d/".repeat(400)}${at}`, {}],
    ["each in folders of its own, 400 deep", (at) => `x${at}/${"d/".repeat(400)}`.concat("y"), {}],
    [
      "in folders that only differ in their middle",
      (at) => `${"d/".repeat(200)}${at}/${"d/".repeat(200)}y`,
      {},
    ],
    ["in letters of many bytes", (at) => `${"é日/".repeat(250)}${at}`, {}],
    [
      "that differ in case alone",
      (at) => `${at.toString(2).padStart(13, "0").replaceAll("0", "a").replaceAll("1", "A")}.ts`,
      {},
    ],
    [
      "that differ in case at every level",
      (at) =>
        Array.from({ length: 400 }, (_, level) => "aA"[((at * 7_919 + level) >> (level % 13)) & 1]).join("/"),
      {},
    ],
    ["against hostile globs", (at) => `${"a".repeat(200)}/${"ab".repeat(100)}/${at}`, { globs: 100 }],
  ];

  it.each(forms)(
    "takes time that grows with their number: %s",
    (_, pathOf, { globs = 0 }: { globs?: number }) => {
      const hard = Array.from(
        { length: globs },
        (_, at) => `**/*${"a*".repeat(40)}b${at}/**/{a,b}{a,b}{a,b}{a,b}*c`,
      );
      const measure = (count: number) => {
        const texts = Object.fromEntries(Array.from({ length: count }, (_, at) => [pathOf(at), "x"]));
        const check = aCheck(texts, {
          rules: [aRule("blocker")],
          config: { ...config, protected_paths: hard },
        });
        const one = { size: 1, text: "x" };
        const start = process.cpuUsage();
        checkChange({ ...check, files: (sha256) => ({ ...one, sha256 }) });
        const { user, system } = process.cpuUsage(start);
        return (user + system) / 1_000;
      };
      measure(500);
      const [some, all] = [measure(1_250), measure(5_000)];
      // Four times as many: sixteen times as long would be quadratic. What takes next to nothing is not compared.
      expect(all).toBeLessThan(Math.max(some * 12, 2_000));
      expect(all).toBeLessThan(20_000);
    },
  );
});
