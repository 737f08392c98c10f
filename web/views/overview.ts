import { describeWaiting } from "../../core/render/status-summary.ts";
import { type RepositoryView, viewRepository } from "../../core/view/view-repository.ts";
import { address } from "../address.ts";
import { type Html, html } from "../html.ts";
import type { Page, View } from "../page.ts";
import type { RepositoryName } from "../source.ts";
import { renderTracks } from "./track-list.ts";

/** A repository and its open tracks. */
export interface OverviewRow {
  repository: RepositoryName;
  view: RepositoryView;
}

/** `/tracks`: every repository, and what waits for whom in it. */
export const showOverview: View = async ({ source, site }) => {
  const names = await source.repositories();
  const rows = await Promise.all(
    names.map(async (name): Promise<OverviewRow[]> => {
      const opened = await source.open(name);
      if (!opened) return [];
      const { tracks } = await opened.tracks("tracks");
      return [{ repository: name, view: viewRepository(tracks) }];
    }),
  );
  return renderOverview(rows.flat(), site);
};

export function renderOverview(rows: readonly OverviewRow[], site: string): Page {
  const parts = rows.map((row) => renderRow(row, site));
  const empty = html`<p class="empty">No repository that you can read has gsd. Install it in one, and label an issue <code>gsd:plan</code>.</p>`;
  return {
    title: "Tracks",
    body: html`<h1>Tracks</h1>
${rows.length > 0 ? parts : empty}`,
  };
}

function renderRow({ repository, view }: OverviewRow, site: string): Html {
  const { owner, name } = repository;
  return html`<section class="repository">
<h2><a href="${address.repository(repository)}">${owner}/${name}</a></h2>
<p class="quiet">${describeWaiting(view)}</p>
${renderTracks([...view.waiting, ...view.others], { repository, site })}
</section>`;
}
