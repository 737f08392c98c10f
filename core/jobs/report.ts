import { newestAnswer } from "../check/answers-of.ts";
import { reportBranch } from "../codec/branches.ts";
import { isFinal } from "../model/job.ts";
import type { Report } from "../model/report.ts";
import type { Track } from "../model/track.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { slugOf } from "../text/slug-of.ts";
import { type Draft, liveJob, queueJob, say, settled } from "./draft.ts";

import { longestLeg, type Row } from "./row.ts";

/** Anything that ends in words: one comment, or one document in a pull request. */
export const report: Row<"report"> = {
  recipe: (track, { attempt }) => findReport(track, attempt)?.recipe ?? "research",
  asksAgents: true,
  minutes: () => longestLeg,
  place: (track) => ({ branch: track.defaultBranch, ref: track.defaultBranch }),
  resume: () => undefined,
  readsLibrary: true,
  scope: () => "none",
  needsHistory: () => false,
  instructedBy: (_, { base }) => base.sha,
  asked: (track, { attempt }) => findReport(track, attempt),

  /** One after the other: each is a comment of its own, and nobody reads two at once. */
  advance(draft) {
    const { track } = draft;
    // Its own comment is the first that a track that is planned gets.
    if (!track.sticky && track.phase === "planning") return;
    const next = track.reports.find(({ status }) => status === "pending");
    if (!next || liveJob(track, "report")) return;
    replaceReport(draft, { ...settled(next), status: "running" });
    queueJob(draft, { issue: track.issue, kind: "report", attempt: next.number });
  },

  publication({ track, job, manifest, recipes, newSpec }) {
    const asked = findReport(track, job.attempt);
    const answer = newestAnswer(manifest, "report");
    if (!asked) return { outcome: "crashed", reason: "The ledger does not know this report." };
    if (!answer) return { outcome: "invalid-answer", reason: "There is no report in the answer." };
    const { to } = recipes[asked.recipe] ?? {};
    if (to === undefined) {
      return {
        steps: [{ type: "comment", thread: asked.thread, words: { type: "report-comment" } }],
        result: () => ({ type: "report" }),
      };
    }
    const [wrong] = newSpec?.problems ?? [];
    if (wrong) return { outcome: "invalid-answer", reason: `The spec cannot be used: ${wrong.message}.` };
    const branch = reportBranch.format({ issue: track.issue, number: asked.number });
    const file = newSpec ?? {
      path: to.replaceAll("<slug>", slugOf(asked.text || answer.title)),
      text: `# ${answer.title}\n\n${answer.report.trim()}\n`,
    };
    return {
      steps: [
        {
          type: "commit",
          branch,
          base: job.base,
          message: { type: "report-message" },
          changes: [],
          files: [{ path: file.path, text: file.text }],
          on: "own",
        },
        {
          type: "pull",
          title: { type: "report-title" },
          body: { type: "report-body" },
          branch,
          base: track.defaultBranch,
          draft: false,
        },
      ],
      result: ({ pull = 0 }) => ({ type: "report", pull }),
    };
  },

  keep: () => undefined,

  succeed(draft, job, { result }) {
    const asked = findReport(draft.track, job.attempt);
    if (!asked || result.type !== "report") return;
    const { pull } = result;
    replaceReport(draft, withoutUndefined({ ...settled(asked), status: "done" as const, pull }));
    if (pull) say(draft, asked.thread, { type: "report-opened", report: asked.number, pull });
  },

  fail(draft, job, { until: _, resume: __, ...why }) {
    const asked = findReport(draft.track, job.attempt);
    if (asked?.status !== "running") return;
    if (why.outcome === "rate-limited") return replaceReport(draft, { ...asked, status: "pending" });
    const attempts = asked.attempts + 1;
    if (!isFinal(why) && attempts < draft.track.config.limits.attempts) {
      return replaceReport(draft, { ...asked, attempts, status: "pending" });
    }
    const trouble = { type: "report-failed" as const, report: asked.number, why };
    replaceReport(draft, { ...asked, attempts, status: "failed", trouble });
    say(draft, asked.thread, trouble);
  },

  spentOn: (track) => ({ on: "this track", usd: track.usd }),
};

/** Whether anybody may ask for a recipe by name: whether it ends in words. */
export function isReport({ kind }: { kind: string }): boolean {
  return kind === "report";
}

export function findReport({ reports }: Track, number: number): Report | undefined {
  return reports.find((one) => one.number === number);
}

function replaceReport({ track }: Draft, next: Report): void {
  track.reports = track.reports.map((one) => (one.number === next.number ? next : one));
}
