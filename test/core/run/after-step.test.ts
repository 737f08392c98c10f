import { describe, expect, it } from "vitest";
import { outcomes } from "../../../core/model/job.ts";
import {
  endsJob,
  fallsBack,
  isClear,
  isWorthAnotherTry,
  takesOverUntil,
} from "../../../core/run/after-step.ts";

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

  it("has the fallback do the work until the provider is back, or for five minutes where nobody says", () => {
    const now = Date.parse("2026-11-18T10:00:00.000Z");
    const inMinutes = (until: string | undefined) => (takesOverUntil(until, now) - now) / 60_000;
    expect(inMinutes("2026-11-18T11:00:00.000Z")).toBe(60);
    expect([undefined, "2026-11-18T09:00:00.000Z", "soon"].map(inMinutes)).toEqual([5, 5, 5]);
  });

  it("is clear without a blocker, and with every criterion met", () => {
    const finding = { path: "a", severity: "blocker" as const, message: "m" };
    expect(isClear("review", { summary: "s", findings: [] })).toBe(true);
    expect(isClear("review", { summary: "s", findings: [{ ...finding, severity: "suggestion" }] })).toBe(
      true,
    );
    expect(isClear("review", { summary: "s", findings: [finding] })).toBe(false);
    const criterion = { criterion: "T01.1", met: false, evidence: "e" };
    expect(isClear("verification", { summary: "s", criteria: [criterion] })).toBe(false);
    expect(isClear("change", { summary: "s" })).toBe(true);
  });
});
