import { answersToWords } from "../check/answers-to-words.ts";
import { trackBranch } from "../codec/branches.ts";
import { planPath } from "../codec/paths.ts";
import type { TaskId } from "../model/ids.ts";
import type { Publication } from "../model/publication.ts";
import { type Track, taskEntries } from "../model/track.ts";
import type { JobResult } from "../model/trigger.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { describeProblem } from "../plan/amend-backlog.ts";
import { hasStarted } from "../plan/compare-tasks.ts";
import { answerThreads } from "./answer-threads.ts";
import type { Draft } from "./draft.ts";
import { estimateFor, estimatesIn, filesOf } from "./propose-plan.ts";
import type { PublicationInput, Unfit } from "./row.ts";

/** Whether the plan that is being written again is the one that was approved. */
export function isAmending({ plan: { revision, approved } }: Track): boolean {
  return revision !== undefined && approved !== undefined;
}

/** Whether it is still being written. */
export function isRevising(track: Track): boolean {
  return isAmending(track) && track.plan.revision?.outcome === undefined;
}

/** Tasks that stay as they are in a plan that is written again: those that have started, and what they build on. */
export function keptTasks(track: Track): TaskId[] {
  const started = taskEntries(track).filter(([, task]) => hasStarted(task));
  return [...new Set(started.flatMap(([id, { dependsOn }]) => [id, ...dependsOn]))].sort();
}

/** An approved plan that was written again is an edit of its files, which people approve like any other. */
export function amendPlan(input: PublicationInput): Publication | Unfit {
  const { track, job, manifest, plan } = input;
  const [wrong] = plan.backlog?.problems ?? [];
  if (wrong) return { outcome: "invalid-answer", reason: describeProblem(wrong) };
  const folder = planPath.folder(track);
  const { documents = [], ...difference } = plan.difference ?? { added: [], changed: [], removed: [] };
  const unanswered = answersToWords(track.plan.feedback, manifest).filter(({ done }) => done === undefined);
  return {
    steps: [
      {
        type: "commit",
        branch: trackBranch.format(track),
        base: job.base,
        message: { type: "plan-message" },
        changes: [],
        files: filesOf(track, plan),
        on: "shared",
        within: folder,
      },
      { type: "read-plan", folder },
      ...answerThreads(track.plan.feedback, manifest).map((step) => ({ ...step, pull: track.pull })),
    ],
    result: ({ head = "", planTree = "" }) =>
      withoutUndefined({
        type: "plan" as const,
        head,
        tree: planTree,
        pull: track.pull ?? 0,
        shown: true,
        revised: { ...difference, documents, unanswered: unanswered.length },
        estimates: estimatesIn(estimateFor(input, plan.backlog?.backlog)),
      }),
  };
}

type PlanResult = Extract<JobResult, { type: "plan" }>;

/** What it came to is kept until the edit is seen, and told with it. */
export function recordAmendment({ track }: Draft, { revised, estimates = {} }: PlanResult): void {
  const { revision, resume: _, ...rest } = track.plan;
  if (!revision || !revised) return;
  const ids = [...revised.added, ...revised.changed].map(({ task }) => task);
  const costs = ids.flatMap((id) => estimates[id]?.usd ?? []);
  const usd = costs.length > 0 ? costs.reduce((sum, one) => sum + one, 0) : undefined;
  const { documents, unanswered } = revised;
  const outcome = withoutUndefined({ documents, unanswered, usd });
  const expected = Object.fromEntries(ids.flatMap((id) => (estimates[id] ? [[id, estimates[id]]] : [])));
  track.plan = {
    ...rest,
    attempts: 0,
    feedback: [],
    revision: { ...revision, outcome },
    estimates: expected,
  };
}
