import { answersOf, newestAnswer } from "../check/answers-of.ts";
import { trackBranch } from "../codec/branches.ts";
import { stepName } from "../codec/keys.ts";
import { backlogFile, documentFiles, planFile, planPath } from "../codec/paths.ts";
import type { Backlog } from "../model/backlog.ts";
import type { HealthResult } from "../model/health.ts";
import { isHopeless, isLesson } from "../model/job.ts";
import type { Manifest } from "../model/manifest.ts";
import type { Why } from "../model/notice.ts";
import { formatBacklog } from "../model/parse-backlog.ts";
import type { NewFile, PlanCost } from "../model/publication.ts";
import { type PlanDocument, planDocuments, type Track } from "../model/track.ts";
import { mergeDocuments } from "../plan/merge-documents.ts";
import { remarksOn } from "../plan/remarks-on.ts";
import { withExtra } from "../select/budget.ts";
import { estimatePlan } from "../select/estimate-plan.ts";
import { type Draft, liveJob, queueJob, say, settled } from "./draft.ts";
import { recordHealth, toHealth } from "./health.ts";
import { documentsOf, problemsIn, soundDocuments } from "./plan-documents.ts";
import { longestLeg, type PublicationInput, type Row } from "./row.ts";

/** Planners side by side with the health check, then the backlog: one draft pull request. */
export const plan: Row<"plan"> = {
  recipe: () => "plan",
  asksAgents: true,
  minutes: () => longestLeg,
  place: (track) => ({ branch: trackBranch.format(track), ref: trackBranch.format(track) }),
  resume: (track) => track.plan.resume,
  readsLibrary: true,
  scope: () => "none",
  needsHistory: ({ resume }) => resume !== undefined,
  instructedBy: (_, { base }) => base.sha,

  /** The planners work all the same. */
  recall(draft, result) {
    recordHealth(draft, result);
    return false;
  },

  advance(draft) {
    const { track } = draft;
    if (track.phase !== "planning" || isStarting(track) || liveJob(track, "plan")) return;
    track.plan = { ...track.plan, runs: track.plan.runs + 1 };
    queueJob(draft, { issue: track.issue, kind: "plan", attempt: track.plan.runs });
  },

  publication(input) {
    const { track, job, manifest } = input;
    const written = documentsOf(input);
    const backlog = newestAnswer(manifest, "backlog")?.backlog;
    if (!backlog) return { outcome: "invalid-answer", reason: "The planners wrote no backlog." };
    const wrong = problemsIn(written.texts, track, backlog);
    if (wrong) return wrong;
    const { spec, arch, qa } = written.texts as Record<PlanDocument, string>;
    const folder = planPath.folder(track);
    const estimate = estimateFor(input, backlog);
    const branch = trackBranch.format(track);
    const isKnown = track.health?.outcome !== undefined;
    const health = isKnown ? undefined : healthIn(manifest, job.base.sha);
    return {
      steps: [
        {
          type: "commit",
          branch,
          base: job.base,
          message: { type: "plan-message" },
          changes: [],
          files: [
            ...planDocuments.map((name) => ({
              path: `${folder}/${documentFiles[name]}`,
              text: { spec, arch, qa }[name],
            })),
            { path: `${folder}/${planFile}`, text: mergeDocuments({ title: track.title, spec, arch, qa }) },
            { path: `${folder}/${backlogFile}`, text: formatBacklog(backlog) },
          ],
          on: "shared",
          within: folder,
        },
        { type: "read-plan", folder },
        {
          type: "pull",
          title: { type: "plan-title" },
          body: {
            type: "plan-body",
            backlog,
            estimate,
            notes: [...written.notes, ...remarksOn(backlog, estimate)],
          },
          branch,
          base: track.defaultBranch,
          draft: true,
        },
        ...(health ? [{ type: "remember-health" as const, health }] : []),
      ],
      result: ({ head = "", planTree = "", pull = 0 }) => ({
        type: "plan",
        head,
        tree: planTree,
        pull,
        shown: health !== undefined || isKnown,
        ...(health ? { health } : {}),
      }),
    };
  },

  keep({ track, job, manifest }) {
    const documents = soundDocuments(manifest);
    const backlogs = answersOf(manifest, "backlog").filter(({ step }) => step.outcome === "done");
    // The first backlog's author need not be asked again; the newest is what is kept.
    const done = [...documents, ...backlogs.slice(0, 1)];
    if (done.length === 0) return undefined;
    const folder = planPath.folder(track);
    const files: NewFile[] = documents.map(({ name, text }) => ({
      path: `${folder}/${documentFiles[name]}`,
      text,
    }));
    const backlog = backlogs.at(-1)?.value.backlog;
    if (backlog) files.push({ path: `${folder}/${backlogFile}`, text: formatBacklog(backlog) });
    const names = [...(job.resume?.done ?? []), ...done.map(({ step }) => stepName.format(step))];
    return {
      steps: [
        {
          type: "commit",
          branch: trackBranch.format(track),
          base: job.base,
          message: { type: "kept-message", outcome: manifest.outcome },
          changes: [],
          files,
          on: "shared",
          within: folder,
        },
      ],
      resume: ({ head }) => (head === undefined ? undefined : { commit: head, done: [...new Set(names)] }),
    };
  },

  succeed(draft, _job, { result }) {
    const { track, moment } = draft;
    if (result.type !== "plan" || track.phase !== "planning") return;
    const { head, tree, pull } = result;
    const { resume: _, ...rest } = track.plan;
    track.phase = "proposed";
    track.pull = pull;
    track.plan = { ...rest, attempts: 0, feedback: [], proposed: { tree, head, at: moment.now } };
    say(draft, track.issue, { type: "plan-ready" });
    if (result.health) recordHealth(draft, result.health);
    if (result.shown && track.health) track.health = { ...track.health, shown: track.health.runs };
  },

  fail(draft, _job, { until: _, resume, ...why }) {
    const { track } = draft;
    if (track.phase !== "planning") return;
    if (resume) track.plan = { ...track.plan, resume };
    if (why.outcome === "rate-limited") return;
    const attempts = track.plan.attempts + 1;
    const feedback = isLesson(why.outcome) ? [toFeedback(why)] : track.plan.feedback;
    track.plan = { ...track.plan, attempts, feedback };
    if (!isHopeless(why.outcome) && attempts < track.config.limits.attempts) return;
    giveUp(draft, why);
  },

  spentOn: (track) => ({ on: "this track", usd: track.usd }),
};

/** Its branch and its living comment are not there yet. A track that starts over has the comment of the last one. */
function isStarting({ sticky, outbox }: Track): boolean {
  return !sticky || outbox.some(({ effect }) => effect.type === "start-track");
}

function toFeedback({ outcome, reason }: Why) {
  return reason === undefined
    ? { type: "attempt" as const, outcome }
    : { type: "attempt" as const, outcome, reason };
}

function giveUp(draft: Draft, why: Why): void {
  const trouble = { type: "planning-failed" as const, why };
  draft.track = { ...settled(draft.track), phase: "failed", trouble };
  say(draft, draft.track.issue, trouble);
}

/** What the plan is likely to cost, by the recipes and roles that its runs will use; nobody knows where these cannot be read. */
function estimateFor({ track, roles, recipes }: PublicationInput, backlog: Backlog): PlanCost {
  const { config, extraUsd } = track;
  const { task, verify } = recipes;
  const leftUsd = withExtra(config.budget, extraUsd).task;
  if (!task || !verify) return unknownCost(backlog);
  const known = { config, recipes: { task, verify }, leftUsd };
  return estimatePlan(backlog, roles ? { ...known, roles } : known);
}

function unknownCost({ tasks }: Backlog): PlanCost {
  const unknown = tasks.map(({ id }) => [id, { type: "unknown" }] as const);
  return { tasks: Object.fromEntries(unknown), usd: 0, free: false, refusals: [] };
}

/** How the base is, where the recipe looked. */
function healthIn({ steps, notes }: Manifest, sha: string): HealthResult | undefined {
  const found = steps.findLast((step) => step.type === "code" && step.code === "health");
  if (found?.type !== "code" || found.outcome !== "done") return undefined;
  return toHealth(sha, found.checks ?? [], notes);
}
