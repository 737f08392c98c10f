import type { Track } from "../../../core/model/track.ts";
import { viewTrack } from "../../../core/view/view-track.ts";
import { type Html, html } from "../../html.ts";
import type { Page } from "../../page.ts";
import type { RepositoryView } from "../../routes.ts";
import { renderActions } from "../actions.ts";
import { renderGraph } from "./graph.ts";
import { renderHead } from "./head.ts";
import { findTrack, placeOf, type TrackPlace, trackPage } from "./place.ts";
import { renderRunning } from "./running.ts";
import { renderTasks } from "./tasks.ts";

/** `/<owner>/<repo>/tracks/<issue>`: one track. */
export const showTrack: RepositoryView = async (context) => {
  const track = await findTrack(context);
  if (!track) return undefined;
  const actions = await renderActions(track, context);
  return renderTrack(track, placeOf(context), { actions, isWhole: context.query.has("all") });
};

interface TrackWish {
  /** What whoever looks may click. */
  actions: Html | undefined;
  /** Every task, however many there are. */
  isWhole: boolean;
}

function renderTrack(track: Track, place: TrackPlace, { actions, isWhole }: TrackWish): Page {
  const view = viewTrack(track);
  const inTrack = { ...place, issue: track.issue, isWhole };
  const body = html`${renderHead(track, view, place)}
${actions}
<div data-live="running">${renderRunning(track.jobs, place)}</div>
<div data-live="tasks">${view.tasks.length > 0 && html`<h2>Graph</h2>`}
${renderGraph(view.tasks, inTrack)}
${renderTasks(view.tasks, inTrack)}</div>`;
  return trackPage({ track, part: "overview", body }, place);
}
