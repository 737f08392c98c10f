import { formatUsd } from "../../core/select/budget.ts";
import type { Spending, SpendingView } from "../../core/view/view-spending.ts";
import { type Cell, formatLine, formatTable, type Sheet } from "../format-table.ts";

/** How spending can be shown; the values of `--by`. */
export type Grouping = "day" | "week" | "model" | "track";

const most = 10;

/** All groups in short, or one of them whole. */
export function costText(view: SpendingView, by: Grouping | undefined, sheet: Sheet): string {
  const tables: [Grouping, Spending[]][] = [
    ["day", view.days],
    ["week", view.weeks],
    ["model", view.models],
    ["track", view.tracks],
  ];
  const shown = by === undefined ? tables : tables.filter(([name]) => name === by);
  return [
    today(view, sheet),
    reservations(view, sheet),
    view.totalUsd === 0 ? formatLine("Nothing was spent in this time.", sheet) : "",
    ...shown.map(([name, rows]) => table(name, by ? rows : newest(name, rows), { all: rows.length, sheet })),
  ].join("");
}

/** Of days and weeks the last ones, of the others the dearest. */
function newest(name: Grouping, rows: Spending[]): Spending[] {
  return name === "day" || name === "week" ? rows.slice(-most) : rows.slice(0, most);
}

function today({ today: { usd, reservedUsd, limitUsd, date } }: SpendingView, sheet: Sheet): string {
  const budget = limitUsd === undefined ? "" : ` of ${formatUsd(limitUsd)}`;
  const held = reservedUsd > 0 ? `, ${formatUsd(reservedUsd)} more set aside for jobs under way` : "";
  return formatLine(`Today (${date} UTC): ${formatUsd(usd)}${budget} spent${held}.`, sheet);
}

function reservations({ reservations: open }: SpendingView, sheet: Sheet): string {
  if (open.length === 0) return "";
  const columns = [
    { title: "Set aside for", wraps: true as const },
    { title: "Until (UTC)" },
    { title: "At most", align: "right" as const },
  ];
  const rows = open.map(({ job, until, usd, expired }): Cell[] => [
    expired ? { text: `${job} (its time is up: counts as spent)`, style: "yellow" } : job,
    until.slice(0, 16).replace("T", " "),
    formatUsd(usd),
  ]);
  return `\n${formatTable(columns, rows, sheet)}`;
}

function table(name: Grouping, rows: Spending[], { all, sheet }: { all: number; sheet: Sheet }): string {
  if (rows.length === 0) return "";
  const title = { day: "Day", week: "Week from", model: "Model", track: "Track" }[name];
  const columns = [
    { title, wraps: true as const },
    { title: "Jobs", align: "right" as const },
    { title: "Cost", align: "right" as const },
  ];
  const cells = rows.map((row): Cell[] => [row.name, String(row.jobs), formatUsd(row.usd)]);
  const more =
    all > rows.length ? formatLine(`… and ${all - rows.length} more: gsd cost --by ${name}`, sheet) : "";
  return `\n${formatTable(columns, cells, sheet)}${more}`;
}
