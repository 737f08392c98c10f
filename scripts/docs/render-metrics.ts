import { knownMetrics } from "../../app/metrics/known-metrics.ts";

/** A table of all that the App counts. */
export function renderMetrics(): string {
  const rows = Object.entries(knownMetrics).map(([name, { type, help, labels }]) => {
    const told = labels.map((label) => `\`${label}\``).join(", ");
    return `| \`${name}\` | ${type} | ${told} | ${help} |`;
  });
  return ["| name | type | labels | what it tells |", "|---|---|---|---|", ...rows].join("\n");
}
