import { readFileSync } from "node:fs";
import type { Usage } from "../../core/model/job.ts";
import { parseObject } from "../../core/text/parse-object.ts";

/** What a usage log adds up to; a log that is missing or broken off counts as far as it goes. */
export function readUsage(file: string): { usage: Usage; usd: number; turns: number } {
  const total = { usage: { input: 0, output: 0, cached: 0, thinking: 0 }, usd: 0, turns: 0 };
  for (const entry of readEntries(file)) {
    for (const name of ["input", "output", "cached", "thinking"] as const)
      total.usage[name] += count(entry[name]);
    total.usd += count(entry["usd"]);
    if (count(entry["output"]) > 0) total.turns += 1;
  }
  return total;
}

function readEntries(file: string): Record<string, unknown>[] {
  try {
    const lines = readFileSync(file, "utf8").split("\n");
    return lines.map(parseObject).filter((entry) => entry !== undefined);
  } catch {
    return [];
  }
}

function count(value: unknown): number {
  return typeof value === "number" && value > 0 ? value : 0;
}
