import type { AuditEntry } from "../../../core/audit/entry.ts";
import { narrateEntry } from "../../../core/render/audit.ts";
import { short } from "../../../core/render/phrases.ts";
import { address, github } from "../../address.ts";
import { type Html, html } from "../../html.ts";
import type { RepositoryView } from "../../routes.ts";
import type { TrackHistory } from "../../source.ts";
import { formatInstant } from "../time.ts";
import { findTrack, placeOf, type TrackPlace, trackPage } from "./place.ts";

/** `…/history`: who asked for what, what followed, and why. */
export const showHistory: RepositoryView = async (context) => {
  const track = await findTrack(context);
  if (!track) return undefined;
  const place = placeOf(context);
  const body = renderHistory(await context.repository.history(track.issue), place);
  return trackPage({ track, about: "History", part: "history", body }, place);
};

export function renderHistory({ entries, isCut }: TrackHistory, place: TrackPlace): Html {
  if (entries.length === 0) return html`<p class="empty">The ledger tells nothing of this track yet.</p>`;
  const newest = entries.toReversed();
  const days = [...new Set(newest.map(({ at }) => at.slice(0, 10)))];
  return html`<div data-live="history"><p class="quiet">From the commits of <code>gsd/ledger</code>, the newest first. What gsd did by itself stands beside what people asked for.</p>
${days.map((day) =>
  renderDay(
    day,
    newest.filter(({ at }) => at.startsWith(day)),
    place,
  ),
)}
${isCut && html`<p class="quiet">Only the newest hundred saves are shown. <code>gsd audit</code> reads all of them.</p>`}</div>`;
}

function renderDay(day: string, entries: readonly AuditEntry[], place: TrackPlace): Html {
  return html`<section><h2>${formatInstant(`${day}T00:00:00Z`).split(", ")[0]}</h2><ol class="story">${entries.map((entry) => renderEntry(entry, place))}</ol></section>`;
}

const looks: Partial<Record<AuditEntry["action"], string>> = {
  refuse: "failed",
  unreadable: "failed",
  edit: "failed",
  lost: "failed",
  approve: "completed",
  overrule: "review",
  merge: "completed",
  ask: "in_progress",
  command: "in_progress",
  answer: "in_progress",
};

function renderEntry(entry: AuditEntry, { repository, site }: TrackPlace): Html {
  const { at, action, actor, commit, heard } = entry;
  const who = actor ?? (heard.length > 0 ? "people" : "somebody");
  const look =
    action === "job" ? (entry.outcome === "done" ? "completed" : "failed") : (looks[action] ?? "pending");
  const clock = formatInstant(at).split(", ")[1] ?? at;
  const thread = "pull" in entry ? entry.pull : "thread" in entry ? entry.thread : undefined;
  return html`<li class="${actor === "gsd" ? "own" : "person"}"><span class="dot ${look}" aria-hidden="true"></span>
<p><time datetime="${at}">${clock}</time> <strong>${who}</strong> ${narrateEntry(entry)}</p>
<p class="quiet">${thread !== undefined && html`<a href="${github.pull(site, repository, thread)}">#${thread}</a> · `}${action === "job" && html`<a href="${address.job(repository, entry.job)}">what the crew did</a> · `}<a href="${github.commit(site, repository, commit)}">ledger ${short(commit)}</a></p></li>
`;
}
