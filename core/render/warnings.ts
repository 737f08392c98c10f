import { taskBranch } from "../codec/branches.ts";
import type { Gap } from "../model/gap.ts";
import type { Why } from "../model/notice/parts.ts";
import type { Track } from "../model/track.ts";
import { formatUsd } from "../select/budget.ts";
import { cutMarkdown } from "../text/cut-markdown.ts";
import { code } from "../text/foreign.ts";
import type { Spending, Warning } from "../view/warnings.ts";
import { ciWaits } from "./ci.ts";
import { namingHere, renderDiagnosis } from "./diagnosis.ts";
import { leftOutText } from "./left-out.ts";
import { renderNote } from "./notes.ts";
import { few, fitLines, list, plural } from "./phrases.ts";
import { renderTrouble } from "./troubles.ts";
import { addBudget, outcomeWords } from "./why.ts";
import type { NoticeOf } from "./writers.ts";

/** What people have to look at, each as a warning of Markdown; `short` where a comment in the same thread says it all. */
export function renderWarnings(
  warnings: readonly Warning[],
  track: Track,
  { short = false }: { short?: boolean } = {},
): string[] {
  const texts = new Set(
    warnings.map((warning) => (short && inShort(warning, track)) || renderWarning(warning, track)),
  );
  const warn = (text: string) => `> [!WARNING]\n> ${cutMarkdown(text, 4_000).replaceAll("\n", "\n> ")}`;
  const more = (count: number) => `And ${plural(count, "more warning")}; see the comments.`;
  return fitLines([...texts], warn, { maxBytes: 15_000, more });
}

function renderWarning(warning: Warning, track: Track): string {
  switch (warning.type) {
    case "trouble":
      return renderTrouble(warning.trouble, track);
    case "gap":
      return gapText(warning.gap);
    case "note":
      return renderNote(warning.note);
    case "spending":
      return spent(warning.spending);
    case "cramped":
      return `gsd keeps ${kilobytes(warning.bytes)} about this track, and there is room for ${kilobytes(warning.mostBytes)}. Finish what is under way; move tasks that have not started to another issue: remove them from BACKLOG.yaml and comment \`/approve\`, or \`/skip\` them.`;
    case "left-out":
      return leftOutText(warning.notes).join("");
    case "ci-waits":
      return ciWaits(warning.why);
    case "base-fails":
      return `${code(warning.command)} already fails on the base, so no change is judged by it.`;
  }
}

/** It stays there until a later look finds it settled. */
function gapText(gap: Gap): string {
  const { what, why, fix } = renderDiagnosis(gap, namingHere);
  return `${what} ${why} ${fix}`;
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1_000)} KB`;
}

/** Cause, where the work is, and one thing to do, of what a comment of its own has told in full; undefined for what has none. */
function inShort(warning: Warning, track: Track): string | undefined {
  if (warning.type !== "trouble") return undefined;
  const { trouble } = warning;
  switch (trouble.type) {
    case "planning-failed":
      return `Planning stopped: ${shortly(trouble.why)} ${orMoney(trouble.why, "Once the cause is fixed, comment `/plan` to start over")}.`;
    case "task-failed":
      return taskInShort(trouble, track);
    case "rollback-failed":
      return `The rollback of ${trouble.task} failed: ${shortly(trouble.why)} The comment about it says what you can do.`;
    default:
      return undefined;
  }
}

function taskInShort({ task, why, kept }: NoticeOf<"task-failed">, { issue, tasks, pull }: Track): string {
  if (tasks[task]?.rebase?.status === "proposed") {
    const where = pull ? `#${pull}` : "the plan's pull request";
    return `${task} failed: ${shortly(why)} gsd proposes a better version of it in ${where}: comment \`/approve\` there, or \`/retry ${task}\` to try again as it is.`;
  }
  const work = kept ? ` Its work is kept on \`${taskBranch.format({ issue, task })}\`.` : "";
  const again = `Comment \`/retry ${task}\` to ${kept ? "continue from there" : "try again"}`;
  return `${task} failed: ${shortly(why)}${work} ${orMoney(why, again)}.`;
}

function orMoney({ outcome }: Why, next: string): string {
  return outcome === "budget" ? addBudget : next;
}

/** What programs and providers said stands in the comment about it and in the run. */
function shortly({ outcome, run }: Why): string {
  const more = run ? ` ([its run](../actions/runs/${run}))` : "";
  return `${outcomeWords[outcome]} (\`${outcome}\`)${more}.`;
}

function spent(spending: readonly Spending[]): string {
  const parts = spending.map(({ of, usd, limitUsd }) => {
    const whose = of === "track" ? "the track's" : `${of}'s`;
    return `${formatUsd(usd)} of ${whose} ${formatUsd(limitUsd)}`;
  });
  return `${list(few(parts))} ${spending.length === 1 ? "is" : "are"} spent. Comment \`/budget +5\` to add five dollars.`;
}
