import type { Track } from "../../core/model/track.ts";
import { renderNextStep } from "../../core/render/next-step.ts";
import { statusWords } from "../../core/render/phrases.ts";
import { trackHeadline } from "../../core/render/status-summary.ts";
import { formatUsd } from "../../core/select/budget.ts";
import type { TaskRow } from "../../core/view/task-rows.ts";
import { viewTrack } from "../../core/view/view-track.ts";
import { github } from "../address.ts";
import { type Html, html } from "../html.ts";
import type { Page } from "../page.ts";
import type { RepositoryView } from "../routes.ts";
import { renderActions } from "./actions.ts";
import type { ListPlace } from "./track-list.ts";
import { renderWords } from "./words.ts";

/** `/<owner>/<repo>/tracks/<issue>`: one track. */
export const showTrack: RepositoryView = async (context) => {
  const { repository, params, site } = context;
  const { issue = "" } = params;
  const track = /^[1-9]\d{0,9}$/.test(issue) ? await repository.track(Number(issue)) : undefined;
  if (!track) return undefined;
  const actions = await renderActions(track, context);
  return renderTrack(track, { repository: repository.repository, site, actions });
};

interface TrackPlace extends ListPlace {
  /** What whoever looks may click. */
  actions: Html | undefined;
}

export function renderTrack(track: Track, place: TrackPlace): Page {
  const view = viewTrack(track);
  const { repository, site, actions } = place;
  return {
    title: `#${view.issue} ${view.title}`,
    tab: "tracks",
    repository,
    body: html`<h1>${view.title} <a class="quiet" href="${github.issue(site, repository, view.issue)}">#${view.issue}</a></h1>
<div data-live="head">
<p class="quiet">${trackHeadline(view)}</p>
<div class="next"><strong>Next</strong> ${renderWords(renderNextStep(view.next), place)}</div>
</div>
${actions}
<div data-live="tasks">${renderTasks(view.tasks, place)}</div>`,
  };
}

function renderTasks(tasks: readonly TaskRow[], { repository, site }: ListPlace): Html {
  if (tasks.length === 0) return html`<p class="empty">No tasks yet: they come with the plan.</p>`;
  const rows = tasks.map(
    ({
      id,
      title,
      status,
      pull,
      usd,
    }) => html`<tr><th scope="row">${id}</th><td>${title}</td><td>${statusWords[status]}</td>
<td>${pull !== undefined && html`<a href="${github.pull(site, repository, pull)}">#${pull}</a>`}</td><td>${usd > 0 && formatUsd(usd)}</td></tr>`,
  );
  return html`<div class="table"><table><caption>Tasks</caption><thead><tr><th>Task</th><th>Title</th><th>State</th><th>Pull request</th><th>Cost</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}
