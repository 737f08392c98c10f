import { describe, expect, it } from "vitest";
import { decideReport, type FinishedRun } from "../../../core/run/decide-report.ts";
import type { GatewayOutcome } from "../../../core/run/gateway-outcome.ts";

const result = {
  ...{ code: 0, signal: null, stdout: "", stderr: "", seconds: 1 },
  ...{ timedOut: false, aborted: false, outputCut: false },
};

function aRun(more: Partial<FinishedRun> = {}): FinishedRun {
  return {
    ...{
      engine: "codex",
      secret: "OPENAI_API_KEY",
      said: { text: '{"summary":"s"}' },
      result,
      turns: 2,
      heard: "",
    },
    ...{ gateway: { type: "ok" }, stopped: undefined, limits: { minutes: 30, maxTurns: 5 } },
    ...more,
  };
}

describe("what a run amounts to", () => {
  it("is done with an answer after a turn", () => {
    expect(decideReport(aRun())).toEqual({ outcome: "done", answer: { summary: "s" } });
  });

  it("is never done without a turn, whatever the CLI says", () => {
    expect(decideReport(aRun({ turns: 0 })).outcome).toBe("crashed");
  });

  it("is done when a side request failed and the answer is there", () => {
    const gateway: GatewayOutcome = { type: "model-refused", model: "x", message: "m" };
    expect(decideReport(aRun({ gateway })).outcome).toBe("done");
  });

  it.each<[string, GatewayOutcome]>([
    ["auth", { type: "auth", status: 401, message: "m" }],
    ["auth", { type: "billing", status: 402, message: "m" }],
    ["rate-limited", { type: "rate-limited", until: "2026-11-16T04:00:00.000Z", message: "m" }],
    ["rate-limited", { type: "overloaded", status: 529, message: "m" }],
    ["budget", { type: "budget", usd: 5, limit: 5, message: "m" }],
    ["timeout", { type: "stalled", phase: "idle", message: "m" }],
    ["unavailable", { type: "server-error", status: 500, message: "m" }],
    ["crashed", { type: "cut", message: "m" }],
    ["unavailable", { type: "unreachable", code: "ECONNREFUSED", message: "m" }],
  ])("is %s when the gateway says so, though the CLI says something else", (outcome, gateway) => {
    const said = { failure: { outcome: "crashed" as const, message: "Something went wrong" } };
    const decision = decideReport(aRun({ gateway, said, result: { ...result, code: 1 } }));
    expect(decision).toMatchObject({ outcome, reason: expect.any(String) });
    expect(decision.until).toBe(gateway.type === "rate-limited" ? gateway.until : undefined);
  });

  it("names the secret to set", () => {
    const gateway: GatewayOutcome = { type: "auth", status: 401, message: "m" };
    expect(decideReport(aRun({ gateway, said: {} })).reason).toContain("OPENAI_API_KEY");
  });

  it("is cancelled when the job was, and not when we stopped it ourselves", () => {
    const aborted = { ...result, aborted: true, code: null };
    expect(decideReport(aRun({ result: aborted })).outcome).toBe("cancelled");
    expect(decideReport(aRun({ result: aborted, stopped: "max-turns" })).outcome).toBe("max-turns");
    expect(decideReport(aRun({ result: aborted, stopped: "provider" })).outcome).toBe("crashed");
  });

  it("shows what was said instead of an answer", () => {
    const decision = decideReport(aRun({ said: { text: "All good!" } }));
    expect(decision).toMatchObject({
      outcome: "invalid-answer",
      reason: expect.stringContaining("All good!"),
    });
  });

  it("says what a run used too much of", () => {
    const decision = decideReport(aRun({ result: { ...result, code: null, exceeded: "memory" } }));
    expect(decision).toMatchObject({ outcome: "crashed", reason: expect.stringContaining("memory") });
  });

  it("shows a crashed CLI's last words", () => {
    const crashed = { ...result, code: 41, stderr: "Invalid auth method" };
    const decision = decideReport(aRun({ said: {}, result: crashed, turns: 0 }));
    expect(decision).toMatchObject({
      outcome: "crashed",
      reason: expect.stringContaining("Invalid auth method"),
    });
  });

  it("shows what a CLI did that was killed without a word, and not the output that is meant for programs", () => {
    const killed = { ...result, code: 137, stdout: '{"type":"turn.started"}\n' };
    const { reason } = decideReport(aRun({ said: {}, result: killed, heard: "shell make test" }));
    expect(reason).toBe("codex ended with exit code 137.\nshell make test");
  });
});
