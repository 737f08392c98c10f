import type { NightRow, Stop } from "../backlog/choose-issues.ts";
import { marker } from "../codec/markers.ts";
import { roadmapFile } from "../codec/paths.ts";
import { formatUsd } from "../select/budget.ts";
import { cutMarkdown } from "../text/cut-markdown.ts";
import { cell, code, codeCell, inline } from "../text/foreign.ts";
import {
  type DashboardView,
  isPhaseDone,
  type NightView,
  type PhaseRowView,
} from "../view/view-dashboard.ts";
import type { TrackView } from "../view/view-track.ts";
import { renderNextStep } from "./next-step.ts";
import { few, fitLines, list, longestComment, phaseWords, plural, problemList } from "./phrases.ts";
import { recordWords } from "./plan-cost.ts";
import { troubleWords } from "./roadmap.ts";

export const dashboardTitle = "gsd: dashboard";

/** By this the dashboard is found again, in an issue of our own. */
export const dashboardMarker = marker.format("dashboard", "1");

/** The dashboard issue, written anew from what is true now. Holds no time, so that it changes only when something else does. */
export function renderDashboard(view: DashboardView): string {
  const { waiting, others } = view.repository;
  const parts = [
    "gsd keeps this issue up to date, about once an hour. Close it and gsd stops writing here; reopen it and gsd goes on.",
    trackTable("Waiting for you", waiting),
    trackTable("At work", others),
    waiting.length + others.length === 0 ? "No track is open. Label an issue `gsd:plan` to start one." : "",
    view.night ? nightPart(view.night) : "",
    roadmapPart(view),
    moneyPart(view.money),
    recordPart(view.record),
  ];
  const text = cutMarkdown(parts.filter(Boolean).join("\n\n"), longestComment);
  return `${text}\n\n${dashboardMarker}`;
}

function trackTable(heading: string, tracks: readonly TrackView[]): string {
  if (tracks.length === 0) return "";
  const row = (track: TrackView) =>
    `| #${track.issue} ${cell(track.title)} | ${stateOf(track)} | ${oneLine(renderNextStep(track.next))} |`;
  const more = (count: number) => `| and ${plural(count, "more track")} | | |`;
  return [
    `### ${heading}`,
    "",
    "| track | state | next |",
    "|---|---|---|",
    ...fitLines(tracks, row, { maxBytes: 15_000, more }),
  ].join("\n");
}

function stateOf({ phase, paused, progress, pull }: TrackView): string {
  const words = [
    progress.tasks > 0 ? `${progress.done} of ${plural(progress.tasks, "task")}` : phaseWords[phase],
    pull ? `#${pull}` : "",
    paused ? "paused" : "",
  ];
  return words.filter(Boolean).join(" · ");
}

function oneLine(words: string): string {
  return words.replaceAll(/\s*\n\s*/g, " ").replaceAll("|", "\\|");
}

function nightPart({ rows, stop, started, label, milestone, more }: NightView): string {
  const from = [
    `issues labelled ${code(label)}`,
    milestone ? `the milestone ${inline(milestone)}` : "",
  ].filter(Boolean);
  const row = (one: NightRow) =>
    `| #${one.issue.number} ${cell(one.issue.title)} | ${reasonOf(one)} | ${verdictOf(one)} |`;
  const table = [
    "| issue | place | what happens |",
    "|---|---|---|",
    ...fitLines(rows.slice(0, 100), row, {
      maxBytes: 15_000,
      more: (count) => `| and ${plural(count, "more issue")} | | |`,
    }),
  ];
  return [
    `### Backlog\n\nThe nightly run plans ${list(from)}, in this order. It approves nothing.`,
    rows.length > 0 ? table.join("\n") : "Nothing is waiting to be planned.",
    rows.length > 100 ? `${plural(rows.length - 100, "more issue")} are not shown.` : "",
    more ? "There are more issues than gsd reads at once: it looks at the 300 oldest." : "",
    `**Why it stopped:** ${stopWords(stop, label)}`,
    started.length > 0
      ? `**Started by itself, newest first:** ${few(started.toReversed().map((issue) => `#${issue}`)).join(", ")}`
      : "",
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** What speaks for its place. */
function reasonOf({ priority, before, issue }: NightRow): string {
  const words = [
    priority.label === undefined ? "" : codeCell(priority.label),
    before === undefined ? "" : `#${before} waits for it`,
    issue.milestone?.due === undefined ? "" : `due ${issue.milestone.due}`,
    `opened ${issue.createdAt.slice(0, 10)}`,
  ];
  return words.filter(Boolean).join(", ");
}

function verdictOf({ verdict, waitsFor, circle }: NightRow): string {
  switch (verdict.type) {
    case "start":
      return "starts now";
    case "later":
      return "next, when there is room";
    case "unread":
      return "not looked at yet: too many issues have links";
    case "over":
      return "was planned before; comment `/plan` there to plan it again";
    case "not-asked":
      return verdict.by === undefined
        ? "nobody knows who asked for it; take the label off and put it on again"
        : `${codeCell(verdict.by)} asked for it and has no write access; a maintainer can put the label on again`;
    case "waits":
      if (circle)
        return `waits for itself: ${[...circle, circle[0]].map((number) => `#${number}`).join(" → ")}; remove one of these links`;
      return `waits for ${list(few(waitsFor.map(linkName), 5))}`;
  }
}

function linkName({ number, kind, elsewhere }: NightRow["waitsFor"][number]): string {
  const name = elsewhere === undefined ? `#${number}` : codeCell(`${elsewhere}#${number}`);
  return kind === "sub-issue" ? `its sub-issue ${name}` : name;
}

function stopWords(stop: Stop, label: string): string {
  switch (stop.type) {
    case "nothing-left":
      return `nothing else can start now. Label more issues ${code(label)} to go on.`;
    case "window":
      return `it is not the time. It starts something from ${stop.window.replace("-", " to ")} o'clock (UTC), as \`nightly.window\` says.`;
    case "tracks":
      return `${plural(stop.open, "track")} ${stop.open === 1 ? "is" : "are"} open, and \`nightly.tracks\` allows ${stop.limit}. Merge or cancel one to go on.`;
    case "budget":
      return `${formatUsd(stop.leftUsd)} of today's budget is left, and a plan may cost ${formatUsd(stop.neededUsd)}. It goes on tomorrow (UTC), or raise \`budget.day\`.`;
    case "lookups":
      return `it has looked up the rights of ${stop.limit} people, and goes on with the next run.`;
  }
}

function roadmapPart({ phases, roadmap }: DashboardView): string {
  if (!roadmap) return "";
  const { problems, troubles, proposal } = roadmap;
  const row = (phase: PhaseRowView) =>
    `| ${cell(phase.title)}${phase.isCurrent ? " **(current)**" : ""} | ${phase.due ?? "–"} | ${phase.done} of ${phase.issues} | ${phaseNext(phase)} |`;
  const more = (count: number) => `| and ${plural(count, "more phase")} | | | |`;
  const table = [
    "| phase | due | issues done | |",
    "|---|---|---|---|",
    ...fitLines(phases, row, { maxBytes: 10_000, more }),
  ];
  return [
    "### Roadmap",
    phases.length > 0 ? table.join("\n") : "",
    phases.length === 0 && problems.length === 0
      ? `${code(roadmapFile)} has no phases yet: write \`## Name\` and below it \`- #12\` for each issue, or make a milestone.`
      : "",
    proposal === undefined
      ? ""
      : `**#${proposal} brings ${code(roadmapFile)} up to date** with the milestones. Merge it, or close it to keep the file as it is.`,
    problems.length > 0
      ? `**${code(roadmapFile)} has problems, so gsd follows neither the file nor the milestones.** Fix them on the default branch:\n\n${problemList([...problems])}`
      : "",
    troubles.length > 0
      ? troubles
          .slice(0, 30)
          .map((trouble) => `- ${troubleWords(trouble)}`)
          .join("\n")
      : "",
  ]
    .filter(Boolean)
    .join("\n\n");
}

function phaseNext(phase: PhaseRowView): string {
  if (phase.isCompleted) return "✅ completed";
  return isPhaseDone(phase) ? `done: comment ${codeCell(`/complete ${phase.title}`)} here` : "";
}

function moneyPart(money: DashboardView["money"]): string {
  if (!money) return "";
  const held = money.heldUsd > 0 ? `, and ${formatUsd(money.heldUsd)} set aside for jobs that run` : "";
  return `### Spending\n\n${formatUsd(money.usd)} of ${formatUsd(money.limitUsd)} spent today (UTC)${held}.`;
}

function recordPart(record: DashboardView["record"]): string {
  const words = recordWords(record);
  return words === "" ? "" : `### How well it goes\n\n${words}`;
}
