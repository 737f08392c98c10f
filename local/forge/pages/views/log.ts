import { type Html, html } from "../../../../web/html.ts";

const MOMENT = /^\d{4}-\d\d-\d\dT(\d\d:\d\d:\d\d)[.\d]*Z /;
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with the escape character
const COLOURS = /\u001b\[[\d;]*m/g;
const LONGEST = 4000;

/** A job's log: times in the margin, errors and warnings in colour. Only the end of a very long one. */
export function renderLog(text: string): Html {
  const lines = text.replace(/\n$/, "").split("\n");
  const shown = lines.slice(-LONGEST);
  const left = lines.length - shown.length;
  return html`<pre class="log">${left > 0 && `… ${left} earlier lines\n`}${shown.map(renderLine)}</pre>`;
}

function renderLine(line: string): Html {
  const moment = MOMENT.exec(line);
  const words = line.slice(moment?.[0].length ?? 0).replace(COLOURS, "");
  const command = /^##\[(error|warning|group|command|debug|notice|endgroup|section)\]/.exec(words);
  const content = html`${moment && html`<span class="moment">${moment[1]}</span> `}${words.slice(command?.[0].length ?? 0)}`;
  if (command?.[1] === "endgroup") return html``;
  return command ? html`<span class="log-${command[1]}">${content}</span>\n` : html`${content}\n`;
}
