import type { NightRow, Stop } from "../../backlog/choose-issues.ts";
import { boxLine } from "../../codec/boxes.ts";
import { formatUsd } from "../../select/budget.ts";
import { cell, code, codeCell, inline } from "../../text/foreign.ts";
import type { NightView } from "../../view/view-dashboard.ts";
import { folded } from "../notes.ts";
import { few, fitLines, list, pick, plural } from "../phrases.ts";

/** The backlog, and what the nightly run does with it. */
export function renderNight({ rows, stop, mayRunNow, started, label, milestone, more }: NightView): string {
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
      maxBytes: 9_000,
      more: (count) => `| and ${plural(count, "more issue")} | | |`,
    }),
  ];
  const orders = [
    `The nightly run plans ${list(from)}, in this order. It approves nothing.`,
    rows.length > 0 ? table.join("\n") : "",
    rows.length > 100 ? `${plural(rows.length - 100, "more issue")} are not shown.` : "",
    more ? "There are more issues than gsd reads at once: it looks at the 300 oldest." : "",
    started.length > 0
      ? `**Started by itself, newest first:** ${few(started.toReversed().map((issue) => `#${issue}`)).join(", ")}`
      : "",
  ];
  const box = mayRunNow ? boxLine({ type: "tonight" }, "Start the nightly run now, whatever the hour") : "";
  const waiting =
    rows.length > 0
      ? `${plural(rows.length, "issue")} ${pick(rows.length, "waits", "wait")}`
      : "Nothing waits";
  return [
    `### Backlog\n\n${waiting} to be planned. **Why the nightly run stopped:** ${stopWords(stop, label)}`,
    box,
    folded("The plan, in its order", orders.filter(Boolean).join("\n\n")),
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
