import { isRevising } from "../jobs/amend-plan.ts";
import { heldByEdit } from "../jobs/announce-plan.ts";
import type { Blocker } from "../model/blocker.ts";
import type { Sha, TaskId } from "../model/ids.ts";
import { isAwaited } from "../model/question.ts";
import { isQuick } from "../model/route.ts";
import type { TrackTask } from "../model/task.ts";
import { hasMerged, type Track, taskEntries } from "../model/track.ts";

/** A pull request that waits for a person; `head`: what an approval would be about. */
export type WaitingPull = WaitingTask | WaitingRollback;

interface WaitingTask {
  what: "task";
  pull: number;
  head: Sha;
  task: TaskId;
}

export interface WaitingRollback {
  what: "rollback";
  pull: number;
  head: Sha;
  tasks: TaskId[];
  /** The attempt that it takes back; undefined where it takes tasks back. */
  undoes: number | undefined;
}

/** What gsd is busy with, or waits for, while a person has nothing to do. */
export type Busy = "plan" | "base" | "tasks" | "checks" | "verification" | "update" | "reports";

/** An edit of the approved plan waits; `tasks` need help beside it. */
interface ApproveEdit {
  type: "approve-edit";
  pull: number | undefined;
  tree: Sha;
  problems: number;
  tasks: TaskId[];
}

interface HelpTasks {
  type: "help-tasks";
  tasks: TaskId[];
}

export type StepBeside = ApproveEdit | HelpTasks;

/** What a person should do next; the same wherever a track is shown. */
export type NextStep =
  | { type: "wait"; for: Busy; tasks: TaskId[]; baseTroubled: boolean }
  | { type: "resume"; fixFirst: boolean }
  /** `tree`: what an approval would be about. */
  | {
      type: "approve-plan";
      pull: number | undefined;
      tree: Sha | undefined;
      baseTroubled: boolean;
      problems: number;
    }
  /** Issues that block this one. */
  | { type: "await-issues"; issues: Blocker[] }
  /** Pull requests wait; `beside`: so does something else of the same person. */
  | { type: "review"; pulls: WaitingPull[]; beside: StepBeside | undefined }
  /** A quick change is ready, and a person merges it. */
  | { type: "merge-quick"; pull: number }
  | ApproveEdit
  | HelpTasks
  | { type: "answer"; questions: number[] }
  /** `gaps`: whether tasks can be planned for what it found missing. */
  | { type: "fix-verification"; gaps: boolean }
  | { type: "fix-base"; pull: number | undefined }
  | { type: "resolve-conflict"; pull: number | undefined; files: string[] }
  | { type: "merge"; pull: number | undefined; rollbacks: WaitingRollback[] }
  /** The track is merged; what takes it back again is a person's to merge, too. */
  | { type: "merge-rollback"; rollbacks: WaitingRollback[] }
  /** Every task was skipped or taken back. */
  | { type: "nothing-left"; pull: number | undefined }
  | { type: "lift-request"; pull: number; by: string[] }
  | { type: "reopen"; writerNeeded: boolean }
  | { type: "start-over"; mayComeBack: boolean }
  | { type: "nothing"; because: "merged" | "answered" };

/** What is next for a track. */
export function nextStep(track: Track): NextStep {
  if (track.closed) return { type: "reopen", writerNeeded: track.closed.reopenedBy !== undefined };
  if (track.paused) return { type: "resume", fixFirst: track.trouble !== undefined };
  const baseTroubled = track.health?.trouble !== undefined;
  switch (track.phase) {
    case "asking":
      return isAsked(track) ? wait("reports") : { type: "nothing", because: "answered" };
    case "planning":
      return nextForQuestions(track) ?? { type: "wait", for: "plan", tasks: [], baseTroubled };
    case "proposed":
      return {
        type: "approve-plan",
        pull: track.pull,
        tree: track.plan.proposed?.tree,
        baseTroubled,
        problems: track.plan.proposed?.problems ?? 0,
      };
    case "executing":
      return nextForTasks(track);
    case "verifying":
      return nextForUpdate(track) ?? nextForPlan(track) ?? nextForVerification(track);
    case "ready":
      return nextForUpdate(track) ?? nextForMerge(track);
    case "merged":
      return afterMerge(track);
    case "failed":
    case "cancelled":
      return { type: "start-over", mayComeBack: track.phase === "cancelled" };
  }
}

function nextForMerge(track: Track): NextStep {
  const { pull } = track;
  const rollbacks = openRollbacks(track);
  if (rollbacks.length === 0 && !hasMerged(track)) return { type: "nothing-left", pull };
  return { type: "merge", pull, rollbacks };
}

function afterMerge(track: Track): NextStep {
  const rollbacks = openRollbacks(track);
  if (rollbacks.length > 0) return { type: "merge-rollback", rollbacks };
  return { type: "nothing", because: "merged" };
}

function nextForQuestions({ forms = [] }: Track): NextStep | undefined {
  const open = forms.filter(isAwaited).flatMap(({ questions }) => questions.filter(({ answer }) => !answer));
  return open.length > 0 ? { type: "answer", questions: open.map(({ number }) => number) } : undefined;
}

function nextForTasks(track: Track): NextStep {
  const answers = nextForQuestions(track);
  if (answers) return answers;
  const pulls = [...openRollbacks(track), ...reviewable(track)];
  const [first] = pulls;
  if (first && isQuick(track)) return { type: "merge-quick", pull: first.pull };
  const edit = nextForPlan(track);
  const help = nextForStuck(track);
  if (pulls.length > 0) return { type: "review", pulls, beside: edit?.type === "approve-edit" ? edit : help };
  if (edit) return edit;
  if (track.blockers?.length && !track.unblocked) return { type: "await-issues", issues: track.blockers };
  if (help) return help;
  if (track.trouble?.type === "keeps-moving") return { type: "resume", fixFirst: false };
  if (track.update?.status === "stuck") return nextForUpdate(track) ?? wait("update");
  const { outcome, unmet } = track.verification;
  if (outcome && outcome !== "done") return { type: "fix-verification", gaps: unmet !== undefined };
  const approved = idsOf(track, isApproved);
  if (approved.length > 0) return wait("checks", approved);
  if (track.health?.trouble) return { type: "fix-base", pull: track.pull };
  if (track.health && track.health.outcome === undefined) return wait("base");
  return wait(
    "tasks",
    idsOf(track, ({ status }) => status === "in_progress"),
  );
}

/** A plan that is written again, or was edited: what has not started waits for it. What is proposed for a task is the help that it needs. */
function nextForPlan(track: Track): ApproveEdit | Extract<NextStep, { type: "wait" }> | undefined {
  const { pull, tasks } = track;
  const { edited } = track.plan;
  const running = idsOf(track, ({ status }) => status === "in_progress");
  if (isRevising(track)) return running.length > 0 ? undefined : wait("plan");
  if (!edited || (!edited.problems && heldByEdit(track).length === 0)) return undefined;
  const stuck = idsOf(track, isStuck).filter((id) => tasks[id]?.rebase?.status !== "proposed");
  const { tree, problems = 0 } = edited;
  return { type: "approve-edit", pull, tree, problems, tasks: stuck };
}

function nextForStuck(track: Track): HelpTasks | undefined {
  const tasks = idsOf(track, isStuck);
  return tasks.length > 0 ? { type: "help-tasks", tasks } : undefined;
}

function nextForVerification({ trouble }: Track): NextStep {
  if (trouble?.type !== "changes-requested") return wait("verification");
  return { type: "lift-request", pull: trouble.pull, by: trouble.by };
}

/** What conflicts with the default branch cannot be merged, nor verified before that is settled. */
function nextForUpdate({ update, pull }: Track): NextStep | undefined {
  if (update?.status === "stuck") return { type: "resolve-conflict", pull, files: update.files };
  return update?.status === "merging" || update?.status === "resolving" ? wait("update") : undefined;
}

function wait(busy: Busy, tasks: TaskId[] = []): Extract<NextStep, { type: "wait" }> {
  return { type: "wait", for: busy, tasks, baseTroubled: false };
}

function reviewable(track: Track): WaitingPull[] {
  return taskEntries(track).flatMap(([task, { status, proposal }]) =>
    status === "review" && proposal?.readyAt && !proposal.approval
      ? [{ pull: proposal.pull, head: proposal.head, task, what: "task" as const }]
      : [],
  );
}

function openRollbacks({ rollbacks }: Track): WaitingRollback[] {
  return rollbacks.flatMap(({ tasks, undoes, status, proposal }) => {
    if (status !== "open" || !proposal || proposal.approval) return [];
    const { pull, head } = proposal;
    return [{ what: "rollback" as const, pull, head, tasks, undoes }];
  });
}

function idsOf(track: Track, fits: (task: TrackTask) => boolean): TaskId[] {
  return taskEntries(track)
    .filter(([, task]) => fits(task))
    .map(([id]) => id);
}

function isStuck(task: TrackTask): boolean {
  const { status, trouble } = task;
  return status === "failed" || status === "needs_input" || (trouble !== undefined && isApproved(task));
}

/** Approved, and not merged before its checks are green. */
function isApproved({ status, proposal }: TrackTask): boolean {
  return status === "review" && proposal?.approval !== undefined;
}

function isAsked({ reports }: Track): boolean {
  return reports.some(({ status }) => status === "pending" || status === "running");
}
