import type { ManifestResult } from "../../core/check/check-manifest.ts";
import type { GsdError } from "../../core/gsd-error.ts";
import { questionsOf } from "../../core/jobs/forms.ts";
import { wantsOf } from "../../core/jobs/permits.ts";
import { untilOf } from "../../core/jobs/read-steps.ts";
import type { PublicationInput } from "../../core/jobs/row.ts";
import { rowOf } from "../../core/jobs/rows.ts";
import type { Manifest } from "../../core/model/manifest.ts";
import { questionsLeft } from "../../core/model/question.ts";
import type { JobResult } from "../../core/model/trigger.ts";

/** Of what people did meanwhile we say what it was; the rest went wrong here. */
export function outcomeOfRefusal({ code }: GsdError): Manifest["outcome"] {
  return code === "hands-off" || code === "conflict" ? code : "crashed";
}

/** What a later run may well be able to publish. */
export function isForLater({ code }: GsdError): boolean {
  return code === "unavailable" || code === "rate-limited" || code === "deadline";
}

/** Where GitHub refused a pull request: its two ends, for a link. */
export function heldEnds(error: GsdError): { branch?: string; base?: string } {
  const ends = error.cause as { branch?: string; base?: string } | undefined;
  return ends?.branch && ends.base ? { branch: ends.branch, base: ends.base } : {};
}

/** Nobody asks more than they may, whatever the agent zone says. */
export function asking({ track, job, manifest }: PublicationInput): JobResult {
  const left = rowOf(job).asksPeople ? questionsLeft(track.forms, job.task) : 0;
  const questions = questionsOf(manifest).slice(0, left);
  if (questions.length > 0) return { ...failed("asked"), questions };
  const permissions = rowOf(job).asksPeople && wantsOf(track, manifest);
  if (permissions) return { ...failed("asked"), permissions };
  return failed("invalid-answer", "It asked people something, and may not.");
}

export function ended(manifest: Manifest): JobResult {
  const until = untilOf(manifest);
  const result = failed(manifest.outcome, manifest.reason);
  return until === undefined ? result : { ...result, until };
}

export function refused(checked: ManifestResult): JobResult {
  if (checked.ok) return failed("crashed");
  const problems = checked.problems.slice(0, 5).map((problem) => problem.replace(/\.$/, ""));
  return failed(checked.outcome, `${problems.join("; ")}.`);
}

export function failed(
  outcome: Manifest["outcome"],
  reason?: string,
): Extract<JobResult, { type: "failed" }> {
  return reason === undefined
    ? { type: "failed", outcome }
    : { type: "failed", outcome, reason: reason.slice(0, 4_000) };
}
