import { marker } from "../codec/markers.ts";
import { cutMarkdown } from "../text/cut-markdown.ts";
import type { BoardTrack, DashboardView } from "../view/view-dashboard.ts";
import { renderAnswers } from "./board/answers.ts";
import { renderFailures } from "./board/failures.ts";
import { renderMoney } from "./board/money.ts";
import { renderNight } from "./board/night.ts";
import { renderOutdated } from "./board/outdated.ts";
import { renderPhases } from "./board/phases.ts";
import { renderSuccess } from "./board/success.ts";
import { renderAtWork, renderWaiting } from "./board/tracks.ts";
import { few, list, longestComment, pick, plural } from "./phrases.ts";

export const dashboardTitle = "gsd: dashboard";

/** By this the dashboard is found again, in an issue of our own. */
export const dashboardMarker = marker.format("dashboard", "1");

/**
 * The dashboard issue, written anew from what is true now. Of times it has only those of what happened, so that it changes when
 * something else does.
 */
export function renderDashboard(view: DashboardView): string {
  const parts = [
    headline(view.tracks),
    renderAnswers(view.answers),
    renderWaiting(view.tracks),
    renderAtWork(view.tracks),
    view.night ? renderNight(view.night) : "",
    renderPhases(view),
    renderOutdated(view.outdated),
    view.money ? renderMoney(view.money) : "",
    renderFailures(view.failures),
    renderSuccess(view.success),
    "<sub>gsd keeps this issue up to date, about once an hour. A box is a command: tick it and gsd does it in your name, clears it, and says above what came of it. Close this issue and gsd stops writing here; reopen it and gsd goes on.</sub>",
  ];
  const text = cutMarkdown(parts.filter(Boolean).join("\n\n"), longestComment);
  return `${text}\n\n${dashboardMarker}`;
}

/** What a person needs who reads one sentence. */
function headline(tracks: readonly BoardTrack[]): string {
  if (tracks.length === 0) return "**No track is open.** Label an issue `gsd:plan` to start one.";
  const waiting = tracks.filter(({ wait }) => wait.type === "person");
  const others = tracks.length - waiting.length;
  const busy =
    others === 0 ? "" : ` ${plural(others, "track")} ${pick(others, "goes", "go")} on without you.`;
  if (waiting.length === 0) return `**Nothing waits for you.**${busy}`;
  const names = list(few(waiting.map(({ track }) => `#${track.issue}`)));
  return `**${plural(waiting.length, "track")} ${pick(waiting.length, "waits for a person", "wait for people")}:** ${names}.${busy}`;
}
