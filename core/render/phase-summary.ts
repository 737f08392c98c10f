import type { Phase } from "../backlog/roadmap.ts";
import type { Track } from "../model/track.ts";
import { formatUsd } from "../select/budget.ts";
import { block, cell, inline, title as plainTitle } from "../text/foreign.ts";
import { viewTrack } from "../view/view-track.ts";
import { fitLines, plural } from "./phrases.ts";

/** An issue of a phase, with its track if it had one. */
interface SummaryRow {
  number: number;
  title: string;
  track: Track | undefined;
}

interface SummaryInput {
  title: string;
  date: string;
  /** Who completed it. */
  by: string;
  /** The phase as the roadmap had it. */
  phase: Phase | undefined;
  rows: readonly SummaryRow[];
}

export function phaseSummaryTitle(title: string): string {
  return plainTitle(`Roadmap: ${title} is completed`);
}

/** What goes to the archive when a phase is completed: what was promised, and what became of it. */
export function phaseSummary({ title, date, by, phase, rows }: SummaryInput): string {
  const words = (phase?.rows ?? [])
    .flatMap((row) => (row.type === "words" ? [row.raw] : []))
    .join("\n")
    .trim();
  const usd = rows.reduce((sum, { track }) => sum + (track?.usd ?? 0), 0);
  const lines = fitLines(rows, summaryLine, {
    maxBytes: 40_000,
    more: (count) => `| and ${plural(count, "more issue")} | | | |`,
  });
  return `${[
    `# ${inline(title)}`,
    `Completed on ${date} by ${inline(by)}: ${plural(rows.length, "issue")}${usd > 0 ? `, ${formatUsd(usd)} spent by agents` : ""}.`,
    words === "" ? "" : block(words.slice(0, 5_000)),
    ["| issue | pull request | tasks | cost |", "|---|---|---|---|", ...lines].join("\n"),
  ]
    .filter(Boolean)
    .join("\n\n")}\n`;
}

function summaryLine({ number, title, track }: SummaryRow): string {
  const view = track && viewTrack(track);
  const pull = view?.pull === undefined ? "–" : `#${view.pull}`;
  const tasks = view && view.progress.tasks > 0 ? `${view.progress.done} of ${view.progress.tasks}` : "–";
  return `| #${number} ${cell(title)} | ${pull} | ${tasks} | ${track && track.usd > 0 ? formatUsd(track.usd) : "–"} |`;
}
