import { formatUsd } from "../../core/select/budget.ts";
import { type Column, formatLine, formatTable, type Sheet } from "../format-table.ts";
import type { DryRun } from "./dry-run.ts";

const columns: Column[] = [
  { title: "Step" },
  { title: "Who", wraps: true },
  { title: "Model" },
  { title: "About", align: "right" },
];

/** What a run would do, for people, one step a row. */
export function showDryRun(dry: DryRun, sheet: Sheet): string {
  const rows = dry.steps.map(({ step, who, model, usd, refusal }) => [
    step,
    refusal ? "nobody can be asked" : who,
    model === undefined || model === "script" ? "" : model,
    usd ? formatUsd(usd) : "",
  ]);
  const end = dry.refusals.length > 0 ? refusalWords(dry.refusals) : `It costs ${priceWords(dry)}.`;
  return `${formatTable(columns, rows, sheet)}\n${formatLine(`${end} Nothing was run.`, sheet)}`;
}

function refusalWords(refusals: string[]): string {
  return `It would not start: ${refusals.join("; ")}.`;
}

function priceWords({ leastUsd, mostUsd }: DryRun): string {
  if (leastUsd === 0) return "nothing: no model is asked";
  const least = `about ${formatUsd(leastUsd)} when each agent succeeds at once`;
  const most = formatUsd(mostUsd);
  if (leastUsd > mostUsd)
    return `${least}, but may cost ${most} at most: it would probably stop before its end; --budget allows more`;
  return `${least}, at most ${most}`;
}
