import { criteriaOf, judgedCriteria } from "../check/criteria.ts";
import type { VerifyAnswer } from "../model/answers.ts";
import type { CheckResult } from "../model/manifest.ts";
import type { Track } from "../model/track.ts";
import { block, cell, code, inline } from "../text/foreign.ts";
import { taskRows } from "../view/task-rows.ts";
import { statusWords } from "./phrases.ts";

/** `summary.md`: what a finished track did, for people who come later. */
export function renderSummary(track: Track, answer: VerifyAnswer, checks: readonly CheckResult[]): string {
  const tasks = taskRows(track).map(
    ({ id, title, status, pull }) =>
      `| ${id} | ${cell(title)} | ${statusWords[status]} | ${pull ? `#${pull}` : "–"} |`,
  );
  const criteria = judgedCriteria(criteriaOf(track), answer).map(
    ({ id, text, met, evidence }) => `- [${met ? "x" : " "}] ${id}: ${inline(text)} — ${inline(evidence)}`,
  );
  // Only what fails on the base too can fail here.
  const ran = checks.map(
    (check) => `- ${check.ok ? "passed" : "failed, on the base too"}: ${code(check.command)}`,
  );
  const parts = [
    `# ${inline(track.title)} (#${track.issue})`,
    block(answer.summary),
    ["| | Task | State | Pull request |", "|---|---|---|---|", ...tasks].join("\n"),
    "## Acceptance",
    criteria.join("\n") || "No task is merged, so there was nothing to show.",
    "## Checks",
    ran.join("\n") || "Not checked: there are no commands.",
  ];
  return `${parts.join("\n\n")}\n`;
}
