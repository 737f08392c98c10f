import { newestAnswer } from "../check/answers-of.ts";
import {
  criteriaOf,
  describeCriteriaProblems,
  findCriteriaProblems,
  type JudgedCriterion,
  judgedCriteria,
} from "../check/criteria.ts";
import { digestOf } from "../check/digest-of.ts";
import { trackBranch } from "../codec/branches.ts";
import { effectKey } from "../codec/keys.ts";
import { planPath } from "../codec/paths.ts";
import { failingChecks } from "../model/health.ts";
import type { CheckResult } from "../model/manifest.ts";
import type { Why } from "../model/notice/parts.ts";
import { isQuick } from "../model/route.ts";
import { type Track, taskEntries } from "../model/track.ts";
import { outputTail } from "../text/tail-of.ts";
import { isRevising } from "./amend-plan.ts";
import { heldByEdit } from "./announce-plan.ts";
import { type Draft, enqueue, liveJob, queueJob, say, settled } from "./draft.ts";
import { mergesCleanly } from "./mergeable.ts";
import { checksOn } from "./read-steps.ts";
import { holdTrack } from "./requests.ts";
import { approvedCommit, longestLeg, type Row } from "./row.ts";
import { renewSpecs } from "./specs-outdated.ts";
import { headMoved, showTrack } from "./verify-again.ts";

/** The whole track: the repository's own commands, and every acceptance criterion. */
export const verify: Row<"verify"> = {
  recipe: () => "verify",
  asksAgents: true,
  minutes: () => longestLeg,
  place: (track) => ({ branch: trackBranch.format(track), ref: trackBranch.format(track) }),
  resume: () => undefined,
  readsLibrary: false,
  criteria: criteriaOf,
  scope: () => "none",
  needsHistory: () => false,
  libraryAt: approvedCommit,
  instructedBy: (_, { base }) => base.sha,

  advance(draft, facts) {
    const { track } = draft;
    // A quick change is what its pull request says, and a person merges that.
    if (isQuick(track)) return;
    // Somebody wants other tasks, or has written them down: the track is not done before that is settled.
    if (isRevising(track) || heldByEdit(track).length > 0) return;
    if (track.phase === "executing" && isDone(track)) track.phase = "verifying";
    if (track.phase !== "verifying" || liveJob(track, "verify")) return;
    // What conflicts with the default branch gets another head first: to verify this one would be for nothing.
    const clean = mergesCleanly(draft, facts);
    if (clean === "no" || renewSpecs(draft, facts)) return;
    const { verification } = track;
    if (verification.outcome === "done") {
      // Nobody is told to merge what may conflict: the next loop asks again.
      if (clean === "unknown" || holdTrack(draft, facts)) return;
      const { track } = draft;
      track.archived ??= draft.moment.now.slice(0, 10);
      track.outbox = track.outbox.filter(({ effect }) => effect.type !== "show-track");
      const key = effectKey.format(track.issue, "finish-track", "-", verification.runs);
      return enqueue(draft, key, { type: "finish-track", day: track.archived });
    }
    // What is verified has to hold every merged task.
    if (facts.head === undefined) draft.missing.push({ type: "track-head" });
    const runs = verification.runs + 1;
    track.verification = { ...verification, runs };
    queueJob(draft, { issue: track.issue, kind: "verify", attempt: runs });
  },

  publication({ track, job, manifest, sha256 }) {
    const answer = newestAnswer(manifest, "verification");
    if (!answer) return { outcome: "invalid-answer", reason: "The verifier gave no answer." };
    const checks = checksOn(manifest, digestOf([], sha256));
    if (!checks) return { outcome: "checks-failed", reason: "The commands did not run on the track branch." };
    const [failing] = failingChecks(track, checks);
    if (failing) {
      const reason = `\`${failing.command}\` fails on the track branch:\n${failing.tail}`;
      return { outcome: "checks-failed", reason };
    }
    const wanted = criteriaOf(track);
    const wrong = describeCriteriaProblems(findCriteriaProblems(wanted, answer));
    if (wrong) return { outcome: "invalid-answer", reason: wrong };
    const criteria = judgedCriteria(wanted, answer);
    const unmet = criteria.filter(({ met }) => !met);
    if (unmet.length > 0) return { outcome: "not-met", reason: describeUnmet(unmet) };
    const folder = planPath.folder(track);
    const verification = { base: job.base.sha, checks: checks.map(forTheArchive), criteria };
    return {
      steps: [
        {
          type: "commit",
          branch: trackBranch.format(track),
          base: job.base,
          message: { type: "verification-message" },
          changes: [],
          files: [
            { path: `${folder}/summary.md`, words: { type: "summary" } },
            { path: `${folder}/verification.json`, text: `${JSON.stringify(verification, null, 2)}\n` },
          ],
          on: "shared",
        },
      ],
      result: ({ head = "" }) => ({ type: "verify", head, checks: checks.length > 0 ? "passed" : "none" }),
    };
  },

  keep: () => undefined,

  succeed(draft, _job, { result, by }) {
    const { track } = draft;
    if (result.type !== "verify") return;
    const { head, checks = "passed" } = result;
    const verified = { ...track.verification, outcome: "done" as const, head, checks };
    track.verification = by ? { ...verified, by } : verified;
  },

  /** A run that never was, or that met a branch which had moved, says nothing about the track: it is tried again, within bounds. */
  fail(draft, _job, { until: _, resume: __, ...why }) {
    const { track } = draft;
    if (track.phase !== "verifying" || why.outcome === "rate-limited") return;
    const attempts = track.verification.attempts + 1;
    track.verification = { ...track.verification, attempts };
    // The branch moved while it was verified: its new head is.
    if (why.outcome === "conflict") return headMoved(draft);
    const silent = ["crashed", "lost", "unavailable"].includes(why.outcome);
    if (silent && !why.repeated && attempts < track.config.limits.attempts) return;
    failVerification(draft, why);
  },

  spentOn: (track) => ({ on: "this track", usd: track.usd }),
};

/** Which are not met, then what the verifier says of each. */
function describeUnmet(unmet: JudgedCriterion[]): string {
  const names = unmet.map(({ id, text }) => `${id} ("${text}")`).join("; ");
  const said = unmet.map(({ id, evidence }) => `${id}: ${evidence.trim() || "nothing was said of it"}`);
  return `Not met: ${names}.\n${said.join("\n")}`.slice(0, 4_000);
}

/** What a command that passed printed is worth a few lines. */
function forTheArchive(check: CheckResult): CheckResult {
  return check.ok ? { ...check, tail: outputTail(check.tail, 400) } : check;
}

function failVerification(draft: Draft, why: Why): void {
  const trouble = { type: "verification-failed" as const, why };
  draft.track = { ...settled(draft.track), phase: "executing", trouble };
  const { track } = draft;
  track.verification = { ...track.verification, outcome: why.outcome };
  showTrack(draft, "failure");
  say(draft, track.pull ?? track.issue, trouble);
}

/** All tasks are merged or skipped, and no verification that failed waits for a person. */
function isDone(track: Track): boolean {
  const { outcome = "done" } = track.verification;
  return (
    outcome === "done" &&
    taskEntries(track).every(([, { status }]) => status === "completed" || status === "skipped")
  );
}
