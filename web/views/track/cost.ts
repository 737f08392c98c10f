import type { Track } from "../../../core/model/track.ts";
import { plural } from "../../../core/render/phrases.ts";
import { aboutTokens } from "../../../core/render/plan-cost.ts";
import { formatUsd, withExtra } from "../../../core/select/budget.ts";
import { type Cost, costsOf, roleCosts } from "../../../core/view/view-costs.ts";
import { address } from "../../address.ts";
import { type Html, html } from "../../html.ts";
import { type Bar, renderBars, renderColumns } from "../../plot/bars.ts";
import type { RepositoryView } from "../../routes.ts";
import { findTrack, placeOf, type TrackPlace, trackPage } from "./place.ts";
import { readJournals } from "./timeline.ts";

/** `…/cost`: what the track came to, by day, model, kind of job and task. */
export const showCost: RepositoryView = async (context) => {
  const track = await findTrack(context);
  if (!track) return undefined;
  const journals = context.query.has("roles") ? await readJournals(context.repository, track) : undefined;
  const place = placeOf(context);
  const manifests =
    journals && [...journals.values()].flatMap((one) => (one.type === "read" ? [one.manifest] : []));
  const body = renderCost(track, manifests && roleCosts(manifests), place);
  return trackPage({ track, about: "Cost", part: "cost", body }, place);
};

/** `roles`: what members of crews came to, where their journals were read. */
export function renderCost(track: Track, roles: readonly Cost[] | undefined, place: TrackPlace): Html {
  const costs = costsOf(track.history);
  const limit = withExtra(track.config.budget, track.extraUsd).track;
  const tokens = track.usage.input + track.usage.output;
  const total = html`<p>${formatUsd(track.usd)} of ${formatUsd(limit)}, and ${aboutTokens(tokens)} tokens in ${plural(track.history.length, "job")}.</p>`;
  if (costs.total.tokens === 0 && costs.total.usd === 0)
    return html`<div data-live="cost">${total}<p class="empty">Nothing was paid so far. What models cost appears here as soon as the first job has ended.</p></div>`;
  const unit = unitOf(costs.total.usd);
  return html`<div data-live="cost">${total}
${unit.note && html`<p class="quiet">${unit.note}</p>`}
${renderColumns(costs.days.map(unit.bar), `By day, in ${unit.name}`)}
${renderBars(costs.models.map(unit.bar), "By model")}
${renderRoles(roles?.map(unit.bar), address.cost(place.repository, track.issue))}
${renderBars(costs.kinds.map(unit.bar), "By kind of job")}
${renderBars(tasksOf(track, place, unit.bar), "By task")}</div>`;
}

function renderRoles(bars: readonly Bar[] | undefined, here: string): Html {
  if (!bars)
    return html`<p><a class="button" href="${here}?roles">Show it by role</a> <span class="quiet">opens the journals of the newest jobs</span></p>`;
  if (bars.length === 0)
    return html`<p class="empty">By role nothing is known: GitHub keeps what crews wrote for fourteen days.</p>`;
  return renderBars(bars, "By role, in the newest jobs");
}

interface Amount {
  name: string;
  usd: number;
  tokens: number;
}

interface Unit {
  name: string;
  note: string;
  bar(amount: Amount): Bar;
}

/** Where nothing costs money, tokens tell what was used. */
export function unitOf(totalUsd: number): Unit {
  if (totalUsd > 0)
    return {
      name: "US dollars",
      note: "",
      bar: ({ name, usd }) => ({ name, value: usd, words: formatUsd(usd) }),
    };
  const note = "Nothing here costs money, so these are tokens.";
  return {
    name: "tokens",
    note,
    bar: ({ name, tokens }) => ({ name, value: tokens, words: aboutTokens(tokens) }),
  };
}

function tasksOf(track: Track, { repository }: TrackPlace, bar: Unit["bar"]): Bar[] {
  return Object.entries(track.tasks)
    .map(([id, { title, usd, usage }]) => ({
      ...bar({ name: `${id} ${title}`, usd, tokens: usage.input + usage.output }),
      href: address.task(repository, track.issue, id),
    }))
    .filter(({ value }) => value > 0)
    .toSorted((a, b) => b.value - a.value)
    .slice(0, 100);
}
