import { jobName } from "../../codec/keys.ts";
import type { FailuresView, OpenFailure } from "../../view/board/view-failures.ts";
import { folded } from "../notes.ts";
import { fitLines, plural } from "../phrases.ts";
import { outcomeWords } from "../why.ts";

/** One ledger of all failures, by reason; what a success has followed is only counted. */
export function renderFailures({ open, closed }: FailuresView): string {
  if (open.length + closed === 0) return "";
  const later = closed > 0 ? `${plural(closed, "failure")} closed by a later success` : "";
  if (open.length === 0) return folded("Failures: none open", `${later}.`);
  const reasons = [...new Set(open.map(({ outcome }) => outcome))];
  const lines = reasons.flatMap((outcome) => {
    const own = open.filter((one) => one.outcome === outcome);
    const times = own.reduce((sum, { count }) => sum + count, 0);
    return [{ head: `- **${outcomeWords[outcome]}** (\`${outcome}\`), ${plural(times, "time")}` }, ...own];
  });
  const line = (one: (typeof lines)[number]) => ("head" in one ? one.head : `  - ${failureLine(one)}`);
  const more = (count: number) => `- and ${plural(count, "more line")}`;
  const text = fitLines(lines, line, { maxBytes: 6_000, more }).join("\n");
  const summary = `Failures: ${open.length} open${later ? `, ${later}` : ""}`;
  return folded(summary, text);
}

function failureLine({ issue, job, count, run, next }: OpenFailure): string {
  const times = count > 1 ? `, ${count} times in a row` : "";
  const log = run === undefined ? "" : ` ([its run](../actions/runs/${run}))`;
  const nextWords: Record<OpenFailure["next"], string> = {
    tick: `tick its box above, or comment \`/retry ${job.task}\` in #${issue}.`,
    retry: `comment \`/retry ${job.task}\` in #${issue}.`,
    "approve-edit": `gsd proposes a better version of it; #${issue} says what to approve.`,
    resume: `fix what it found, then comment \`/resume\` in #${issue}.`,
    "start-over": `comment \`/plan\` in #${issue} to start over.`,
    look: `#${issue} says what to do.`,
    wait: "nothing for you; gsd tries again by itself.",
  };
  return `#${issue} ${jobName({ ...job, attempt: 1 })}${times}${log}: ${nextWords[next]}`;
}
