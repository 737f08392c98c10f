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
import { outcomeWords } from "./why.ts";

/** What people have to look at, each as a warning of Markdown; `short` where a comment in the same thread says it all. */
export function renderWarnings(
  warnings: readonly Warning[],
  track: Track,
  { short = false }: { short?: boolean } = {},
): string[] {
  const texts = new Set(
    warnings.map((warning) => (short && inShort(warning)) || renderWarning(warning, track)),
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

/** What a comment of its own has told in full; undefined for what has none. */
function inShort(warning: Warning): string | undefined {
  if (warning.type !== "trouble") return undefined;
  const { trouble } = warning;
  switch (trouble.type) {
    case "planning-failed":
      return `Planning stopped: ${shortly(trouble.why)}`;
    case "task-failed":
      return `${trouble.task} failed: ${shortly(trouble.why)}`;
    case "rollback-failed":
      return `The rollback of ${trouble.task} failed: ${shortly(trouble.why)}`;
    default:
      return undefined;
  }
}

/** Whoever wants to know more, and what to do, reads the comment. */
function shortly({ outcome }: Why): string {
  return `${outcomeWords[outcome]} (\`${outcome}\`). The comment about it says why, and what you can do.`;
}

function spent(spending: readonly Spending[]): string {
  const parts = spending.map(({ of, usd, limitUsd }) => {
    const whose = of === "track" ? "the track's" : `${of}'s`;
    return `${formatUsd(usd)} of ${whose} ${formatUsd(limitUsd)}`;
  });
  return `${list(few(parts))} ${spending.length === 1 ? "is" : "are"} spent. Comment \`/budget +5\` to add five dollars.`;
}
