import { type Html, html } from "../html.ts";

/** One bar: what it is called, and how much it is. */
export interface Bar {
  name: string;
  href?: string;
  value: number;
  /** How much it is, in words. */
  words: string;
}

const wide = 1_000;

/** Bars below each other: by model, role or track. */
export function renderBars(bars: readonly Bar[], caption: string): Html {
  const most = Math.max(...bars.map(({ value }) => value), 0);
  if (most === 0) return html``;
  const rows = bars.map(
    ({ name, href, value, words }) =>
      html`<tr><th scope="row">${href ? html`<a href="${href}">${name}</a>` : name}</th>
<td class="bar"><svg viewBox="0 0 ${wide} 10" preserveAspectRatio="none" aria-hidden="true"><rect x="0" y="0" width="${Math.max(2, Math.round((value / most) * wide))}" height="10" rx="2"/></svg></td>
<td class="number">${words}</td></tr>
`,
  );
  return html`<div class="table" tabindex="0" role="group" aria-label="${caption}"><table class="bars"><caption>${caption}</caption><tbody>${rows}</tbody></table></div>`;
}

const high = 120;
/** Room above a column for its amount, and below it for its day. */
const head = 18;
const foot = 20;
const steps = { narrow: 24, wide: 64 };
/** As many columns have room for their names. */
const mostNamed = 16;

/** Columns side by side, one for each day; every one is told in words by its title, and in the table below it. */
export function renderColumns(columns: readonly Bar[], caption: string): Html {
  const most = Math.max(...columns.map(({ value }) => value), 0);
  if (most === 0) return html``;
  const isNamed = columns.length <= mostNamed;
  const step = isNamed ? steps.wide : steps.narrow;
  const width = columns.length * step;
  const tall = head + high + foot;
  const drawn = columns.map((column, at) => {
    const height = Math.max(column.value > 0 ? 2 : 0, Math.round((column.value / most) * high));
    return drawColumn(column, { x: at * step, step, height, isNamed });
  });
  const rows = columns
    .toReversed()
    .map(({ name, words }) => html`<tr><th scope="row">${name}</th><td class="number">${words}</td></tr>`);
  return html`<figure class="columns-plot"><figcaption>${caption}</figcaption>
<div class="drawing" tabindex="0" role="group" aria-label="${caption}, scrolls sideways"><svg role="img" aria-label="${caption}, from ${columns[0]?.name} to ${columns.at(-1)?.name}; the table below has the numbers" width="${width}" height="${tall}" viewBox="0 0 ${width} ${tall}"><line x1="0" x2="${width}" y1="${head + high + 1}" y2="${head + high + 1}"/>${drawn}</svg></div>
<details><summary>The numbers</summary><table><tbody>${rows}</tbody></table></details></figure>`;
}

interface ColumnPlace {
  x: number;
  step: number;
  height: number;
  isNamed: boolean;
}

/** Its amount stands above it and the end of its name, such as a day's month and day, below it. */
function drawColumn({ name, value, words }: Bar, { x, step, height, isNamed }: ColumnPlace): Html {
  const top = head + high - height;
  const middle = x + step / 2;
  const names =
    isNamed &&
    html`${value > 0 && html`<text class="amount" x="${middle}" y="${top - 5}">${words}</text>`}<text x="${middle}" y="${head + high + 16}">${name.slice(-5)}</text>`;
  return html`<rect x="${x + step / 6}" y="${top}" width="${(step * 2) / 3}" height="${height}" rx="3"><title>${name}: ${words}</title></rect>${names}`;
}
