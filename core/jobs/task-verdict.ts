import { digestOf } from "../check/digest-of.ts";
import type { Finding } from "../model/answers.ts";
import { failingChecks } from "../model/health.ts";
import type { Sha } from "../model/ids.ts";
import type { CheckResult, TestsByName } from "../model/manifest.ts";
import type { Verdict as PublishedVerdict, PublishStep } from "../model/publication.ts";
import type { Track } from "../model/track.ts";
import { checksOn, findingsIn, reviewerOf, reviewsOn, testsIn } from "./read-steps.ts";
import type { PublicationInput } from "./row.ts";

interface Verdict {
  checks: "passed" | "failed" | "none";
  findings: Finding[];
  /** Reviewers that gave no review of this very change. */
  missing: string[];
  /** Commands that fail on it. */
  failing: string[];
  tests: TestsByName;
}

/** What checks and reviewers said about exactly what is published; what they said about anything else does not count. */
export function readVerdict({ track, manifest, sha256 }: PublicationInput): Verdict {
  const subject = digestOf(manifest.changes, sha256);
  const checks = checksOn(manifest, subject);
  const reviews = reviewsOn(manifest, subject, track.config.reviewers);
  const here = reviews.map(({ step }) => reviewerOf(step));
  return {
    checks: checkWord(track, checks),
    findings: findingsIn(reviews, manifest),
    missing: track.config.reviewers.filter((name) => !here.includes(name)),
    failing: failingChecks(track, checks ?? []).map(({ command }) => command),
    tests: testsIn(checks),
  };
}

/** Commands that did not run on a change did not pass. */
export function checkWord(track: Track, checks: CheckResult[] | undefined): Verdict["checks"] {
  if (checks === undefined) return "failed";
  if (checks.length === 0) return "none";
  return failingChecks(track, checks).length === 0 ? "passed" : "failed";
}

/** The status `gsd/review`: rules have one of their own, and who gave no review has not passed it. */
export function reviewStatusStep(track: Track, verdict: PublishedVerdict, head?: Sha): PublishStep {
  const isBlocked = verdict.findings.some(
    ({ severity, rule }) => severity === "blocker" && rule === undefined,
  );
  const isSound = verdict.missing.length === 0 && !isBlocked;
  const isReviewed = track.config.reviewers.length > 0;
  const step = {
    type: "status",
    context: "gsd/review",
    state: !isReviewed ? "pending" : isSound ? "success" : "failure",
    description: { type: "review-status", verdict },
  } as const;
  return head === undefined ? step : { ...step, head };
}

/** The state of `gsd/check`: GitHub has no word for "not checked", and only `pending` neither passes nor fails. */
export function checkState(checks: Verdict["checks"]): "success" | "failure" | "pending" {
  if (checks === "none") return "pending";
  return checks === "passed" ? "success" : "failure";
}
