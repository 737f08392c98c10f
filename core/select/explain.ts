import type { Selection } from "./select.ts";

/** One line for a report: what was chosen, and why. */
export function explain(selection: Selection): string {
  const { role, engine, model, fallback, reasons } = selection;
  const other = fallback ? `, else ${describe(fallback, engine)}` : "";
  return `${role} on ${describe({ engine, model })}${other}: ${reasons.join("; ")}`;
}

function describe({ engine, model }: { engine: string; model: string }, usual?: string): string {
  if (engine === "script") return "script";
  return engine === usual ? model : `${engine} with ${model}`;
}
