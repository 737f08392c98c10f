import { type Box, boxLine } from "../../codec/boxes.ts";
import { cell, code, codeCell, inline } from "../../text/foreign.ts";
import type { BoardTrack } from "../../view/view-dashboard.ts";
import type { TrackView } from "../../view/view-track.ts";
import type { Wait } from "../../view/wait-of.ts";
import { busyWith, renderNextStepElsewhere } from "../next-step.ts";
import { folded } from "../notes.ts";
import { few, fitLines, list, phaseWords, plural, short } from "../phrases.ts";

type Person = Extract<Wait, { type: "person" }>;

/** What waits for people, by whom it waits for, each track with its boxes. */
export function renderWaiting(tracks: readonly BoardTrack[]): string {
  const groups = new Map<string, BoardTrack[]>();
  for (const one of tracks) {
    if (one.wait.type !== "person") continue;
    const name = whoWords(one.wait);
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  if (groups.size === 0) return "";
  const lines = [...groups].flatMap(([name, own]) =>
    own.map((one, at) => ({ one, name, isFirst: at === 0 })),
  );
  const entry = ({ one, name, isFirst }: (typeof lines)[number]) =>
    `${isFirst ? `\n**For ${name}:**\n\n` : ""}${waitingEntry(one)}`;
  const more = (count: number) => `\nand ${plural(count, "more track")}, in the list of open issues.`;
  return `### Waiting for people\n${fitLines(lines, entry, { maxBytes: 18_000, more }).join("\n")}`;
}

function whoWords({ role, people }: Person): string {
  const names = list(few(people.map(code), 5), "or");
  switch (role) {
    case "approver":
      return people.length > 0 ? `${names}, who may approve` : "whoever may approve";
    case "reviewer":
      return `${names}, who asked for changes`;
    case "requester":
      return people.length > 0 ? `${names}, who asked for it` : "whoever asked for it";
  }
}

function waitingEntry({ track, boxes }: BoardTrack): string {
  const { issue, title, next } = track;
  const step = renderNextStepElsewhere(next, issue);
  const head = `- **#${issue}** ${inline(title)} · ${stateOf(track)}: ${oneLine(step)}`;
  return [head, ...boxes.map((box) => `  ${boxLine(box, boxWords(box))}`)].join("\n");
}

function boxWords(box: Box): string {
  switch (box.type) {
    case "approve":
      return `Approve the plan as it is at \`${short(box.tree)}\``;
    case "retry":
      return `Try ${box.task} again`;
    case "resume":
      return `Go on with #${box.issue}`;
    case "pause":
      return `Pause #${box.issue}`;
    case "tonight":
      return "Start the nightly run now";
  }
}

/** What gsd is at work on, and what waits for something else than a person. */
export function renderAtWork(tracks: readonly BoardTrack[]): string {
  const others = tracks.filter(({ wait }) => wait.type !== "person");
  const row = ({ track, wait }: BoardTrack) =>
    `| #${track.issue} ${cell(track.title)} | ${stateOf(track)} | ${waitWords(track, wait)} |`;
  const more = (count: number) => `| and ${plural(count, "more track")} | | |`;
  const table = [
    "### At work",
    "",
    "| track | state | waits for |",
    "|---|---|---|",
    ...fitLines(others, row, { maxBytes: 10_000, more }),
  ].join("\n");
  const waiting = others.filter(({ boxes }) => boxes.length > 0);
  const boxes = [...waiting.flatMap((one) => one.boxes), ...tracks.flatMap(({ pause }) => pause ?? [])];
  const lines = fitLines(boxes, (box) => boxLine(box, boxWords(box)), {
    maxBytes: 5_000,
    more: (count) => `\n${plural(count, "more")} by a comment: \`/pause\` or \`/resume\` in the issue.`,
  });
  const steer = lines.length > 0 ? folded("Pause or go on", lines.join("\n")) : "";
  return [others.length > 0 ? table : "", steer].filter(Boolean).join("\n\n");
}

function stateOf({ phase, paused, progress, pull }: TrackView): string {
  const words = [
    progress.tasks > 0 ? `${progress.done} of ${plural(progress.tasks, "task")}` : phaseWords[phase],
    pull ? `#${pull}` : "",
    paused ? "paused" : "",
  ];
  return words.filter(Boolean).join(" · ");
}

function waitWords({ next }: TrackView, wait: Wait): string {
  switch (wait.type) {
    case "ci":
      return next.type === "wait" ? `CI: ${busyWith(next)}` : "CI";
    case "gsd":
      return next.type === "wait" ? `gsd: ${busyWith(next)}` : "gsd";
    case "issues":
      return `${list(
        few(
          wait.issues.map(({ issue, elsewhere }) =>
            elsewhere ? codeCell(`${elsewhere}#${issue}`) : `#${issue}`,
          ),
          5,
        ),
      )}, to be closed`;
    case "limit":
      return `the model's provider: its limit ends at ${timeWords(wait.until)}`;
    case "budget":
      return "the next day's budget (UTC)";
    default:
      return "nothing";
  }
}

/** `14:10 UTC on 2026-11-18`. */
function timeWords(at: string): string {
  return `${at.slice(11, 16)} UTC on ${at.slice(0, 10)}`;
}

function oneLine(words: string): string {
  return words.replaceAll(/\s*\n\s*/g, " ");
}
