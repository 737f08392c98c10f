import { marker, shownAt } from "../codec/markers.ts";
import type { Instant } from "../model/ids.ts";
import type { Track } from "../model/track.ts";
import { formatTaskGraph } from "../plan/mermaid.ts";
import { formatUsd } from "../select/budget.ts";
import { cutMarkdown } from "../text/cut-markdown.ts";
import { inline } from "../text/foreign.ts";
import type { NextStep } from "../view/next-step.ts";
import type { TaskRow } from "../view/task-rows.ts";
import { type TrackView, viewTrack } from "../view/view-track.ts";
import { workedAt } from "../view/worked-time.ts";
import { usefulCommands } from "./help.ts";
import { renderNextStep } from "./next-step.ts";
import { folded } from "./notes.ts";
import { longestComment, phaseWords, plural, short } from "./phrases.ts";
import { renderRoute } from "./route.ts";
import { stickyFooter } from "./sticky-footer.ts";
import { taskTable } from "./task-table.ts";
import { dayAndTime, elapsed } from "./times.ts";
import { renderWarnings } from "./warnings.ts";
import { wholeLinks } from "./whole-links.ts";

/** What there is room for, in bytes; the rest of a comment is ours, and short. */
const room = { table: 30_000, graph: 9_000 };

/**
 * The one living comment of a track, written anew from its state. `at` is the moment that it speaks of; without one it holds
 * nothing that changes by itself, so that it is the same as long as a person would see no difference.
 */
export function renderSticky(track: Track, at?: Instant): string {
  const notes = at === undefined ? [] : [shownAt.format(at)];
  return [renderProgress(track, at), "", ...notes, marker.format("sticky", String(track.issue))].join("\n");
}

/** The same for other places, which are shown below more than one address, so a link has to be whole. `page` is the repository's. */
export function renderReport(track: Track, { at, page }: { at: Instant; page: string }): string {
  return wholeLinks(renderProgress(track, at), page);
}

/** What the comment says. */
function renderProgress(track: Track, at: Instant | undefined): string {
  const view = viewTrack(track);
  const parts = [
    `### gsd · ${inline(view.title)}: ${headline(view, at)}`,
    `**Next:** ${renderNextStep(view.next)}${commentBox(view)}`,
    renderRoute(track),
    taskTable(view.tasks, at, room.table),
    ...renderWarnings(view.warnings, track, { short: true }),
  ];
  const asides = [graph(view.tasks), planHistory(view), folded("Commands", usefulCommands(track))];
  const end = [...asides, stickyFooter(view, at)].filter(Boolean).join("\n\n");
  const most = longestComment - new TextEncoder().encode(end).length - 2;
  return `${cutMarkdown(parts.filter(Boolean).join("\n\n"), most)}\n\n${end}`;
}

function headline(
  { progress, phase, next, tokens, money, paused, worked }: TrackView,
  at: Instant | undefined,
): string {
  const seconds = at === undefined ? 0 : workedAt(worked, at);
  const words = [
    progress.tasks > 0 ? `${progress.done} of ${plural(progress.tasks, "task")}` : phaseWords[phase],
    next.type === "answer" ? "waiting for answers" : "",
    // Where money is known, it says more.
    tokens > 0 && money.usd === 0 ? `${tokens.toLocaleString("en")} tokens` : "",
    money.usd > 0 ? `${formatUsd(money.usd)} of ${formatUsd(money.limitUsd)}` : "",
    seconds > 0 ? elapsed(seconds) : "",
    paused ? "paused" : "",
  ];
  return words.filter(Boolean).join(" · ");
}

/** Steps that are taken by a comment in the issue itself. */
const takenHere: NextStep["type"][] = [
  "resume",
  "help-tasks",
  "answer",
  "fix-verification",
  "reopen",
  "start-over",
];

function commentBox({ next, issue }: TrackView): string {
  return takenHere.includes(next.type) ? ` [Comment here](../issues/${issue}#issuecomment-new).` : "";
}

/** A graph that takes too much room is drawn without its titles. */
function graph(tasks: readonly TaskRow[]): string {
  if (tasks.length === 0) return "";
  const statuses = Object.fromEntries(tasks.map(({ id, status }) => [id, status]));
  const draw = (titled: boolean) => {
    const nodes = tasks.map(({ id, title, after }) => ({
      id,
      title: titled ? title : "",
      depends_on: after,
    }));
    return formatTaskGraph(nodes, statuses);
  };
  const drawn = [draw(true), draw(false)].find((text) => new TextEncoder().encode(text).length <= room.graph);
  return drawn === undefined ? "" : folded("Task graph", `\`\`\`mermaid\n${drawn}\n\`\`\``);
}

function planHistory({ planHistory: versions }: TrackView): string {
  const lines = versions.map(({ tree, at, what, by }) => {
    const words = by === undefined ? what : `${what} by ${inline(by)}`;
    return `- \`${short(tree)}\` ${words}, ${dayAndTime(at)}`;
  });
  return folded("Plan history", lines.join("\n"));
}
