import { renderNextStep } from "../../core/render/next-step.ts";
import { trackHeadline } from "../../core/render/status-summary.ts";
import { waitsForPerson } from "../../core/view/view-repository.ts";
import type { TrackView } from "../../core/view/view-track.ts";
import { address } from "../address.ts";
import { type Html, html } from "../html.ts";
import type { RepositoryName } from "../source.ts";
import { renderWords } from "./words.ts";

/** Where a list stands: whose tracks they are, and where GitHub's pages are. */
export interface ListPlace {
  repository: RepositoryName;
  site: string;
}

/** Tracks with what is next for each. */
export function renderTracks(views: readonly TrackView[], place: ListPlace): Html {
  if (views.length === 0) return html``;
  return html`<ul class="cards">${views.map((view) => renderTrack(view, place))}</ul>`;
}

function renderTrack(view: TrackView, place: ListPlace): Html {
  const waits = waitsForPerson(view.next);
  return html`<li class="${waits ? "card waits" : "card"}">
<h3><a href="${address.track(place.repository, view.issue)}">#${view.issue} ${view.title}</a></h3>
<p class="quiet">${trackHeadline(view)}</p>
<div class="next"><strong>${waits ? "Waits for you" : "Next"}</strong> ${renderWords(renderNextStep(view.next), place)}</div>
</li>`;
}
