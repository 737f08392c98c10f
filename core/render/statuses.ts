import { isBehind } from "../jobs/mergeable.ts";
import { failingChecks } from "../model/health.ts";
import type { CheckResult } from "../model/manifest.ts";
import type { Verdict } from "../model/publication.ts";
import type { Track } from "../model/track.ts";
import { title } from "../text/foreign.ts";
import { pick, plural } from "./phrases.ts";

/** One line beside the status `gsd/check`. */
export function checkStatus(
  track: Pick<Track, "health">,
  checks: readonly CheckResult[],
  word: Verdict["checks"],
): string {
  if (checks.length === 0)
    return word === "none" ? "Not checked: no commands" : "Not checked: the commands did not run";
  const failing = failingChecks(track, [...checks]).map((check) => check.name);
  if (failing.length > 0) return `failed in the sandbox: ${title(failing.join(", "))}`;
  const passed = checks.filter((check) => check.ok).length;
  const rest = checks.length - passed;
  const old = rest > 0 ? `; the ${pick(rest, "other fails", "others fail")} on the base too` : "";
  return `${passed} of ${checks.length} commands passed in the sandbox${old}`;
}

/** One line beside the status `gsd/review`. */
export function reviewStatus({ config }: Pick<Track, "config">, { findings, missing }: Verdict): string {
  const { reviewers } = config;
  if (reviewers.length === 0) return "Not reviewed: no reviewer is configured";
  if (missing.length > 0) return `No review by ${title(missing.join(", "))}`;
  const own = findings.filter(({ rule }) => rule === undefined);
  const blockers = own.filter(({ severity }) => severity === "blocker").length;
  const looked = plural(reviewers.length, "reviewer");
  if (blockers > 0) return `${plural(blockers, "blocker")} found by ${looked}`;
  return own.length > 0
    ? `No blocker, ${plural(own.length, "remark")}; ${looked} looked at it`
    : `Nothing found; ${looked} looked at it`;
}

const trackWords = {
  success: "Every merged task is verified at this commit",
  pending: "This commit is not verified yet",
  failure: "This commit did not pass verification",
} as const;

/** One line beside the status `gsd/track`. */
export function trackStatus(state: keyof typeof trackWords, track: Track): string {
  if (state !== "success" && isBehind(track)) return "This branch conflicts with the default branch";
  if (state === "pending" && track.trouble?.type === "changes-requested")
    return "A review asks for changes to this pull request";
  const unchecked = state === "success" && track.verification.checks === "none";
  return `${trackWords[state]}${unchecked ? ". Not checked: no commands" : ""}`;
}
