import { type Finding, severities } from "../model/answers.ts";
import type { Signal } from "../model/signal.ts";
import { plural } from "./phrases.ts";

/** `1 blocker, 3 suggestions`; empty for none. */
export function countFindings(findings: readonly Finding[]): string {
  const counts = severities.map((severity) => {
    const found = findings.filter((finding) => finding.severity === severity);
    return { severity, count: found.reduce((sum, { more = 0 }) => sum + 1 + more, 0) };
  });
  return counts.flatMap(({ severity, count }) => (count > 0 ? [plural(count, severity)] : [])).join(", ");
}

/** One line beside the status `gsd/rules`. */
export function rulesStatus(findings: readonly Finding[], risk: number): string {
  const found = countFindings(findings) || "Neither rules nor the scanner found anything";
  return risk > 0 ? `${found}; risk ${risk} of 1` : found;
}

/** One line beside the status `gsd/scope`. */
export function scopeStatus(signals: readonly Signal[], isHeld: boolean): string {
  const outside = signals.filter(({ code }) => code === "outside-hints").length;
  const large = signals.find((signal) => signal.code === "large-change");
  const named = signals.filter(({ code }) => code === "protected-named").length;
  const words = [
    named > 0 ? plural(named, "protected file") : "",
    outside > 0 ? `${plural(outside, "file")} outside of the task` : "",
    large ? `${large.lines} lines changed` : "",
  ].filter(Boolean);
  if (words.length === 0) return "Within the task";
  return `${words.join(", ")}${isHeld ? ": a person has to look" : ""}`;
}
