import { roadmapFile } from "../codec/paths.ts";
import { closest } from "../text/closest.ts";
import { code, inline } from "../text/foreign.ts";
import { few, list, pick } from "./phrases.ts";
import { asSentence, firstLine } from "./why.ts";
import type { LooseWriters } from "./writers.ts";

/** What `/complete` came to. */
export const completing: Pick<
  LooseWriters,
  | "phase-completed"
  | "not-the-dashboard"
  | "unknown-phase"
  | "phase-open"
  | "phase-too-large"
  | "phase-empty"
  | "phase-completed-before"
  | "phase-not-completed"
> = {
  "phase-completed": ({ title, pull }) =>
    `${inline(title)} is completed, and its milestone is closed. #${pull} archives its summary and takes the phase out of ${code(roadmapFile)}. Read it and merge it with GitHub's button.`,
  "not-the-dashboard": ({ dashboard }) =>
    dashboard === undefined
      ? "`/complete` works on the dashboard issue, and there is none. Write `roadmap: true` in `.github/gsd.yml`, and gsd makes one within the hour."
      : `\`/complete\` works on the dashboard issue. Comment it on #${dashboard}.`,
  "unknown-phase": ({ name, known }) => {
    const near = closest(name, known);
    const meant = near === undefined ? "" : ` Did you mean ${code(`/complete ${near}`)}?`;
    const there =
      known.length > 0
        ? `There are ${list(few(known.map(code)))}.`
        : `${code(roadmapFile)} has no phases with a milestone yet.`;
    return `The roadmap has no phase called ${code(name)}.${meant} ${there}`;
  },
  "phase-open": ({ title, left }) =>
    `${inline(title)} is not done: ${list(few(left.map((issue) => `#${issue}`)))} ${pick(left.length, "is", "are")} open. Close ${pick(left.length, "it", "them")} or move ${pick(left.length, "it", "them")} to another milestone, then comment ${code(`/complete ${title}`)} again.`,
  "phase-too-large": ({ title, issues }) =>
    `The milestone of ${inline(title)} has ${issues} issues, which is more than gsd reads, so it cannot tell whether all are closed. Move what is over to a milestone of its own, then comment ${code(`/complete ${title}`)} again.`,
  "phase-empty": ({ title }) =>
    `${inline(title)} has no issues, so there is nothing to complete. Put issues into its milestone first, or close the milestone by hand.`,
  "phase-completed-before": ({ title }) =>
    `${inline(title)} is completed already: its milestone is closed. If there is more to do, reopen the milestone by hand.`,
  "phase-not-completed": ({ title, failure }) =>
    `${inline(title)} was not completed: ${asSentence(firstLine(failure.text))} (${code(failure.code)}) Nothing else was changed. Fix that and comment ${code(`/complete ${title}`)} again.`,
};
