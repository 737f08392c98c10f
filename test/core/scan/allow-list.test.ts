import { describe, expect, it } from "vitest";
import type { AllowEntry } from "../../../core/model/config/scan.ts";
import { parseConfig } from "../../../core/model/parse-config.ts";
import { applyAllowList } from "../../../core/scan/allow-list.ts";
import { riskOf } from "../../../core/scan/risk.ts";
import { type Danger, toFinding } from "../../../core/scan/scan-finding.ts";

const aFinding = (danger: Danger, path = "src/a.ts") =>
  toFinding({ class: "privilege", danger, path, line: 1, message: "No." });
const anEntry = (fields: Partial<AllowEntry> = {}): AllowEntry => ({
  class: "privilege",
  paths: ["src/**"],
  reason: "It is ours.",
  until: "2026-12-31",
  ...fields,
});
const today = "2026-11-18";

describe("the risk of a change", () => {
  it.each([
    [0, 0, 0],
    [0, 1, 0.2],
    [0, 3, 0.6],
    [0, 4, 0.8],
    [1, 0, 0.5],
    [1, 1, 0.7],
    [2, 0, 1],
    [5, 9, 1],
  ])("with %i critical and %i high findings is %f", (critical, high, risk) => {
    const findings = [
      ...Array.from({ length: critical }, () => aFinding("critical")),
      ...Array.from({ length: high }, () => aFinding("high")),
      aFinding("low"),
    ];
    expect(riskOf(findings)).toBe(risk);
  });

  it("does not count what reviewers and rules say", () => {
    expect(riskOf([{ path: "a", severity: "blocker", message: "No.", rule: "no-todo" }])).toBe(0);
  });
});

describe("the allow-list", () => {
  it("lets pass what it names, until its last day", () => {
    const findings = [aFinding("critical"), aFinding("critical", "lib/a.ts")];
    expect(applyAllowList(findings, { allow: [anEntry({ until: today })], today })).toEqual({
      left: [findings[1]],
      allowed: [findings[0]],
      expired: [],
    });
  });

  it("names an entry that has ended, and only where it would have counted", () => {
    const old = anEntry({ until: "2026-11-17" });
    const elsewhere = anEntry({ until: "2026-11-17", paths: ["lib/**"] });
    const other = anEntry({ until: "2026-11-17", class: "secret" });
    const allow = [old, elsewhere, other];
    expect(applyAllowList([aFinding("high")], { allow, today })).toMatchObject({
      left: [{}],
      allowed: [],
      expired: [old],
    });
  });

  it("is refused with the line of an entry that has no reason, or no end", () => {
    const head = "scan:\n  allow:\n    - class: secret\n      paths: [test/**]\n";
    expect(parseConfig(`${head}      until: 2027-01-31\n`)).toMatchObject({
      ok: false,
      problems: [{ path: "scan.allow[0].reason", line: 3 }],
    });
    expect(parseConfig(`${head}      reason: "Made up."\n      until: soon\n`)).toMatchObject({
      ok: false,
      problems: [{ path: "scan.allow[0].until", line: 6 }],
    });
    expect(parseConfig(`${head}      reason: "Made up."\n      until: 2027-01-31\n`)).toMatchObject({
      ok: true,
      config: { scan: { allow: [{ until: "2027-01-31" }] } },
    });
  });
});
