import type { Signal } from "../model/signal.ts";
import type { FoundPart } from "./build-prompt.ts";

type SignalOf<C extends Signal["code"]> = Extract<Signal, { code: C }>;
type Sentences = { [C in Signal["code"]]: (signal: SignalOf<C>) => string };

/** What code alone saw in a change, as an agent is told it. */
const sentences: Sentences = {
  "test-file-deleted": ({ path, count }) => `${path} is deleted; it had ${count} test(s).`,
  "tests-removed": ({ path, count }) => `${path}: ${count} test(s) removed.`,
  "tests-skipped": (signal) => `${place(signal)}: ${signal.count} place(s) skip tests (${signal.mark}).`,
  "tests-focused": (signal) => `${place(signal)}: only some tests run (${signal.mark}).`,
  "assertions-removed": ({ path, count }) => `${path}: ${count} assertion(s) removed.`,
  "fewer-tests": ({ command, before, after = "an unknown number of" }) =>
    `\`${command}\` ran ${after} tests; on the base it ran ${before}.`,
  "more-skipped": ({ command, before, after }) =>
    `\`${command}\` skipped ${after} tests; on the base it skipped ${before}.`,
  "command-weakened": (signal) =>
    `${place(signal)}: the command \`${signal.name}\` changed and may check less.`,
  "ci-weakened": (signal) => `${place(signal)}: CI may check less.`,
  "config-weakened": (signal) => `${place(signal)}: \`${signal.mark}\` changed, so checks may say less.`,
  "coverage-lowered": (signal) =>
    `${place(signal)}: the coverage asked for by \`${signal.mark}\` was ${signal.before}, and is ${signal.after ?? "gone"}.`,
  "lint-disabled": (signal) => `${place(signal)}: a check is switched off (${signal.mark}).`,
  "outside-hints": ({ path }) => `${path} is neither in the task's files nor next to them, and no test.`,
  "protected-named": ({ path }) => `${path} is protected, and the task names it.`,
  "change-uncovered": ({ lines, covered, least }) =>
    `Tests ran ${covered} of ${lines} changed lines; at least ${least}% is asked for.`,
  "large-change": ({ lines, most }) => `The change has ${lines} lines; up to ${most} are fine.`,
};

/** All of them, for whoever changes or reviews the work. */
export function tellSignals(signals: readonly Signal[]): FoundPart[] {
  if (signals.length === 0) return [];
  return [{ title: "What code alone sees in this change", texts: [signals.map(signalText).join("\n")] }];
}

/** One of them, on one line. */
export function signalText(signal: Signal): string {
  // Each code has its own function, so this one takes this signal.
  const write = sentences[signal.code] as (signal: Signal) => string;
  return write(signal);
}

function place({ path, line }: { path: string; line?: number }): string {
  return line ? `${path}:${line}` : path;
}
