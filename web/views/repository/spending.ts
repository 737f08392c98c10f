import { recordWords } from "../../../core/render/plan-cost.ts";
import { formatUsd } from "../../../core/select/budget.ts";
import { viewSuccess } from "../../../core/view/board/view-success.ts";
import { type MoneyView, viewMoney } from "../../../core/view/view-money.ts";
import { type Spending, type SpendingView, viewSpending } from "../../../core/view/view-spending.ts";
import { address } from "../../address.ts";
import { type Html, html } from "../../html.ts";
import type { Page } from "../../page.ts";
import { type Bar, renderBars, renderColumns } from "../../plot/bars.ts";
import type { RepositoryView } from "../../routes.ts";
import type { RepositoryName } from "../../source.ts";
import { renderInstant } from "../time.ts";
import { renderMoney } from "./money.ts";

/** `/<owner>/<repo>/spending`: what the repository spends, and how well its tasks turn out. */
export const showSpending: RepositoryView = async ({ repository, now }) => {
  const [open, done, days, config] = await Promise.all([
    repository.tracks("tracks"),
    repository.tracks("done"),
    repository.days(),
    repository.config(),
  ]);
  const tracks = [...open.tracks, ...done.tracks];
  const limitUsd = config?.budget.day;
  const input = { days, tracks, now: now.toISOString(), limitUsd };
  return renderSpending(viewSpending({ ...input, since: undefined }), {
    repository: repository.repository,
    money: viewMoney(input),
    record: recordWords(viewSuccess(tracks).all),
  });
};

interface SpendingPlace {
  repository: RepositoryName;
  money: MoneyView;
  /** How well tasks and their estimates turned out; empty where nothing is known. */
  record: string;
}

export function renderSpending(view: SpendingView, { repository, money, record }: SpendingPlace): Page {
  const { totalUsd, days, weeks, models, tracks } = view;
  const empty = html`<p class="empty">Nothing was spent in the last three months. What models cost appears here as soon as the first job has ended.</p>`;
  const plots = html`${renderColumns(days.map(toBar), "By day, in US dollars")}
${renderBars(models.map(toBar), "By model")}
${renderBars(
  tracks.slice(0, 50).map((one) => toTrackBar(one, repository)),
  "By track",
)}
${renderBars(weeks.map(toBar), "By week, from its Monday")}`;
  return {
    title: "Spending",
    tab: "spending",
    repository,
    body: html`<h1>Spending</h1>
<div data-live="spending"><dl class="facts">
${renderMoney(money)}
<div><dt>Three months</dt><dd><strong>${formatUsd(totalUsd)}</strong></dd></div>
</dl>
${record && html`<p>${record}</p>`}
${totalUsd > 0 ? plots : empty}
${renderReservations(view)}</div>`,
  };
}

function toBar({ name, usd }: Spending): Bar {
  return { name, value: usd, words: formatUsd(usd) };
}

function toTrackBar(spending: Spending, repository: RepositoryName): Bar {
  const issue = /^#(\d+)/.exec(spending.name)?.[1];
  const bar = toBar(spending);
  return issue === undefined ? bar : { ...bar, href: address.track(repository, Number(issue)) };
}

function renderReservations({ reservations }: SpendingView): Html {
  if (reservations.length === 0) return html``;
  const rows = reservations.map(
    ({ job, usd, until, expired }) =>
      html`<tr><th scope="row">${job}</th><td class="number">${formatUsd(usd)}</td><td>${expired ? "its time is up: it counts as spent" : html`until ${renderInstant(until)}`}</td></tr>`,
  );
  return html`<div class="table" tabindex="0" role="group" aria-label="Reserved for jobs"><table><caption>Reserved for jobs</caption><thead><tr><th scope="col">Job</th><th scope="col">At most</th><th scope="col">Until</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}
