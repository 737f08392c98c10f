import { GsdError } from "../../core/gsd-error.ts";
import { describeWaiting } from "../../core/render/status-summary.ts";
import { type RepositoryView, viewRepository } from "../../core/view/view-repository.ts";
import { address } from "../address.ts";
import { type Html, html } from "../html.ts";
import type { Page, View } from "../page.ts";
import type { RepositoryName, Source } from "../source.ts";
import { problemWords } from "./problem.ts";
import { renderTracks } from "./track-list.ts";

/** A repository and its open tracks; or why they cannot be shown, which is no reason to show no others. */
export type OverviewRow = { repository: RepositoryName } & (
  | { type: "read"; view: RepositoryView }
  | { type: "broken"; problem: GsdError["code"] }
  /** It is one of very many: only its name is listed. */
  | { type: "named" }
);

/** Each takes some requests in the name of whoever looks, so the rest is opened by a click. */
export const mostOpened = 40;
const atOnce = 6;

/** `/tracks`: every repository, and what waits for whom in it. */
export const showOverview: View = async ({ source, site }) => {
  const names = await source.repositories();
  const rows: OverviewRow[] = [];
  for (let start = 0; start < Math.min(names.length, mostOpened); start += atOnce) {
    const some = names.slice(start, Math.min(start + atOnce, mostOpened));
    const read = await Promise.all(some.map((name) => readRow(source, name)));
    rows.push(...read.filter((row) => row !== undefined));
  }
  const others = names.slice(mostOpened).map((repository): OverviewRow => ({ type: "named", repository }));
  return renderOverview([...rows.toSorted((a, b) => placeOf(a) - placeOf(b)), ...others], site);
};

/** What waits for people stands first, then what is under way, then what nobody has to look at. */
function placeOf(row: OverviewRow): number {
  if (row.type !== "read") return 1;
  if (row.view.waiting.length > 0) return 0;
  return row.view.others.length > 0 ? 1 : 2;
}

async function readRow(source: Source, repository: RepositoryName): Promise<OverviewRow | undefined> {
  try {
    const opened = await source.open(repository);
    if (!opened) return undefined;
    const { tracks } = await opened.tracks("tracks");
    return { type: "read", repository, view: viewRepository(tracks) };
  } catch (error) {
    // Whoever has to sign in again hears that, and not that their repositories are broken.
    if (!(error instanceof GsdError) || error.code === "unauthorized") throw error;
    return { type: "broken", repository, problem: error.code };
  }
}

export function renderOverview(rows: readonly OverviewRow[], site: string): Page {
  const parts = rows.map((row) => renderRow(row, site));
  const empty = html`<p class="empty">No repository that you can read has gsd. Install it in one, and label an issue <code>gsd:plan</code>.</p>`;
  return {
    title: "Tracks",
    body: html`<h1>Tracks</h1>
<div data-live="tracks">${rows.length > 0 ? parts : empty}</div>`,
  };
}

function renderRow(row: OverviewRow, site: string): Html {
  const { repository } = row;
  const { owner, name } = repository;
  const heading = html`<h2><a href="${address.repository(repository)}">${owner}/${name}</a></h2>`;
  if (row.type === "named") return html`<section class="repository">${heading}</section>`;
  if (row.type === "broken") {
    const { title, words } = problemWords(row.problem);
    return html`<section class="repository">${heading}
<p class="refusal">${title}. ${words} <code>${row.problem}</code></p></section>`;
  }
  const { view } = row;
  return html`<section class="repository">
${heading}
<p class="quiet">${describeWaiting(view)}</p>
${renderTracks([...view.waiting, ...view.others], { repository, site })}
</section>`;
}
