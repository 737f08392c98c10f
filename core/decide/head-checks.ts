import type { ChecksFact } from "../model/facts.ts";
import type { HeadState, Suite } from "../ports/github/runs.ts";

/** Our own statuses do not gate us: they say what we know already. */
const ours = /^gsd\//;

/** What others' statuses and check suites say about a head; `own` are the suites of our own runs. */
export function readHeadState({ statuses, suites }: HeadState, own: number[] = []): ChecksFact {
  const others = statuses.filter((status) => !ours.test(status.name));
  // Every App with checks permission gets a suite on each push, which stays queued when it makes no runs.
  const real = suites.filter(
    (suite) =>
      !own.includes(suite.id) &&
      !saysOurs(suite) &&
      (suite.runs > 0 || suite.conclusion === "action_required"),
  );
  const failing = [
    ...others.filter((status) => status.state === "failure" || status.state === "error").map(nameOf),
    ...real.filter(isFailing).flatMap((suite) => namesIn(suite, isFailing)),
  ];
  if (failing.length > 0) return { state: "failing", names: unique(failing) };
  const waiting = real.filter((suite) => suite.conclusion === "action_required").map(nameOf);
  if (waiting.length > 0) return { state: "waiting", names: unique(waiting) };
  const pending = [
    ...others.filter((status) => status.state === "pending").map(nameOf),
    ...real.filter(isPending).flatMap((suite) => namesIn(suite, isPending)),
  ];
  return pending.length > 0 ? { state: "pending", names: unique(pending) } : { state: "clear", names: [] };
}

type Check = Suite["checks"][number];

/** The App's own check runs. A workflow may call its jobs as it likes. */
function saysOurs({ byApp, runs, checks }: Suite): boolean {
  return byApp && runs > 0 && runs === checks.length && checks.every(({ name }) => ours.test(name));
}

function isFailing({ conclusion }: Pick<Check, "conclusion">): boolean {
  return ["failure", "timed_out", "cancelled", "startup_failure"].includes(conclusion ?? "");
}

function isPending({ status }: Pick<Check, "status">): boolean {
  return status !== "completed";
}

/** `CI / test`, as GitHub shows it: the checks that matter, or the suite where none of them tells. */
function namesIn({ name, checks }: Suite, matters: (check: Check) => boolean): string[] {
  const found = checks.filter(matters).map((check) => `${name} / ${check.name}`);
  return found.length > 0 ? found : [name];
}

function nameOf({ name }: { name: string }): string {
  return name;
}

function unique(names: string[]): string[] {
  return [...new Set(names)];
}
