import type { FailuresView, OpenFailure } from "../../view/board/view-failures.ts";
import { folded } from "../notes.ts";
import { fitLines, plural } from "../phrases.ts";
import { outcomeWords } from "../why.ts";

/** One ledger of all failures, by reason; what a success has followed is only counted. */
export function renderFailures({ open, closed }: FailuresView): string {
  if (open.length + closed === 0) return "";
  const later = closed > 0 ? `${plural(closed, "failure")} closed by a later success` : "";
  if (open.length === 0) return folded("Failures: none open", `${later}.`);
  const reasons = Map.groupBy(open, ({ outcome }) => outcome);
  const lines = [...reasons].flatMap(([outcome, own]) => {
    const times = own.reduce((sum, { count }) => sum + count, 0);
    return [{ head: `- **${outcomeWords[outcome]}** (\`${outcome}\`), ${plural(times, "time")}` }, ...own];
  });
  const line = (one: (typeof lines)[number]) => ("head" in one ? one.head : `  - ${failureLine(one)}`);
  const more = (count: number) => `- and ${plural(count, "more line")}`;
  const text = fitLines(lines, line, { maxBytes: 6_000, more }).join("\n");
  const summary = `Failures: ${open.length} open${later ? `, ${later}` : ""}`;
  return folded(summary, text);
}

function failureLine({ issue, task, kind, count, run, next }: OpenFailure): string {
  const what = task === undefined ? kind : kind === "task" ? task : `${task} ${kind}`;
  const times = count > 1 ? `, ${count} times in a row` : "";
  const log = run === undefined ? "" : ` ([its run](../actions/runs/${run}))`;
  return `#${issue} ${what}${times}${log}: ${nextWords({ issue, task, next })}`;
}

function nextWords({ issue, task, next }: Pick<OpenFailure, "issue" | "task" | "next">): string {
  switch (next) {
    case "retry":
      return `tick the box above, or comment \`/retry ${task}\` in #${issue}.`;
    case "resume":
      return `fix what it found, then comment \`/resume\` in #${issue}.`;
    case "plan":
      return `comment \`/plan\` in #${issue} to start over.`;
    case "look":
      return `#${issue} says what to do.`;
    case "wait":
      return "nothing for you; gsd tries again by itself.";
  }
}
