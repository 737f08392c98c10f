import { describe, expect, it } from "vitest";
import { outcomes } from "../../../core/model/job.ts";
import { endsJob, fallsBack, isClear, isWorthAnotherTry } from "../../../core/run/after-step.ts";

describe("what follows from how a step ended", () => {
  it("ends the job where whoever came next would meet the same", () => {
    expect(outcomes.filter((outcome) => endsJob({ outcome }))).toEqual(
      [
        "text-changed",
        "cancelled",
        "sandbox",
        "config",
        "auth",
        "rate-limited",
        "unavailable",
        "budget",
      ].sort((a, b) => outcomes.indexOf(a as never) - outcomes.indexOf(b as never)),
    );
  });

  it("never asks again what ends the job, nor the fallback for what is the agent's own fault", () => {
    expect(outcomes.filter((outcome) => isWorthAnotherTry(outcome) && endsJob({ outcome }))).toEqual([]);
    expect(outcomes.filter(fallsBack)).toEqual(["rate-limited", "unavailable"]);
  });

  it("is clear without a blocker, and with every criterion met", () => {
    const finding = { path: "a", severity: "blocker" as const, message: "m" };
    expect(isClear("review", { summary: "s", findings: [] })).toBe(true);
    expect(isClear("review", { summary: "s", findings: [{ ...finding, severity: "suggestion" }] })).toBe(
      true,
    );
    expect(isClear("review", { summary: "s", findings: [finding] })).toBe(false);
    const criterion = { task: "T01" as const, criterion: "c", met: false, evidence: "e" };
    expect(isClear("verification", { summary: "s", criteria: [criterion] })).toBe(false);
    expect(isClear("change", { summary: "s" })).toBe(true);
  });
});
