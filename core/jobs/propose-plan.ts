import { answersToWords } from "../check/answers-to-words.ts";
import { trackBranch } from "../codec/branches.ts";
import { backlogFile, documentFiles, planFile, planPath } from "../codec/paths.ts";
import type { Backlog } from "../model/backlog.ts";
import type { Estimate } from "../model/estimate.ts";
import type { HealthResult } from "../model/health.ts";
import type { TaskId } from "../model/ids.ts";
import type { Manifest } from "../model/manifest.ts";
import type { Note } from "../model/note.ts";
import type { NewFile, PlanCost, Publication, PublishStep } from "../model/publication.ts";
import { answeredFor } from "../model/question.ts";
import { planDocuments, type Track } from "../model/track.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { addAnswers } from "../plan/add-answers.ts";
import { remarksOn } from "../plan/remarks-on.ts";
import { withExtra } from "../select/budget.ts";
import { estimatePlan } from "../select/estimate-plan.ts";
import { answerThreads } from "./answer-threads.ts";
import type { PlanDraft } from "./draft-answers.ts";
import { toHealth } from "./health.ts";
import { recordOf } from "./past-tasks.ts";
import { documentProblems, isMissing, notesOn } from "./plan-documents.ts";
import type { PublicationInput } from "./row.ts";

/** A plan as a draft pull request: whole, or as far as the planners got, with all that people have to fix in it. */
export function proposePlan(input: PublicationInput): Publication {
  const { track, job, manifest, plan } = input;
  const { deltas, meetings = [] } = input.specs ?? {};
  const met = meetings.map((meeting) => ({ type: "spec-meets" as const, meeting }));
  const notes = [...notesOn(manifest, plan), ...met, ...whyNone(input)];
  const draft = plan.backlog;
  const problems = [...documentProblems(plan), ...(draft ? draft.problems : [isMissing(backlogFile)])];
  const isKnown = track.health?.outcome !== undefined;
  const health = isKnown ? undefined : healthIn(manifest, job.base.sha);
  const remember: PublishStep[] = health ? [{ type: "remember-health", health }] : [];
  const folder = planPath.folder(track);
  const branch = trackBranch.format(track);
  const backlog = draft?.backlog;
  const estimate = estimateFor(input, backlog);
  const { missing = [], why, outside, risks = [], questions = [] } = plan.merged ?? {};
  const findings = {
    ...estimate,
    faults: draft?.faults ?? [],
    missing,
    required: plan.required,
    protectedPaths: track.config.protected_paths,
  };
  const remarks = backlog ? remarksOn(backlog, findings) : [];
  return {
    steps: [
      {
        type: "commit",
        branch,
        base: job.base,
        message: { type: "plan-message" },
        changes: [],
        files: filesOf(track, plan),
        on: "shared",
        within: folder,
      },
      { type: "read-plan", folder },
      {
        type: "pull",
        title: { type: "plan-title" },
        body: withoutUndefined({
          type: "plan-body" as const,
          backlog,
          estimate,
          notes: [...notes, ...remarks],
          problems,
          why,
          requirements: plan.required?.requirements,
          deltas,
          outside,
          risks,
          questions,
          record: recordOf(input.past),
        }),
        branch,
        base: track.defaultBranch,
        draft: true,
      },
      ...answerThreads(track.plan.feedback, manifest),
      ...remember,
    ],
    result: ({ head = "", planTree = "", pull = 0 }) =>
      withoutUndefined({
        type: "plan" as const,
        head,
        tree: planTree,
        pull,
        shown: health !== undefined || isKnown,
        health,
        problems: problems.length > 0 ? problems.slice(0, mostTold) : undefined,
        revised: plan.difference && { ...plan.difference, unanswered: countUnanswered(input) },
        estimates: estimatesIn(estimate),
        deltas: deltas?.length ? deltas : undefined,
      }),
  };
}

/** Why there is no backlog although there was all that its author needed. */
function whyNone({ manifest: { outcome, reason }, plan }: PublicationInput): Note[] {
  if (plan.backlog || documentProblems(plan).length > 0) return [];
  const note: Note = { type: "member-missing", member: "backlog", outcome };
  return [reason === undefined ? note : { ...note, reason: reason.slice(0, 1_000) }];
}

function countUnanswered({ track, manifest }: PublicationInput): number {
  return answersToWords(track.plan.feedback, manifest).filter(({ done }) => done === undefined).length;
}

/** The rest is in the pull request. */
const mostTold = 30;

/** The files of a plan, as they are committed. */
export function filesOf(track: Track, { documents, merged, backlog }: PlanDraft): NewFile[] {
  const folder = planPath.folder(track);
  const files: NewFile[] = planDocuments.flatMap((name) => {
    const written = documents[name]?.text;
    const text =
      name === "spec" && written !== undefined ? addAnswers(written, answeredFor(track.forms)) : written;
    return text === undefined ? [] : [{ path: `${folder}/${documentFiles[name]}`, text }];
  });
  if (merged !== undefined) files.push({ path: `${folder}/${planFile}`, text: merged.text });
  if (backlog) files.push({ path: `${folder}/${backlogFile}`, text: backlog.text });
  return files;
}

/** What the plan is likely to cost, by the recipes and roles that its runs will use; nobody knows where these cannot be read. */
export function estimateFor(
  { track, roles, recipes, past }: PublicationInput,
  backlog: Backlog | undefined,
): PlanCost {
  const { config, extraUsd } = track;
  const { task, verify } = recipes;
  const leftUsd = withExtra(config.budget, extraUsd).task;
  if (!backlog || !task || !verify) return unknownCost(backlog?.tasks ?? []);
  const known = { config, recipes: { task, verify }, leftUsd, past };
  return estimatePlan(backlog, roles ? { ...known, roles } : known);
}

function unknownCost(tasks: Backlog["tasks"]): PlanCost {
  const unknown = tasks.map(({ id }) => [id, { type: "unknown" }] as const);
  return { tasks: Object.fromEntries(unknown), usd: 0, free: false, refusals: [] };
}

/** What is remembered of it, to be compared with what the tasks took. */
export function estimatesIn({ tasks }: PlanCost): Record<TaskId, Estimate> | undefined {
  const known = Object.entries(tasks).flatMap(([id, one]) => {
    if (one.type !== "usd") return [];
    const { tokens, usd, minutes } = one;
    return [[id, { tokens, usd: rounded(usd), minutes: rounded(minutes) }] as const];
  });
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/** An estimate is no better than that, and the ledger has little room. */
function rounded(amount: number): number {
  return Math.round(amount * 100) / 100;
}

/** How the base is, where the recipe looked. */
function healthIn({ steps, notes }: Manifest, sha: string): HealthResult | undefined {
  const found = steps.findLast((step) => step.type === "code" && step.code === "health");
  if (found?.type !== "code" || found.outcome !== "done") return undefined;
  return toHealth(sha, found.checks ?? [], notes);
}
