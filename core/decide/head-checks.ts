import type { ChecksFact } from "../model/facts.ts";
import type { HeadState } from "../ports/github.ts";

/** Our own statuses do not gate us: they say what we know already. */
const ours = /^gsd\//;

/** What others' statuses and check suites say about a head; `own` are the suites of our own runs. */
export function readHeadState({ statuses, suites }: HeadState, own: number[] = []): ChecksFact {
  const others = statuses.filter((status) => !ours.test(status.name));
  // Every App with checks permission gets a suite on each push, which stays queued when it makes no runs.
  const real = suites.filter(
    (suite) => !own.includes(suite.id) && (suite.runs > 0 || suite.conclusion === "action_required"),
  );
  const failing = [
    ...others.filter((status) => status.state === "failure" || status.state === "error"),
    ...real.filter((suite) =>
      ["failure", "timed_out", "cancelled", "startup_failure"].includes(suite.conclusion ?? ""),
    ),
  ];
  if (failing.length > 0) return { state: "failing", names: names(failing) };
  const waiting = real.filter((suite) => suite.conclusion === "action_required");
  if (waiting.length > 0) return { state: "waiting", names: names(waiting) };
  const pending = [
    ...others.filter((status) => status.state === "pending"),
    ...real.filter((suite) => suite.status !== "completed"),
  ];
  return pending.length > 0 ? { state: "pending", names: names(pending) } : { state: "clear", names: [] };
}

function names(gates: { name: string }[]): string[] {
  return [...new Set(gates.map((gate) => gate.name))];
}
