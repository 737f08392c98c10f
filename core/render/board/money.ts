import { formatUsd } from "../../select/budget.ts";
import { cell } from "../../text/foreign.ts";
import type { MoneyView } from "../../view/view-money.ts";
import type { Spending } from "../../view/view-spending.ts";
import { folded } from "../notes.ts";
import { plural } from "../phrases.ts";

/** What was spent, and what is left of today. */
export function renderMoney(money: MoneyView): string {
  const { todayUsd, heldUsd, limitUsd, weekUsd, monthUsd, days, models, tracks } = money;
  const of = limitUsd === undefined ? "" : ` of ${formatUsd(limitUsd)}`;
  const held = heldUsd > 0 ? `, and ${formatUsd(heldUsd)} set aside for jobs that run` : "";
  const sums = `**Today** ${formatUsd(todayUsd)}${of}${held} · **this week** ${formatUsd(weekUsd)} · **this month** ${formatUsd(monthUsd)} (UTC)`;
  const rows = [
    ...partOf("day of this week", days),
    ...partOf("model, this month", models),
    ...partOf("track, this month", tracks),
  ];
  const more = folded("Spending in detail", rows.join("\n").trimEnd());
  return ["### Spending", sums, more].filter(Boolean).join("\n\n");
}

function partOf(head: string, spending: readonly Spending[]): string[] {
  if (spending.length === 0) return [];
  const rows = spending.map(
    ({ name, usd, jobs }) =>
      `| ${named(name)} | ${formatUsd(usd)} | ${jobs > 0 ? plural(jobs, "job") : ""} |`,
  );
  return [`| ${head} | spent | |`, "|---|---|---|", ...rows, ""];
}

/** A track is named by its number, which is ours, then by its title. */
function named(name: string): string {
  const [, issue, title = ""] = /^#(\d+)(?: (.*))?$/s.exec(name) ?? [];
  return issue === undefined ? cell(name) : `#${issue} ${cell(title)}`.trimEnd();
}
