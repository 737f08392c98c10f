import type { Track } from "../../../core/model/track.ts";
import { renderNextStep } from "../../../core/render/next-step.ts";
import { plural } from "../../../core/render/phrases.ts";
import { aboutTokens } from "../../../core/render/plan-cost.ts";
import { renderWarnings } from "../../../core/render/warnings.ts";
import { formatUsd } from "../../../core/select/budget.ts";
import { waitsForPerson } from "../../../core/view/view-repository.ts";
import type { TrackView } from "../../../core/view/view-track.ts";
import { github } from "../../address.ts";
import { type Html, html } from "../../html.ts";
import { renderPhase } from "../state.ts";
import { formatDuration, formatInstant, secondsBetween } from "../time.ts";
import { renderWords } from "../words.ts";
import type { TrackPlace } from "./place.ts";

/** What a person wants to know first: how far it is, what it cost, since when, and what to do. */
export function renderHead(track: Track, view: TrackView, place: TrackPlace): Html {
  return html`<div data-live="head">
${renderNext(view, place)}
<dl class="facts">
${progressFact(view)}
${moneyFact(view)}
${timeFact(track, place.now)}
${pullFact(view, place)}
</dl>
${renderWarnings(view.warnings, track).map((warning) => renderWords(warning, place))}
</div>`;
}

function renderNext(view: TrackView, place: TrackPlace): Html {
  const waits = waitsForPerson(view.next);
  return html`<section class="next${waits && " waits"}" aria-label="Next step"><p class="label">${waits ? "Waits for you" : "Next"} ${renderPhase(view.phase, view.paused)}</p>
${renderWords(capital(renderNextStep(view.next)), place)}</section>`;
}

/** A sentence that stands by itself begins as one does. */
function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function fact(name: string, value: Html, more: Html | string = ""): Html {
  return html`<div><dt>${name}</dt><dd>${value}</dd><dd class="quiet">${more}</dd></div>`;
}

function progressFact({ progress: { done, tasks } }: TrackView): Html {
  if (tasks === 0) return fact("Progress", html`<strong>No tasks yet</strong>`, "They come with the plan.");
  const bar = html`<progress max="${tasks}" value="${done}" aria-label="Tasks merged">${done} of ${tasks}</progress>`;
  return fact("Progress", html`<strong>${done}</strong> of ${plural(tasks, "task")} merged`, bar);
}

function moneyFact({ money: { usd, limitUsd }, tokens }: TrackView): Html {
  const said = tokens > 0 ? `${aboutTokens(tokens)} tokens` : "nothing used yet";
  if (usd === 0) return fact("Cost", html`<strong>$0</strong>`, said);
  const bar = html`<progress class="money" max="${limitUsd}" value="${Math.min(usd, limitUsd)}" aria-label="Budget used">${formatUsd(usd)}</progress> ${said}`;
  return fact("Cost", html`<strong>${formatUsd(usd)}</strong> of ${formatUsd(limitUsd)}`, bar);
}

function timeFact({ createdAt, phase, history }: Track, now: Date): Html {
  const isOver = phase === "merged" || phase === "failed" || phase === "cancelled";
  const last = history.at(-1)?.at;
  const end = isOver ? (last ?? createdAt) : now;
  const worked = history.reduce((sum, { seconds }) => sum + seconds, 0);
  const more =
    worked > 0
      ? `${formatDuration(worked)} of work, begun ${formatInstant(createdAt)}`
      : `begun ${formatInstant(createdAt)}`;
  return fact(
    "Time",
    html`<strong>${formatDuration(secondsBetween(createdAt, end))}</strong>${!isOver && " so far"}`,
    more,
  );
}

function pullFact({ plan, pull }: TrackView, { site, repository }: TrackPlace): Html {
  const link =
    pull === undefined
      ? ""
      : html`<a href="${github.pull(site, repository, pull)}">pull request #${pull}</a>`;
  if (plan.type === "none") return fact("Plan", html`<strong>Being written</strong>`, link);
  if (plan.type === "proposed") return fact("Plan", html`<strong>Not approved yet</strong>`, link);
  return fact("Plan", html`<strong>Approved</strong> by ${plan.by}`, link);
}
