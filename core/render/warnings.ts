import type { Track } from "../model/track.ts";
import { formatUsd } from "../select/budget.ts";
import { cutText } from "../text/cut-text.ts";
import type { Spending, Warning } from "../view/warnings.ts";
import { renderNote } from "./notes.ts";
import { code, few, fitLines, list, plural } from "./phrases.ts";
import { renderTrouble } from "./troubles.ts";

/** What people have to look at, each as a warning of Markdown. */
export function renderWarnings(warnings: readonly Warning[], track: Track): string[] {
  const texts = new Set(warnings.map((warning) => renderWarning(warning, track)));
  const warn = (text: string) => `> [!WARNING]\n> ${cutText(text, 4_000).replaceAll("\n", "\n> ")}`;
  const more = (count: number) => `And ${plural(count, "more warning")}; see the comments.`;
  return fitLines([...texts], warn, { maxBytes: 15_000, more });
}

function renderWarning(warning: Warning, track: Track): string {
  switch (warning.type) {
    case "trouble":
      return renderTrouble(warning.trouble, track);
    case "note":
      return renderNote(warning.note);
    case "spending":
      return spent(warning.spending);
    case "base-fails":
      return `${code(warning.command)} already fails on the base, so no change is judged by it.`;
  }
}

function spent(spending: readonly Spending[]): string {
  const parts = spending.map(({ of, usd, limitUsd }) => {
    const whose = of === "track" ? "the track's" : `${of}'s`;
    return `${formatUsd(usd)} of ${whose} ${formatUsd(limitUsd)}`;
  });
  return `${list(few(parts))} ${spending.length === 1 ? "is" : "are"} spent. Comment \`/budget +5\` to add five dollars.`;
}
