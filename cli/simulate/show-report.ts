import { formatUsd } from "../../core/select/budget.ts";
import { wrap } from "../plain-markdown.ts";
import type { CommandResult, Simulation } from "./report.ts";
import type { Showing } from "./show-step.ts";

/** The end of a rehearsal in a few lines: how far it came, what ran, what it would cost, what was left out. */
export function showReport(simulation: Simulation, { columns, style }: Showing): string {
  const rows: [string, string][] = [
    ["reached", reachedWords(simulation)],
    ["made", countWords(simulation.counts)],
    ...simulation.commands.map((one): [string, string] => [one.name, commandWords(one)]),
    ["price", priceWords(simulation)],
    ...simulation.problems.map((problem): [string, string] => ["problem", problem]),
    ["left out", leftOutWords(simulation)],
  ];
  const lines = rows.flatMap(([name, text]) => {
    const [first = "", ...more] = wrap(text, columns - 12);
    return [
      `${style("bold", name.padEnd(10))}  ${first}`,
      ...more.map((line) => `${" ".repeat(12)}${line.trim()}`),
    ];
  });
  return `\n${lines.join("\n")}\n`;
}

const scenes: Readonly<Record<Simulation["reached"], string>> = {
  issue: "no plan was proposed",
  plan: "the plan is proposed",
  tasks: "all tasks are merged",
  ready: "the track's pull request is ready to merge",
  merge: "the track is merged and the issue closed",
};

function reachedWords({ reached, until, seconds }: Simulation): string {
  const time = `${seconds.toFixed(0)} s`;
  if (reached === until) return `${scenes[reached]} (${time})`;
  return `${scenes[reached]}, and gsd went no further (${time}): its last comments above say why`;
}

function countWords(counts: Simulation["counts"]): string {
  const { comments, rewrites, labels, pulls, reviews, commits, jobs, runs } = counts;
  const of = (count: number, one: string) => `${count} ${one}${count === 1 ? "" : "s"}`;
  return [
    `${of(comments, "comment")} (texts rewritten ${rewrites} times)`,
    of(labels, "label"),
    of(pulls, "pull request"),
    of(reviews, "review"),
    of(commits, "commit"),
    `${of(jobs, "job")} in ${of(runs, "run")}`,
  ].join(", ");
}

const results: Readonly<Record<CommandResult["result"], string>> = {
  passed: "passed",
  failed: "failed",
  "left-out": "left out",
  skipped: "skipped: no sandbox here",
  "not-run": "not run",
};

function commandWords({ command, result, why }: CommandResult): string {
  return `${results[result]}${why ? `: ${why}` : ""} (${command})`;
}

function priceWords({ price }: Simulation): string {
  if (price.free) return "none: the configured engine is a script";
  const least = `about ${formatUsd(price.leastUsd)} when each agent succeeds at once`;
  const most = `never more than ${formatUsd(price.mostUsd)} (budget.track) and ${formatUsd(price.mostUsdPerDay)} a day (budget.day)`;
  return [`${least}, ${most}`, ...price.refusals].join("; ");
}

function leftOutWords({ workflows }: Simulation): string {
  const names = workflows.map((path) => path.split("/").at(-1)).join(", ");
  const own = names ? `your workflows (${names}) were not started; ` : "";
  return `${own}plan, code and reviews are made up: no model was asked`;
}
