import { createHash } from "node:crypto";
import { plural } from "../../../core/render/phrases.ts";
import { journalKey, type TraceView, viewTrace } from "../../../core/view/view-trace.ts";
import { address } from "../../address.ts";
import { type Html, html } from "../../html.ts";
import { renderSpans } from "../../plot/spans.ts";
import { mostRows, traceRows } from "../../plot/trace-rows.ts";
import type { RepositoryView } from "../../routes.ts";
import { findTrack, placeOf, trackPage } from "./place.ts";
import { readJournals } from "./timeline.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** `…/trace`: the track as an OpenTelemetry collector has it, told by the ledger and the journals. */
export const showTrace: RepositoryView = async (context) => {
  const track = await findTrack(context);
  if (!track) return undefined;
  const place = placeOf(context);
  const { owner, name } = place.repository;
  const read = await readJournals(context.repository, track);
  const journals = new Map(
    [...read].flatMap(([row, journal]) =>
      journal.type === "read" ? [[journalKey(row), journal.manifest] as const] : [],
    ),
  );
  const view = viewTrace({
    track,
    repository: `${owner}/${name}`,
    journals,
    now: context.now.getTime(),
    sha256,
  });
  return trackPage({ track, about: "Trace", part: "timeline", body: renderTrace(view) }, place);
};

export function renderTrace(view: TraceView): Html {
  const left = view.left + Math.max(0, view.spans - mostRows);
  return html`<h2>Trace ${view.trace && html`<code>${view.trace}</code>`}</h2>
<p class="quiet">${plural(view.spans, "span")}, under the id by which a collector of OpenTelemetry knows it. A transcript or a usage log of your own can be <a href="${address.traceFile}">drawn the same way</a>.</p>
${renderSpans(traceRows(view), "Spans")}
${left > 0 && html`<p class="quiet">${plural(left, "more span")} are left out.</p>`}`;
}
