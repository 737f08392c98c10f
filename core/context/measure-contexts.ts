import type { Backlog } from "../model/backlog.ts";
import { compressContext } from "./compress-context.ts";
import { maxContextBytes } from "./parts.ts";

export interface ContextSizes {
  name: string;
  tasks: number;
  smallest: number;
  median: number;
  largest: number;
  /** Tasks of which something did not fit. */
  cut: number;
}

/** How large the contexts of a backlog's tasks are. */
export function measureContexts(name: string, { tasks }: Backlog): ContextSizes {
  const contexts = tasks.map((task) => compressContext({ task }));
  const sizes = contexts.map(({ bytes }) => bytes).sort((a, b) => a - b);
  return {
    name,
    tasks: tasks.length,
    smallest: sizes[0] ?? 0,
    median: sizes[Math.floor(sizes.length / 2)] ?? 0,
    largest: sizes.at(-1) ?? 0,
    cut: contexts.filter(({ cut }) => cut.length > 0).length,
  };
}

/** The sizes as a table for people. */
export function formatContextSizes(rows: readonly ContextSizes[]): string {
  const lines = rows.map(
    ({ name, tasks, smallest, median, largest, cut }) =>
      `| ${name} | ${tasks} | ${smallest} | ${median} | ${largest} | ${cut} |`,
  );
  const head = `| backlog | tasks | smallest | median | largest (of ${maxContextBytes}) | with cuts |`;
  return [head, "|---|---|---|---|---|---|", ...lines].join("\n");
}
