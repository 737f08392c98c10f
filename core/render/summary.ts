import { newestAnswer } from "../check/answers-of.ts";
import { isShown } from "../check/evidence.ts";
import type { Proof } from "../model/answers.ts";
import { brokenOnBase } from "../model/health.ts";
import type { CheckResult } from "../model/manifest.ts";
import type { Scene } from "../model/publication.ts";
import type { Track } from "../model/track.ts";
import type { JudgedCriterion, JudgedProof } from "../model/verification.ts";
import { block, cell, code, inline } from "../text/foreign.ts";
import { taskRows } from "../view/task-rows.ts";
import { coveragePart } from "./coverage.ts";
import { entry, pick, plural, statusWords } from "./phrases.ts";

/** `summary.md`: what a track did and whether it does what was promised, for people who come later. */
export function renderSummary(
  { track, manifest, checks, coverage }: Scene<Track>,
  { criteria }: { criteria: readonly JudgedCriterion[] },
): string {
  const summary = newestAnswer(manifest, "verification")?.summary ?? "";
  const tasks = taskRows(track).map(
    ({ id, title, status, pull }) =>
      `| ${id} | ${cell(title)} | ${statusWords[status]} | ${pull ? `#${pull}` : "–"} |`,
  );
  const parts = [
    `# ${inline(track.title)} (#${track.issue})`,
    verdict(track, criteria, checks),
    block(summary),
    ["| | Task | State | Pull request |", "|---|---|---|---|", ...tasks].join("\n"),
    "## Acceptance",
    criteria.map((one) => entry(criterion(one))).join("\n") ||
      "No task is merged, so there was nothing to show.",
    "## Checks",
    checks.map((check) => entry(ran(track, check))).join("\n") || "Not checked: there are no commands.",
    coveragePart(coverage),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

/** What keeps it from being called verified, before anything else is read; nothing where all is well. */
function verdict(track: Track, criteria: readonly JudgedCriterion[], checks: readonly CheckResult[]): string {
  const unmet = criteria.filter(({ met }) => !met).length;
  const failing = checks.filter((check) => !check.ok && !isKnown(track, check)).length;
  const why = [
    failing > 0 ? `${plural(failing, "command")} ${pick(failing, "fails", "fail")}` : "",
    unmet > 0
      ? `${unmet} of ${criteria.length} acceptance ${pick(criteria.length, "criterion", "criteria")} ${pick(unmet, "is", "are")} not met`
      : "",
  ].filter(Boolean);
  return why.length === 0 ? "" : `**Not verified:** ${why.join(", and ")}.`;
}

/** What fails on the base too says nothing about the track. */
function isKnown(track: Track, { name }: CheckResult): boolean {
  return brokenOnBase(track).includes(name);
}

function ran(track: Track, check: CheckResult): string {
  const word = check.ok ? "passed" : isKnown(track, check) ? "failed, on the base too" : "**failed**";
  return `${word}: ${code(check.command)}`;
}

function criterion({ id, text, met, evidence, proofs }: JudgedCriterion): string {
  const said = inline(evidence.trim()) || "nothing was said of it";
  return `[${met ? "x" : " "}] ${id}: ${inline(text)} — ${said}${met ? shownBy(proofs) : ""}`;
}

/** What anybody can look up, or that there is nothing of the kind. */
function shownBy(proofs: readonly JudgedProof[]): string {
  const named = proofs.map((proof) => `${kindWords[proof.kind]} ${code(proof.at)}${missing(proof)}`);
  if (!isShown(proofs)) named.push("nothing but the verifier's word");
  return ` (${named.join("; ")})`;
}

function missing({ found }: JudgedProof): string {
  return found === false ? ", which is not there or did not pass" : "";
}

const kindWords: Readonly<Record<Proof["kind"], string>> = {
  test: "test",
  command: "command",
  code: "code",
  note: "note",
};
