import { jobName } from "../codec/keys.ts";
import type { CheckResult, Manifest, StepRecord } from "../model/manifest.ts";
import { formatUsd } from "../select/budget.ts";
import { cutText } from "../text/cut-text.ts";
import { cell, code, codeBlock, codeCell, inline } from "../text/foreign.ts";
import { viewCrew } from "../view/view-crew.ts";
import { noteList } from "./notes.ts";
import { fitLines, plural } from "./phrases.ts";
import { describeTokens, doer } from "./provenance.ts";
import { signalList } from "./signals.ts";
import { outcomeWords } from "./why.ts";

/** All that a job left, for the summary of its run: the same for every engine. */
export function fullReport(manifest: Manifest): string {
  const { job, outcome, notes, signals = [] } = manifest;
  const facts = factsOf(manifest).filter(([, value]) => value !== "");
  return [
    `### ${jobName(job)} of #${job.issue}: \`${outcome}\``,
    outcome === "done" ? "" : `This job did not finish its work: ${outcomeWords[outcome]}.`,
    reasonOf(manifest.reason),
    ["| | |", "|---|---|", ...facts.map(([name, value]) => `| ${name} | ${value} |`)].join("\n"),
    stepTable(manifest.steps),
    signals.length > 0
      ? `What gsd found when it compared the change with its base:\n\n${signalList(signals)}`
      : "",
    notes.length > 0 ? `What to know about what the agents were told:\n\n${noteList(notes)}` : "",
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** What GitHub shows on a run whose leg failed: plain text, a few lines. */
export function failureLine({
  job,
  outcome,
  reason = "",
}: Pick<Manifest, "job" | "outcome" | "reason">): string {
  const what = `${jobName(job)} failed: ${outcomeWords[outcome]} (${outcome}).`;
  return cutText([what, reason.trim()].filter(Boolean).join("\n"), 1_500);
}

function reasonOf(reason = ""): string {
  const [first = "", ...rest] = reason.split("\n");
  const output = rest.join("\n").trim();
  return [inline(first), output === "" ? "" : codeBlock(cutText(output, 3_000))].filter(Boolean).join("\n\n");
}

function factsOf(manifest: Manifest): [string, string][] {
  const crew = viewCrew(manifest);
  return [
    ["Recipe", codeCell(manifest.recipe)],
    ["Turns", crew.turns > 0 ? String(crew.turns) : ""],
    ["Tokens", describeTokens(crew.usage)],
    ["Cost", crew.usd > 0 ? formatUsd(crew.usd) : ""],
    ["Time", `${manifest.seconds.toFixed(1)} s`],
    ["Sandbox", manifest.sandbox === "bubblewrap" ? manifest.sandbox : `**${manifest.sandbox}**`],
    ["Changes", plural(manifest.changes.length, "file")],
  ];
}

/** One row for each thing that the crew did, in the order of its journal. */
function stepTable(steps: readonly StepRecord[]): string {
  if (steps.length === 0) return "";
  const more = (count: number) => `| and ${plural(count, "more step")} | | | | | | |`;
  return [
    "| Step | Round | Who | Outcome | Time | Cost | Details |",
    "|---|---|---|---|---|---|---|",
    ...fitLines(steps, stepRow, { maxBytes: 40_000, more }),
  ].join("\n");
}

function stepRow(step: StepRecord): string {
  const name = step.member === "" ? step.id : `${step.id}/${step.member}`;
  const cells = [
    codeCell(name),
    String(step.round),
    whoIs(step),
    `${iconOf(step)} \`${step.outcome}\``,
    `${step.seconds.toFixed(1)} s`,
    step.type === "agent" && step.usd > 0 ? formatUsd(step.usd) : "–",
    detailsOf(step) || "–",
  ];
  return `| ${cells.join(" | ")} |`;
}

/** What checked nothing has not passed. */
function iconOf(step: StepRecord): string {
  if (!step.ok) return "❌";
  return isEmpty(step) ? "➖" : "✅";
}

/** Whether a step was to run the repository's own commands, and there were none. */
function isEmpty(step: StepRecord): boolean {
  if (step.type === "run") return step.checks.length === 0;
  return step.type === "code" && step.checks?.length === 0;
}

function whoIs(step: StepRecord): string {
  if (step.type !== "agent") return step.type === "run" ? "commands" : code(step.code);
  return `${codeCell(step.role)} on ${doer(step).replaceAll("|", "\\|")}`;
}

function detailsOf(step: StepRecord): string {
  const reason = step.reason ? cell(cutText(step.reason.split("\n")[0] ?? "", 500)) : "";
  return [reason, ...ownDetails(step)].filter(Boolean).join("; ");
}

function ownDetails(step: StepRecord): string[] {
  switch (step.type) {
    case "agent":
      return [
        step.turns ? plural(step.turns, "turn") : "",
        step.choice ? cell(step.choice) : "",
        step.session ? `session ${codeCell(step.session)}` : "",
      ];
    case "run":
      return isEmpty(step) && step.ok ? ["not checked: no commands"] : step.checks.map(checkDetail);
    case "code":
      return step.problems.slice(0, 3).map((problem) => cell(cutText(problem, 500)));
  }
}

function checkDetail({ ok, name, tests }: CheckResult): string {
  const count = tests ? ` (${plural(tests.ran, "test")})` : "";
  return `${ok ? "✅" : "❌"} ${codeCell(name)}${count}`;
}
