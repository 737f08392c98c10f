import { jobKey, jobName } from "../../../core/codec/keys.ts";
import { address } from "../../address.ts";
import { type Html, html } from "../../html.ts";
import type { WebReply } from "../../page.ts";
import type { RepositoryView } from "../../routes.ts";
import { findTrack, placeOf, trackPage } from "../track/place.ts";
import { findJob } from "./job.ts";
import { formatBytes } from "./steps.ts";

/** So much of a text is on one page, however long it is. */
export const pageBytes = 64 * 1024;
const newline = 10;
/** A line that is longer than this is cut. */
const longLine = 8 * 1024;

/** `…/said/<file>`: what a member of a crew was told, or what it said: the end first, since that is where things went wrong. */
export const showSaid: RepositoryView = async (context) => {
  const { repository, params, query } = context;
  const track = await findTrack(context);
  const known = track && findJob(track, params);
  if (!track || !known || known.run === undefined) return undefined;
  const logs = await repository.logs(known.job, known.run);
  const { file = "" } = params;
  const bytes = logs?.read(file);
  if (!bytes) return undefined;
  if (query.has("download")) return download(file, bytes);
  const place = placeOf(context);
  const here = address.said(place.repository, jobKey.format(known.job), file);
  const back = { href: address.job(place.repository, jobKey.format(known.job)), name: jobName(known.job) };
  const body = renderSaid({ file, bytes, here, back, page: query.get("page") });
  return trackPage({ track, about: file, body }, place);
};

/** Where a page ends and the next begins: behind a line, or where a line is very long, between two characters. */
function edgeAt(bytes: Uint8Array, at: number): number {
  if (at <= 0 || at >= bytes.length) return Math.min(Math.max(at, 0), bytes.length);
  const line = bytes.lastIndexOf(newline, at - 1) + 1;
  if (line > at - longLine) return line;
  let edge = at;
  // A byte that goes on with a character.
  while (edge > 0 && ((bytes[edge] ?? 0) & 0xc0) === 0x80) edge -= 1;
  return edge;
}

function download(file: string, body: Uint8Array): WebReply {
  const name = file.replaceAll(/[^\w.-]/g, "-");
  const headers = {
    "content-type": "text/plain; charset=utf-8",
    "content-disposition": `attachment; filename="${name}"`,
  };
  return { status: 200, headers, body };
}

export interface Said {
  file: string;
  bytes: Uint8Array;
  /** This page's own address. */
  here: string;
  back: { href: string; name: string };
  /** As the address says it; anything else is the last one. */
  page: string | null;
}

export function renderSaid({ file, bytes, here, back, page }: Said): Html {
  const pages = Math.max(1, Math.ceil(bytes.length / pageBytes));
  const wanted = /^\d{1,6}$/.test(page ?? "") ? Number(page) : file.endsWith(".prompt.md") ? 1 : pages;
  const number = Math.min(Math.max(wanted, 1), pages);
  const text = new TextDecoder().decode(
    bytes.subarray(edgeAt(bytes, (number - 1) * pageBytes), edgeAt(bytes, number * pageBytes)),
  );
  const link = (to: number, words: string) =>
    to >= 1 && to <= pages && to !== number
      ? html`<a href="${here}?page=${to}">${words}</a>`
      : html`<span class="quiet">${words}</span>`;
  const ways = (where: string) =>
    html`<nav class="pager" aria-label="Pages of this text, ${where} it">${link(1, "First")} ${link(number - 1, "Earlier")} <span>${number} of ${pages}</span> ${link(number + 1, "Later")} ${link(pages, "Last")}</nav>`;
  return html`<p><a href="${back.href}">← ${back.name}</a></p>
<h2><code>${file}</code> <span class="quiet">${formatBytes(bytes.length)}</span></h2>
<p><a href="${here}?download">Download the whole text</a></p>
${pages > 1 && ways("above")}
<pre class="said" tabindex="0">${text}</pre>
${pages > 1 && ways("below")}`;
}
