import type { TrackRecord } from "../../model/publication.ts";
import type { SuccessView } from "../../view/board/view-success.ts";
import { folded } from "../notes.ts";
import { percent, recordWords } from "../plan-cost.ts";

/** How well tasks and estimates turned out, and how that changes. */
export function renderSuccess({ all, months }: SuccessView): string {
  const words = recordWords(all);
  if (words === "") return "";
  const share = (value: number | undefined) => (value === undefined ? "–" : percent(value));
  const row = ({ month, record }: { month: string; record: TrackRecord }) =>
    `| ${month} | ${record.count} | ${share(record.firstAttemptShare)} | ${share(record.estimateError)} |`;
  const table = [
    "| month | tasks | at the first attempt | estimates off by |",
    "|---|---|---|---|",
    ...months.map(row),
  ].join("\n");
  return folded("How well it goes", `${words}\n\n${table}`);
}
