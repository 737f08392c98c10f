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
const step = 24;

/** Columns side by side, one for each day; every one is told in words by its title, and in the table below it. */
export function renderColumns(columns: readonly Bar[], caption: string): Html {
  const most = Math.max(...columns.map(({ value }) => value), 0);
  if (most === 0) return html``;
  const width = columns.length * step;
  const drawn = columns.map(({ name, value, words }, at) => {
    const height = Math.max(value > 0 ? 2 : 0, Math.round((value / most) * high));
    return html`<rect x="${at * step + 4}" y="${high - height}" width="${step - 8}" height="${height}" rx="3"><title>${name}: ${words}</title></rect>`;
  });
  const rows = columns
    .toReversed()
    .map(({ name, words }) => html`<tr><th scope="row">${name}</th><td class="number">${words}</td></tr>`);
  return html`<figure class="columns-plot"><figcaption>${caption}</figcaption>
<div class="drawing" tabindex="0" role="group" aria-label="${caption}, scrolls sideways"><svg role="img" aria-label="${caption}, from ${columns[0]?.name} to ${columns.at(-1)?.name}; the table below has the numbers" width="${width}" height="${high + 4}" viewBox="0 0 ${width} ${high + 4}"><line x1="0" x2="${width}" y1="${high + 1}" y2="${high + 1}"/>${drawn}</svg></div>
<details><summary>The numbers</summary><table><tbody>${rows}</tbody></table></details></figure>`;
}
