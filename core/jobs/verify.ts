import { criteriaOf } from "../check/criteria.ts";
import { trackBranch } from "../codec/branches.ts";
import { effectKey } from "../codec/keys.ts";
import { planPath } from "../codec/paths.ts";
import type { CheckResult } from "../model/manifest.ts";
import type { Why } from "../model/notice/parts.ts";
import { isQuick } from "../model/route.ts";
import { type Track, taskEntries } from "../model/track.ts";
import type { Verified } from "../model/verification.ts";
import { outputTail } from "../text/tail-of.ts";
import { isRevising } from "./amend-plan.ts";
import { heldByEdit } from "./announce-plan.ts";
import { type Draft, enqueue, liveJob, queueJob, say, settled } from "./draft.ts";
import { judgeVerification, unmetIn } from "./judge-verification.ts";
import { mergesCleanly } from "./mergeable.ts";
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
  head: ({ folded, verification }) => folded?.commit ?? verification.head,
  scope: () => "none",
  needsHistory: (_, track) => asksCoverage(track),
  covers: (track) => (asksCoverage(track) ? track.defaultBranch : undefined),
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

  publication(input) {
    const { track, job } = input;
    const found = judgeVerification(input);
    if ("outcome" in found) return found;
    const { checks, criteria, failure } = found;
    const folder = planPath.folder(track);
    const record = {
      base: job.base.sha,
      outcome: failure?.outcome ?? "passed",
      checks: checks.map(forTheArchive),
      criteria,
    };
    return {
      steps: [
        {
          type: "commit",
          branch: trackBranch.format(track),
          base: job.base,
          message: { type: "verification-message" },
          changes: [],
          files: [
            { path: `${folder}/summary.md`, words: { type: "summary", criteria } },
            { path: `${folder}/verification.json`, text: `${JSON.stringify(record, null, 2)}\n` },
          ],
          on: "shared",
        },
      ],
      result: ({ head = "" }) =>
        failure
          ? { type: "failed", ...failure, verified: { head, unmet: unmetIn(found) } }
          : { type: "verify", head, checks: checks.length > 0 ? "passed" : "none" },
    };
  },

  keep: () => undefined,

  succeed(draft, _job, { result, by }) {
    const { track } = draft;
    if (result.type !== "verify") return;
    const { head, checks = "passed" } = result;
    const { unmet: _, ...known } = track.verification;
    const verified = { ...known, outcome: "done" as const, head, checks };
    track.verification = by ? { ...verified, by } : verified;
  },

  /** A run that never was, or that met a branch which had moved, says nothing about the track: it is tried again, within bounds. */
  fail(draft, _job, { until: _, resume: __, verified, ...why }) {
    const { track } = draft;
    if (track.phase !== "verifying" || why.outcome === "rate-limited") return;
    const attempts = track.verification.attempts + 1;
    const { unmet: ___, ...known } = track.verification;
    track.verification = { ...known, attempts };
    if (verified) rememberUnmet(track, verified);
    // The branch moved while it was verified: its new head is.
    if (why.outcome === "conflict") return headMoved(draft);
    const silent = ["crashed", "lost", "unavailable"].includes(why.outcome);
    if (silent && !why.repeated && attempts < track.config.limits.attempts) return;
    failVerification(draft, why);
  },

  spentOn: (track) => ({ on: "this track", usd: track.usd }),
};

/** Where the whole began is found in the branch's history, which costs time: only where somebody asks. */
function asksCoverage({ config }: Track): boolean {
  return config.verification?.coverage !== undefined;
}

/** What a command that passed printed is worth a few lines. */
function forTheArchive(check: CheckResult): CheckResult {
  return check.ok ? { ...check, tail: outputTail(check.tail, 400) } : check;
}

/** What it wrote down is the branch's newest commit: our own, and no news. */
function rememberUnmet(track: Track, { head, unmet }: Verified): void {
  track.head = head;
  if (unmet.length > 0) track.verification = { ...track.verification, unmet };
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
