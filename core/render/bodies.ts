import { trackBranch } from "../codec/branches.ts";
import { marker } from "../codec/markers.ts";
import { mergedDependents } from "../decide/rollback.ts";
import type { Finding } from "../model/answers.ts";
import type { Backlog } from "../model/backlog.ts";
import { type Sha, type TaskId, trackName } from "../model/ids.ts";
import type { CheckResult, Manifest } from "../model/manifest.ts";
import type { Rollback } from "../model/rollback.ts";
import type { Track } from "../model/track.ts";
import { waves } from "../plan/graph.ts";
import { formatTaskGraph } from "../plan/mermaid.ts";
import { formatUsd } from "../select/budget.ts";
import type { PlanEstimate } from "../select/estimate-plan.ts";
import { neutralise } from "../text/neutralise.ts";
import { noteList } from "./notes.ts";
import { planCost, taskCost } from "./plan-cost.ts";
import { doer, provenance } from "./report.ts";
import { cell, code, codeCell, few, fitLines, plural, short, taskIds } from "./words.ts";

/** Bodies of the pull requests and reviews that publish opens. */

/** A plan as it is put before people. */
export interface Proposal {
  tree: Sha;
  estimate: PlanEstimate;
  /** What to look at before it is approved. */
  remarks: string[];
}

export function trackBody(track: Track, backlog: Backlog, { tree, estimate, remarks }: Proposal): string {
  const folder = `specs/changes/${trackName(track)}`;
  const hours = backlog.tasks.reduce((sum, task) => sum + (task.scope.estimated_hours ?? 0), 0);
  const depth = waves(backlog.tasks).length;
  return [
    `The plan for #${track.issue}: ${plural(backlog.tasks.length, "task")}, at most ${plural(depth, "step")} one after the other${hours > 0 ? `, about ${hours} h of work` : ""}. ${planCost(track, estimate)}`,
    `**Next:** read \`${folder}/\` in the files of this pull request, edit it like code if you like, and comment \`/approve\`. Nothing runs before that. The plan is ready at \`${short(tree)}\`.`,
    taskTable(backlog, estimate),
    remarks.length > 0 ? `**Remarks**\n\n${noteList(remarks)}` : "",
    `\`\`\`mermaid\n${formatTaskGraph(backlog.tasks)}\n\`\`\``,
    `When all tasks are merged into this branch and verified, this pull request leaves draft. Merging it closes the issue.\n\nCloses #${track.issue}`,
    marker.format("track", String(track.issue)),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function taskTable(backlog: Backlog, estimate: PlanEstimate): string {
  const costs = !estimate.free;
  const row = (task: Backlog["tasks"][number]) => {
    const hours = task.scope.estimated_hours ? `${task.scope.estimated_hours} h` : "–";
    const files = few(task.scope.files_hint.map(codeCell)).join(", ");
    return `| ${task.id} | ${cell(task.title)} | ${few(task.depends_on).join(", ") || "–"} | ${files} | ${hours} |${costs ? ` ${taskCost(estimate, task.id)} |` : ""}`;
  };
  const more = (count: number) =>
    `| | and ${plural(count, "more task")}, all in BACKLOG.yaml | | | |${costs ? " |" : ""}`;
  const shown = fitLines(backlog.tasks, row, { maxBytes: 40_000, more });
  const head = ["Task", "After", "Files", "Estimate", ...(costs ? ["Cost, about"] : [])];
  return [`| | ${head.join(" | ")} |`, `|---|${"---|".repeat(head.length)}`, ...shown].join("\n");
}

export function readyTrackBody(track: Track): string {
  const done = Object.entries(track.tasks).filter(([, task]) => task.status === "completed");
  const row = ([id, task]: (typeof done)[number]) =>
    `| ${id} | ${cell(task.title)} | ${task.pull ? `#${task.pull}` : "–"} |`;
  const more = (count: number) => `| | and ${plural(count, "more task")}, all in summary.md | |`;
  return [
    `${done.length === 1 ? "The one task" : `All ${done.length} tasks`} for #${track.issue} ${done.length === 1 ? "is" : "are"} merged into this branch and verified. The plan is archived with its summary and verification.`,
    "**Next:** review and merge.",
    ["| | Task | Pull request |", "|---|---|---|", ...fitLines(done, row, { maxBytes: 40_000, more })].join(
      "\n",
    ),
    verified(track),
    `Closes #${track.issue}`,
    marker.format("track", String(track.issue)),
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** Who verified it, and what the whole track cost. */
function verified({ verification: { by }, usd }: Track): string {
  const words = [
    by ? `verified by ${doer(by)}${by.usd ? ` for ${formatUsd(by.usd)}` : ""}` : "",
    usd > 0 ? `${formatUsd(usd)} spent on the track` : "",
  ].filter(Boolean);
  return words.length > 0 ? `<sub>${words.join(" · ")}</sub>` : "";
}

export function taskBody(
  track: Track,
  id: TaskId,
  report: { head: Sha; manifest: Manifest; summary: string },
): string {
  const { manifest } = report;
  return [
    `${id} of #${track.issue} (plan #${track.pull}), into \`${trackBranch.format(track)}\`.`,
    neutralise(report.summary),
    checkTable(manifest.checks),
    track.config.reviewers.length === 0
      ? `**Next:** review the changes and comment \`/approve\`. Ready at \`${short(report.head)}\`.`
      : "**Next:** nothing yet; a review will say when this is ready.",
    provenance(manifest),
    marker.format("task", `${track.issue}/${id}`),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function checkTable(checks: CheckResult[]): string {
  if (checks.length === 0)
    return "No commands are configured to check this change (`commands` in `.github/gsd.yml`).";
  return checks
    .map((check) => `${check.ok ? "✅" : "❌"} ${code(check.command)} (${check.seconds.toFixed(1)} s)`)
    .join("\n");
}

export function reviewBody(
  id: TaskId,
  review: {
    key: string;
    summary: string;
    findings: Finding[];
    head: Sha;
    loose: Finding[];
    goesBack: boolean;
    /** Of a head that was checked along with the review. */
    checksOk?: boolean;
    manifest: Manifest;
  },
): string {
  const blockers = review.findings.filter((finding) => finding.severity === "blocker").length;
  const next =
    blockers > 0
      ? `${plural(blockers, "blocker")}: ${id} ${review.goesBack ? "goes back to be changed" : "needs a person"}.`
      : review.checksOk === false
        ? `The repository's own checks fail at \`${short(review.head)}\`, so it cannot be merged as it is.`
        : `**Ready at \`${short(review.head)}\`.** Comment \`/approve\` to merge it when it is green.`;
  const remark = (finding: Finding) => `- ${findingText(finding).replaceAll("\n", "\n  ")}`;
  const more = (count: number) => `- and ${plural(count, "more remark")}`;
  return [
    neutralise(review.summary),
    fitLines(review.loose, remark, { maxBytes: 40_000, more }).join("\n"),
    next,
    provenance(review.manifest),
    marker.format("review", review.key),
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** One remark, as an inline comment or a line of the review. */
export function findingText(finding: Finding): string {
  const suggestion = finding.suggestion ? ` ${neutralise(finding.suggestion)}` : "";
  const rule = finding.rule ? ` (rule ${code(finding.rule)})` : "";
  const where = code(finding.line ? `${finding.path}:${finding.line}` : finding.path);
  return `**${finding.severity.toUpperCase()}** ${where} ${neutralise(finding.message)}${suggestion}${rule}`;
}

export function rollbackBody(track: Track, rollback: Rollback, manifest: Manifest): string {
  const left = mergedDependents(track, rollback.task).filter((id) => !rollback.tasks.includes(id));
  const warning =
    left.length > 0
      ? `> [!WARNING]\n> ${taskIds(left)} ${left.length === 1 ? "is" : "are"} merged and build${left.length === 1 ? "s" : ""} on ${rollback.task}, and stay${left.length === 1 ? "s" : ""}. To take ${left.length === 1 ? "it" : "them"} along, close this and comment \`/rollback ${rollback.task} --with-dependents\`.`
      : "";
  const next =
    rollback.into === "default" ? "merge this pull request with GitHub's button" : "comment `/approve`";
  return [
    `Reverts ${taskIds(rollback.tasks)} of #${track.issue}, asked for by ${rollback.by}.`,
    warning,
    checkTable(manifest.checks),
    `**Next:** ${next}.`,
    marker.format("rollback", `${track.issue}/${rollback.task}-${rollback.attempt}`),
  ]
    .filter(Boolean)
    .join("\n\n");
}
