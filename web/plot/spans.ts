import { type Html, html } from "../html.ts";
import { formatDuration } from "../views/time.ts";
import { createScale, type Scale } from "./scale.ts";

/** A stretch of time within a row. */
export interface Stretch {
  /** Milliseconds since 1970. */
  start: number;
  end: number;
  look: "wait" | "run" | "failed" | "open";
}

/** One thing that took time. */
export interface SpanRow {
  name: Html | string;
  /** How far it is moved in: what it is a part of stands above it. */
  depth: number;
  stretches: readonly Stretch[];
  /** A whole whose parts stand below it: they say which times are drawn, not its own pauses. */
  isFrame?: boolean;
  /** What stands at its end, such as what it cost. */
  note: Html | string;
}

const wide = 1_000;

const looks: Readonly<Record<Stretch["look"], string>> = {
  wait: "waited",
  run: "worked",
  failed: "worked and failed",
  open: "still under way",
};

const legend: readonly [look: Stretch["look"], words: string][] = [
  ["wait", "waiting"],
  ["run", "working"],
  ["failed", "failed"],
  ["open", "still under way"],
];

/** Rows of time below each other on one scale; told in words, too, for those who do not see them. */
export function renderSpans(rows: readonly SpanRow[], caption: string): Html {
  const parts = rows.filter(({ isFrame }) => !isFrame);
  const all = (parts.length > 0 ? parts : rows).flatMap(({ stretches }) => stretches);
  if (all.length === 0) return html``;
  const scale = createScale(all);
  return html`<div class="table" tabindex="0" role="group" aria-label="${caption}"><table class="spans">
<caption>${caption} <span class="quiet">over ${formatDuration(scale.seconds)}${scale.isFolded && "; pauses in which nothing ran are drawn short"}</span></caption>
<thead><tr><th scope="col">What</th><th scope="col" class="when">When</th><th scope="col">How long</th><th scope="col">What it came to</th></tr></thead>
<tbody>${rows.map((row) => renderRow(row, scale))}</tbody></table></div>
<p class="legend">${legend.map(([look, words]) => html`<span><span class="key ${look}"></span>${words}</span> `)}</p>`;
}

function renderRow({ name, depth, stretches, note }: SpanRow, scale: Scale): Html {
  const words = stretches.map(
    ({ start, end, look }) => `${looks[look]} ${formatDuration((end - start) / 1_000)}`,
  );
  return html`<tr><th scope="row" class="depth-${Math.min(depth, 3)}">${name}</th>
<td class="when"><svg viewBox="0 0 ${wide} 16" preserveAspectRatio="none" role="img" aria-label="${words.join(", ") || "no time known"}">${stretches.map((one) => renderStretch(one, scale))}</svg></td>
<td class="number">${words.length > 0 && stretches.map(({ start, end, look }, at) => html`${at > 0 && html`<br>`}<span class="${look}">${formatDuration((end - start) / 1_000)}</span>${look === "wait" && " waiting"}`)}</td>
<td class="note">${note}</td></tr>
`;
}

function renderStretch({ start, end, look }: Stretch, scale: Scale): Html {
  const x = Math.round(scale.at(start) * wide * 10) / 10;
  const width = Math.max(3, Math.round(scale.at(end) * wide * 10) / 10 - x);
  return html`<rect class="${look}" x="${Math.min(x, wide - 3)}" y="${look === "wait" ? 5 : 2}" width="${width}" height="${look === "wait" ? 6 : 12}" rx="2"/>`;
}
