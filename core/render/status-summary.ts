import type { LedgerProblem } from "../codec/read-document.ts";
import type { Standpoint } from "../ports/archive.ts";
import { formatUsd } from "../select/budget.ts";
import { cell, code } from "../text/foreign.ts";
import { type RepositoryView, waitsForPerson } from "../view/view-repository.ts";
import type { TrackView } from "../view/view-track.ts";
import { renderNextStepElsewhere } from "./next-step.ts";
import { phaseWords, pick, plural, short } from "./phrases.ts";
import { wholeLinks } from "./whole-links.ts";

const mostRows = 200;

/** How many tracks wait for somebody, in one sentence. */
export function describeWaiting({ waiting, others }: RepositoryView): string {
  const open = waiting.length + others.length;
  if (open === 0) return "No track is open. Label an issue gsd:plan to start one.";
  if (waiting.length === 0) return `${plural(open, "track")} open, and nothing for you to do.`;
  return `${waiting.length} of ${plural(open, "open track")} ${pick(waiting.length, "waits", "wait")} for you.`;
}

/** `3 of 6 tasks merged, running, $1.20 of $20.00`. */
export function trackHeadline({ progress, phase, money, paused }: TrackView): string {
  const words = [
    phaseWords[phase],
    paused ? "paused" : "",
    progress.tasks > 0 ? `${progress.done} of ${plural(progress.tasks, "task")} merged` : "",
    money.usd > 0 ? `${formatUsd(money.usd)} of ${formatUsd(money.limitUsd)}` : "",
  ];
  return words.filter(Boolean).join(", ");
}

/** What is wrong with a file of the ledger, and what to do. */
export function describeLedgerProblem({ path, what }: LedgerProblem): string {
  return `${path} ${what}. Restore it from the branch's history; docs/ledger.md says how.`;
}

/** Where the tracks were read, and what could not be. */
export interface StatusSource extends Standpoint {
  /** The repository's page. */
  url: string;
  problems: readonly LedgerProblem[];
}

/** All open tracks for the summary of a run: what waits for a person first. */
export function summariseStatus(view: RepositoryView, { url, commit, at, problems }: StatusSource): string {
  const views = [...view.waiting, ...view.others];
  const rows = views.slice(0, mostRows).map((one) => rowOf(one, url));
  const table = ["| | track | state | next |", "|---|---|---|---|", ...rows].join("\n");
  const more = views.length > mostRows ? `and ${views.length - mostRows} more` : "";
  const broken = problems.map((problem) => `- ${cell(describeLedgerProblem(problem))}`).join("\n");
  return [
    "### gsd status",
    describeWaiting(view),
    rows.length > 0 ? table : "",
    more,
    broken,
    `<sub>From ${code(short(commit))} of \`gsd/ledger\`, last changed ${at.slice(0, 16).replace("T", " ")} UTC.</sub>`,
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** A summary is shown below more than one address, so a link has to be whole. */
function rowOf(view: TrackView, url: string): string {
  const who = waitsForPerson(view.next) ? "👉" : "";
  const next = wholeLinks(renderNextStepElsewhere(view.next, view.issue), url)
    .replaceAll("|", "\\|")
    .replaceAll("\n", " ");
  const track = `[#${view.issue}](${url}/issues/${view.issue}) ${cell(view.title)}`;
  return `| ${who} | ${track} | ${trackHeadline(view)} | ${next} |`;
}
