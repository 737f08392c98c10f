import { describe, expect, it } from "vitest";
import { digestOf } from "../../../core/check/digest-of.ts";
import {
  type ChangeCheck,
  checkChange,
  findingsOn,
  scopeOf,
  soundChanges,
} from "../../../core/check/gate.ts";
import { parseRule } from "../../../core/check/rules/parse-rule.ts";
import type { Rule } from "../../../core/check/rules/rule.ts";
import { scanOf } from "../../../core/check/scan-gate.ts";
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
    expect(problems[0]).toBe(
      "`src/a.ts` line 2: This looks like a secret (github, begins with ghp_…). Take it out, and revoke it if it is real. (scan/secret)",
    );
    expect(problems.join(" ")).not.toContain(secret.slice(0, 6));
  });

  it("says nothing but that a file's name is a secret, where it is one", () => {
    const secret = `ghp_${"a1B2".repeat(9)}`;
    const problems = checkChange(aCheck({ [`.github/${secret}.yml`]: "x", "src/b.ts": "x" }));
    expect(problems).toEqual([
      "The name of a file looks like a secret. Call it something else. (scan/secret)",
    ]);
    expect(soundChanges(aCheck({ [`src/${secret}.ts`]: "x", "src/b.ts": "x" }))).toMatchObject([
      { path: "src/b.ts" },
    ]);
  });

  describe("and the scanner", () => {
    const dangerous = { "run.sh": "chmod u+s tool\n" };
    const scan = { base: () => undefined, today: "2026-11-18" };
    const entry = { class: "privilege" as const, paths: ["run.sh"], reason: "Ours.", until: "2026-11-18" };

    it("refuse what is critical, say where, and say the way out", () => {
      expect(checkChange(aCheck(dangerous, { scan }))).toEqual([
        "`run.sh` line 1: This lets a program run with another person's rights. No task needs that. (scan/privilege)",
        "If it is meant to be there, a person can allow it with a reason: scan.allow in .github/gsd.yml.",
      ]);
      expect(soundChanges(aCheck(dangerous, { scan }))).toEqual([]);
    });

    it("let pass what is high, what was there before, and what somebody else wrote", () => {
      expect(checkChange(aCheck({ "run.sh": "chmod 777 x\n" }, { scan }))).toEqual([]);
      const known = { ...scan, base: () => "chmod u+s tool\n" };
      expect(checkChange(aCheck(dangerous, { scan: known }))).toEqual([]);
      expect(checkChange(aCheck(dangerous, { scan, scope: "all" }))).toEqual([]);
    });

    it("follow the allow-list, and say when an entry has ended", () => {
      const allowing = { ...config, scan: { allow: [entry] } };
      expect(checkChange(aCheck(dangerous, { scan, config: allowing }))).toEqual([]);
      const later = { ...scan, today: "2026-11-19" };
      expect(checkChange(aCheck(dangerous, { scan: later, config: allowing }))).toContain(
        "The entry of scan.allow for privilege ended on 2026-11-18.",
      );
      // Nobody knows which day it is.
      expect(checkChange(aCheck(dangerous, { config: allowing }))).toHaveLength(3);
    });

    it("find a secret in a file that is deleted and comes back, under its own name or another", () => {
      const secret = `ghp_${"a1B2".repeat(9)}\n`;
      const check = aCheck(
        { "src/new.ts": secret },
        { scan: { ...scan, base: (path) => (path === "src/old.ts" ? secret : undefined) } },
      );
      const deleted = (path: string) => ({ path, deleted: true as const });
      const existing = new Set(["src/old.ts", "src/new.ts"]);
      for (const path of ["src/old.ts", "src/new.ts"]) {
        const changes = [deleted(path), ...check.changes];
        expect(checkChange({ ...check, changes, existing }).join()).toContain("looks like a secret (github");
      }
    });

    it("refuse what is too much to be scanned", () => {
      const check = aCheck({ "a.txt": "" }, { scan });
      const text = "x".repeat(60_000_001);
      const files = (sha256: string) => ({ size: text.length, sha256, text });
      expect(checkChange({ ...check, files }).join()).toContain("at most 60000000 are scanned. Split it.");
    });

    it("add up what is high, and count what is allowed apart", () => {
      const lines = "chmod 777 a\nchmod 777 b\nsudo rm c\nsudo rm d\n";
      expect(scanOf(aCheck({ "run.sh": lines }, { scan }))).toMatchObject({ risk: 0.8, allowed: 0 });
      const allowing = { ...config, scan: { allow: [entry] } };
      expect(scanOf(aCheck({ "run.sh": lines }, { scan, config: allowing }))).toMatchObject({
        risk: 0,
        allowed: 4,
        findings: [],
      });
    });
  });

  it("does not refuse what a rule finds: that goes back to its author, and what is left to a person", () => {
    const check = aCheck({ "src/a.ts": "one\n// TODO\n" }, { rules: [aRule("blocker")] });
    expect(checkChange(check)).toEqual([]);
    expect(findingsOn(check)).toEqual([
      { path: "src/a.ts", line: 2, severity: "blocker", message: "Finish it first.", rule: "no-todo" },
    ]);
  });

  it("lets through what the repository protects where the approved plan names it, and nothing that runs by itself", () => {
    const texts = { "db/1.sql": "x", "db/2.sql": "x", ".github/workflows/x.yml": "x" };
    const settings = { ...config, protected_paths: ["db/**"] };
    const hints = ["db/1.sql", "db/*.sql", ".github/workflows/x.yml"];
    const check = aCheck(texts, { config: settings, hints });
    expect(checkChange(check)).toEqual([
      "`db/2.sql` is protected; a person has to change it.",
      "`.github/workflows/x.yml` is protected; a person has to change it.",
    ]);
    expect(scopeOf(check)[0]).toEqual({ code: "protected-named", path: "db/1.sql" });
  });

  it("refuses a merge that leaves a conflict in a file", () => {
    const rule = { ...aRule("blocker"), id: "no-conflict-markers" };
    const check = aCheck({ "src/a.ts": "one\nTODO\n" }, { rules: [rule], scope: "all" });
    expect(checkChange(check)).toEqual(["`src/a.ts` line 2: Finish it first. (no-conflict-markers)"]);
  });

  it("holds rules to the lines that a change adds, not to those that were there", () => {
    const texts = { "src/a.ts": "// TODO old\n// TODO new\n" };
    const fields = { rules: [aRule("blocker")], existing: new Set(["src/a.ts"]) };
    const check = aCheck(texts, { ...fields, before: () => "// TODO old\n" });
    expect(findingsOn(check).map(({ line }) => line)).toEqual([2]);
  });

  it("counts the lines that a change adds and removes, without lockfiles", () => {
    const texts = { "src/a.ts": "a\nb\nc\n", "package-lock.json": "x\n".repeat(5_000) };
    const limits = { ...config.limits, lines: 2 };
    const hints = ["src/a.ts", "package.json"];
    const check = aCheck(texts, { config: { ...config, limits }, hints, before: (path) => `${path}\n` });
    expect(scopeOf(check)).toEqual([{ code: "large-change", lines: 4, most: 2 }]);
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
