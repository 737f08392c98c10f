import type { Backlog, BacklogTask } from "../model/backlog.ts";
import { inline } from "../text/foreign.ts";
import { folded } from "./notes.ts";
import { fitLines, plural } from "./phrases.ts";

/** Characters, which may be three bytes each. */
const longest = { description: 600, criterion: 200 };
const mostCriteria = 5;
/** With less room than this a task may not fit. */
const leastRoom = 6_000;

/** What each task does and when it is done, folded away, in so many bytes: whoever approves a plan need not open BACKLOG.yaml for it. */
export function taskDetails({ tasks }: Backlog, maxBytes: number): string {
  if (maxBytes < leastRoom) return "";
  const more = (count: number) => `and ${plural(count, "more task")}, all in BACKLOG.yaml`;
  const shown = fitLines(tasks, detailOf, { maxBytes, more });
  return folded("What each task does, and when it is done", shown.join("\n\n"));
}

function detailOf({ id, title, description, acceptance }: BacklogTask): string {
  const criteria = acceptance
    .slice(0, mostCriteria)
    .map((one) => `- ${inline(beginning(one, longest.criterion))}`);
  const left = acceptance.length - criteria.length;
  const rest = left > 0 ? [`- and ${left} more, in BACKLOG.yaml`] : [];
  return [
    `**${id}: ${inline(title)}**`,
    inline(beginning(description, longest.description)),
    [...criteria, ...rest].join("\n"),
  ].join("\n\n");
}

function beginning(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).trimEnd()}…` : text;
}
