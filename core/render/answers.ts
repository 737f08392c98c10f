import type { ChecksFact } from "../model/facts.ts";
import type { TaskId } from "../model/ids.ts";
import { type Track, taskEntries } from "../model/track.ts";
import { formatUsd } from "../select/budget.ts";
import { nextStep } from "./next-step.ts";
import { warnings } from "./sticky.ts";
import { codeList, list, plural, statusWords, taskIds } from "./words.ts";

/** Answers to commands that were accepted and whose effect does not speak for itself. */

export function status(track: Track): string {
  const counts = new Map<string, number>();
  for (const [, task] of taskEntries(track)) {
    const word = statusWords[task.status];
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const tasks = [...counts].map(([word, count]) => `${count} ${word}`);
  const how =
    tasks.length > 0 ? `${plural(taskEntries(track).length, "task")}: ${list(tasks)}.` : "No tasks yet.";
  const paused = track.paused ? " It is paused." : "";
  const first = `This track is **${track.phase}**.${paused} ${how}`;
  return [first, `**Next:** ${nextStep(track)}`, ...warnings(track)].join("\n\n");
}

export function help(): string {
  return [
    "Commands, each at the start of a line in a comment of your own, by people with write access:",
    "",
    "| command | where | what it does |",
    "|---|---|---|",
    "| `/plan` | issue | writes a plan and opens it as a draft pull request; the label `gsd:plan` does the same |",
    "| `/approve [sha]` | plan or task pull request | approves the plan, or merges the task when it is green, as you saw it |",
    "| `/status` | anywhere in the track | says how things stand and what comes next |",
    "| `/retry T03 [--fresh] [--engine NAME] [--model NAME]` | anywhere in the track | runs a task again, from where it stopped or afresh, by another engine or model if you like |",
    "| `/budget +5` | anywhere in the track | adds US dollars to what the track may spend, and goes on with what stopped |",
    "| `/skip T03` | anywhere in the track | goes on without a task |",
    "| `/rollback T03 [--with-dependents]` | anywhere in the track | takes a merged task back by a revert pull request |",
    "| `/pause`, `/resume` | anywhere in the track | starts nothing new; goes on |",
    "| `/cancel` | anywhere in the track | ends the track: stops runs, closes pull requests, keeps branches |",
    "| `/help` | anywhere | this table |",
  ].join("\n");
}

export function approvalWaits(what: string, checks: ChecksFact): string {
  return checks.state === "waiting"
    ? `Approved. ${checksWait(what, checks.names)}`
    : `Approved. ${what} is merged when ${codeList(checks.names)} ${checks.names.length === 1 ? "is" : "are"} green.`;
}

/** GitHub holds back the workflows of pull requests that a bot opened. */
export function checksWait(what: string, names: string[]): string {
  const one = names.length === 1;
  return `${codeList(names)} ${one ? "waits" : "wait"} for a person (GitHub asks for that on pull requests by bots): press **Approve and run workflows** below. ${what} is merged when ${one ? "it is" : "they are"} green.`;
}

export function skipped(track: Track, id: TaskId): string {
  const dependents = taskEntries(track)
    .filter(([, task]) => task.dependsOn.includes(id))
    .map(([other]) => other);
  const note = dependents.length > 0 ? ` ${taskIds(dependents)} will run without it.` : "";
  return `${id} is skipped.${note} \`/retry ${id}\` brings it back.`;
}

/** `stopped`: what goes on with it, by name. */
export function budgetAdded(track: Track, usd: number, stopped: string[]): string {
  const goOn = stopped.length > 0 ? ` ${taskIds(stopped)} ${stopped.length === 1 ? "goes" : "go"} on.` : "";
  const budget = track.config.budget.track + track.extraUsd;
  return `Added ${formatUsd(usd)}: the track may spend ${formatUsd(budget)}, of which ${formatUsd(track.usd)} are spent.${goOn}`;
}

export function paused(track: Track): string {
  const running = track.jobs.length;
  const note = running > 0 ? ` ${plural(running, "job")} under way may finish.` : "";
  return `Paused: nothing new starts and nothing is merged.${note} \`/resume\` goes on.`;
}

export function rollbackWaits(id: TaskId): string {
  return `The track is paused, so the rollback of ${id} starts with \`/resume\`.`;
}

export function approvedWhilePaused(): string {
  return "Approved. The track is paused, so nothing starts or is merged until `/resume`.";
}

export function cancelled(track: Track, runs: number): string {
  const stopped = runs > 0 ? ` ${plural(runs, "run")} ${runs === 1 ? "is" : "are"} being stopped.` : "";
  return `Cancelled.${stopped} Pull requests are closed and all branches kept; \`/plan\` on #${track.issue} starts over.`;
}
