import { renderNextStepElsewhere } from "../../core/render/next-step.ts";
import { few, plural } from "../../core/render/phrases.ts";
import { aboutTokens } from "../../core/render/plan-cost.ts";
import { formatUsd } from "../../core/select/budget.ts";
import { waitsForPerson } from "../../core/view/view-repository.ts";
import type { TrackView } from "../../core/view/view-track.ts";
import { address } from "../address.ts";
import { type Html, html } from "../html.ts";
import type { RepositoryName } from "../source.ts";
import { renderPhase } from "./state.ts";
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
  const { done, tasks } = view.progress;
  const bar =
    tasks > 0 &&
    html`<progress max="${tasks}" value="${done}" aria-label="Tasks merged">${done} of ${tasks}</progress>`;
  return html`<li class="${waits ? "card waits" : "card"}">
<h3><a href="${address.track(place.repository, view.issue)}">#${view.issue} ${view.title}</a> ${renderPhase(view.phase, view.paused)}</h3>
<p class="meter">${meterOf(view).map((words) => html`<span>${words}</span>`)}</p>${bar}
<div class="step"><strong>${waits ? "Waits for you:" : "Next:"}</strong> ${renderWords(renderNextStepElsewhere(view.next, view.issue), place)}</div>
</li>`;
}

function meterOf({ progress: { done, tasks }, money, tokens, running }: TrackView): string[] {
  const names = [...new Set(running.map(({ kind, task }) => task ?? kind))];
  const words = [
    running.length > 0 ? `at work: ${few(names).join(", ")}` : "",
    tasks > 0 ? `${done} of ${plural(tasks, "task")} merged` : "",
    money.usd > 0 ? `${formatUsd(money.usd)} of ${formatUsd(money.limitUsd)}` : "",
    tokens > 0 ? `${aboutTokens(tokens)} tokens` : "",
  ];
  return words.filter((one) => one !== "");
}
