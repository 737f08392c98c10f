import type { SpanTree, TraceView } from "../../core/view/view-trace.ts";
import type { SpanRow, Stretch } from "./spans.ts";

/** More rows are no picture any more. */
export const mostRows = 1_000;

/** A trace as rows: what a piece is made of stands below it, moved in. */
export function traceRows({ roots }: Pick<TraceView, "roots">): SpanRow[] {
  const rows: SpanRow[] = [];
  const add = (tree: SpanTree, depth: number) => {
    if (rows.length >= mostRows) return;
    const row: SpanRow = { name: tree.name, depth, stretches: stretchesOf(tree), note: noteOf(tree) };
    if (depth === 0 && tree.parts.length > 0) row.isFrame = true;
    rows.push(row);
    for (const part of tree.parts) add(part, depth + 1);
  };
  for (const root of roots) add(root, 0);
  return rows;
}

/** What waited for a model is only known as a sum, so it is drawn first. */
function stretchesOf({ kind, start, end, failed, attributes }: SpanTree): Stretch[] {
  if (kind === "wait") return [{ start, end, look: "wait" }];
  const look = attributes["gsd.open"] === true ? "open" : failed === undefined ? "run" : "failed";
  const waited = Math.min(Number(attributes["gsd.waited_seconds"] ?? 0) * 1_000, end - start);
  if (!(waited > 0)) return [{ start, end, look }];
  return [
    { start, end: start + waited, look: "wait" },
    { start: start + waited, end, look },
  ];
}

const shown: readonly [attribute: string, format: (value: string | number | boolean) => string][] = [
  ["gen_ai.request.model", String],
  ["gen_ai.usage.input_tokens", (value) => `${value.toLocaleString("en")} tokens in`],
  ["gen_ai.usage.output_tokens", (value) => `${value.toLocaleString("en")} out`],
  ["gsd.cost_usd", (value) => (Number(value) > 0 ? `$${Number(value).toFixed(2)}` : "")],
];

function noteOf({ failed, attributes }: SpanTree): string {
  const words = shown.map(([name, format]) => {
    const value = attributes[name];
    return value === undefined ? "" : format(value);
  });
  return [failed ?? "", ...words].filter(Boolean).join(" · ");
}
