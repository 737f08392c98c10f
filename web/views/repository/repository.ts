import { describeLedgerProblem, describeWaiting } from "../../../core/render/status-summary.ts";
import { type MoneyView, viewMoney } from "../../../core/view/view-money.ts";
import { viewRepository } from "../../../core/view/view-repository.ts";
import { viewTrack } from "../../../core/view/view-track.ts";
import { type Html, html } from "../../html.ts";
import type { Page } from "../../page.ts";
import type { RepositoryView } from "../../routes.ts";
import type { LoadedTracks, RepositoryName } from "../../source.ts";
import { renderTracks } from "../track-list.ts";
import { renderMoney } from "./money.ts";

/** `/<owner>/<repo>/tracks`: what is open, what waits for whom, and what is over. */
export const showRepository: RepositoryView = async ({ repository, site, now }) => {
  const [open, done, days, config] = await Promise.all([
    repository.tracks("tracks"),
    repository.tracks("done"),
    repository.days(),
    repository.config(),
  ]);
  const tracks = [...open.tracks, ...done.tracks];
  const money = viewMoney({ days, tracks, now: now.toISOString(), limitUsd: config?.budget.day });
  return renderRepository({ repository: repository.repository, open, done, money, site });
};

export interface RepositoryPageInput {
  repository: RepositoryName;
  open: LoadedTracks;
  done: LoadedTracks;
  money: MoneyView;
  site: string;
}

export function renderRepository({ repository, open, done, money, site }: RepositoryPageInput): Page {
  const view = viewRepository(open.tracks);
  const over = [...open.tracks, ...done.tracks]
    .map(viewTrack)
    .filter(({ issue }) => ![...view.waiting, ...view.others].some((one) => one.issue === issue));
  const place = { repository, site };
  return {
    title: "Tracks",
    tab: "tracks",
    repository,
    body: html`<h1>${repository.owner}/${repository.name}</h1>
<div data-live="tracks"><p>${describeWaiting(view)}</p>
${money.monthUsd + money.heldUsd > 0 && html`<dl class="facts">${renderMoney(money)}</dl>`}
${[...open.problems, ...done.problems].map((problem) => html`<p class="refusal">${describeLedgerProblem(problem)}</p>`)}
${group("Waits for you", renderTracks(view.waiting, place), view.waiting.length)}
${group("Under way", renderTracks(view.others, place), view.others.length)}
${group("Over", renderTracks(over, place), over.length)}</div>`,
  };
}

function group(title: string, list: Html, count: number): Html {
  return count === 0
    ? html``
    : html`<section><h2>${title} <span class="count">${count}</span></h2>${list}</section>`;
}
