import { percentOf } from "../model/coverage.ts";
import type { Signal } from "../model/signal.ts";
import { code } from "../text/foreign.ts";
import { fitLines, pick, plural } from "./phrases.ts";

type SignalOf<C extends Signal["code"]> = Extract<Signal, { code: C }>;
type Sentences = { [C in Signal["code"]]: (signal: SignalOf<C>) => string };

/** What code alone saw in a change, one sentence each. */
const sentences: Sentences = {
  "test-file-deleted": ({ path, count }) => `${code(path)} is deleted, with ${plural(count, "test")}.`,
  "tests-removed": ({ path, count }) => `${code(path)} has ${plural(count, "test")} less.`,
  "tests-skipped": (signal) =>
    `${place(signal)} ${pick(signal.count, "skips a test", `skips tests in ${signal.count} places`)} (${code(signal.mark)}).`,
  "tests-focused": (signal) => `${place(signal)} lets only some tests run (${code(signal.mark)}).`,
  "assertions-removed": ({ path, count }) => `${code(path)} has ${plural(count, "assertion")} less.`,
  "fewer-tests": ({ command, before, after }) =>
    after === undefined
      ? `${code(command)} does not say how many tests it ran; on the base it ran ${before}.`
      : `${code(command)} ran ${plural(after, "test")}; on the base it ran ${before}.`,
  "more-skipped": ({ command, before, after }) =>
    `${code(command)} skipped ${plural(after, "test")}; on the base it skipped ${before}.`,
  "command-weakened": (signal) =>
    `${place(signal)} may check less: the command ${code(signal.name)} changed.`,
  "ci-weakened": (signal) => `${place(signal)} may let CI check less.`,
  "config-weakened": (signal) => `${place(signal)} may check less: ${code(signal.mark)} changed.`,
  "coverage-lowered": (signal) =>
    signal.after === undefined
      ? `${place(signal)} no longer asks for a coverage of ${code(`${signal.mark}: ${signal.before}`)}.`
      : `${place(signal)} lowers the coverage that ${code(signal.mark)} asks for from ${code(signal.before)} to ${code(signal.after)}.`,
  "lint-disabled": (signal) =>
    `${place(signal)} switches a check off${signal.count > 1 ? ` in ${signal.count} places` : ""} (${code(signal.mark)}).`,
  "outside-hints": ({ path }) => `${code(path)} is neither in the task's \`files_hint\` nor next to it.`,
  "protected-named": ({ path }) => `${code(path)} is protected; the approved plan names it.`,
  "change-uncovered": ({ lines, covered, least }) =>
    `Tests ran ${covered} of ${plural(lines, "line")} that it adds (${percentOf({ lines, covered })}%); \`verification.coverage\` asks for ${least}%.`,
  "large-change": ({ lines, most }) =>
    `It adds and removes ${lines} lines; \`limits.lines\` allows ${most} before a person has to look.`,
};

/** One of them; anybody's words in it do nothing. */
export function renderSignal(signal: Signal): string {
  // Each code has its own function, so this one takes this signal.
  const write = sentences[signal.code] as (signal: Signal) => string;
  return write(signal);
}

/** One line for each. */
export function signalList(signals: readonly Signal[], maxBytes = 8_000): string {
  const line = (signal: Signal) => `- ${renderSignal(signal)}`;
  return fitLines(signals, line, { maxBytes, more: (count) => `- and ${count} more` }).join("\n");
}

/** What stands above a review, so that nobody misses it. */
export function signalPart(signals: readonly Signal[], isBlocking: boolean): string {
  if (signals.length === 0) return "";
  const first = isBlocking
    ? "⛔ **This does not merge by itself: a person has to look at it.**"
    : "⚠️ **Look at this first.**";
  return `${first} gsd compared the change with its base and found:\n\n${signalList(signals)}`;
}

function place({ path, line }: { path: string; line?: number }): string {
  return code(line ? `${path}:${line}` : path);
}
