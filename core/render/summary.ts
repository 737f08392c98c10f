import type { VerifyAnswer } from "../model/answers.ts";
import type { CheckResult } from "../model/manifest.ts";
import { type Track, taskEntries } from "../model/track.ts";
import { neutralise } from "../text/neutralise.ts";
import { cell, code, inline, statusWords } from "./words.ts";

/** `summary.md`: what a finished track did, for people who come later. */
export function renderSummary(track: Track, answer: VerifyAnswer, checks: CheckResult[]): string {
  const tasks = taskEntries(track).map(
    ([id, task]) =>
      `| ${id} | ${cell(task.title)} | ${statusWords[task.status]} | ${task.pull ? `#${task.pull}` : "–"} |`,
  );
  const criteria = answer.criteria.map(
    ({ task, criterion, met, evidence }) =>
      `- [${met ? "x" : " "}] ${task}: ${inline(criterion)} — ${inline(evidence)}`,
  );
  // Only what fails on the base too can fail here.
  const ran = checks.map(
    (check) => `- ${check.ok ? "passed" : "failed, on the base too"}: ${code(check.command)}`,
  );
  return [
    `# ${inline(track.title)} (#${track.issue})`,
    neutralise(answer.summary),
    ["| | Task | State | Pull request |", "|---|---|---|---|", ...tasks].join("\n"),
    "## Acceptance",
    criteria.join("\n") || "No criteria.",
    "## Checks",
    ran.join("\n") || "There are no commands.",
    "",
  ]
    .join("\n\n")
    .trimEnd()
    .concat("\n");
}
