import { taskBranch } from "../codec/branches.ts";
import { goLabel, quickLabel } from "../codec/labels.ts";
import { type Draft, say, stopWork } from "../jobs/draft.ts";
import { feedbackOf } from "../jobs/verdict.ts";
import type { Feedback } from "../model/feedback.ts";
import { noUsage } from "../model/job.ts";
import type { Form } from "../model/question.ts";
import { isQuick, quickTask, type Route } from "../model/route.ts";
import type { TrackTask } from "../model/task.ts";
import { isOpen, type Track } from "../model/track.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { tooLargeFor } from "../select/measure-issue.ts";
import type { Question } from "./decide.ts";

/** Which way an issue takes: as people say, `gsd:plan` before all; where they leave it open, by its size. Undefined for a plan that was simply asked for. */
export function routeFor({ facts, trigger }: Question): Route | undefined {
  const planLabel = facts.config?.ok ? facts.config.config.label : "gsd:plan";
  if (trigger.type === "commented") {
    const wanted = trigger.commands.map(({ type }) => type);
    return wanted.includes("quick") && !wanted.includes("plan")
      ? { path: "quick", by: "command" }
      : undefined;
  }
  if (trigger.type !== "issue-labeled" || facts.issue?.labels.includes(planLabel)) return undefined;
  if (trigger.label === quickLabel) return { path: "quick", by: "label" };
  const measure = trigger.label === goLabel ? facts.issue?.measure : undefined;
  if (!measure) return undefined;
  return { path: tooLargeFor(measure) ? "plan" : "quick", by: "measure", measure };
}

/** The one task of a quick change: what the issue says. Its files are any, since nobody planned them. */
export function quickEntry(title: string, digest: string): TrackTask {
  return {
    title: title.slice(0, 200) || "Quick change",
    dependsOn: [],
    files: ["**"],
    digest,
    status: "pending",
    attempts: 0,
    runs: 0,
    reviews: 0,
    feedback: [],
    usage: { ...noUsage },
    usd: 0,
  };
}

/** A quick change that is to be planned after all: its branch stays, its pull request is closed, and the planners know what it came to. */
export function changeOver(draft: Draft, quick: Track): void {
  if (!isQuick(quick) || !isOpen(quick)) return;
  const task = quick.tasks[quickTask];
  const branch = taskBranch.format({ issue: quick.issue, task: quickTask });
  const head = task?.proposal?.head ?? task?.resume?.commit;
  draft.track.tasks = quick.tasks;
  stopWork(draft);
  const { track } = draft;
  track.tasks = {};
  track.forms = (quick.forms ?? []).map(withoutTask);
  track.marked = quick.marked ?? false;
  track.plan = { ...track.plan, feedback: lessonsOf(task, head && branch) };
  if (head === undefined) return;
  const pull = task?.proposal?.pull;
  const left = withoutUndefined({ branch, pull, head });
  const route: Route = track.route ?? { path: "plan", by: "command" };
  track.route = { ...route, left };
  say(draft, track.issue, withoutUndefined({ type: "changed-over" as const, branch, pull }));
}

/** What people answered counts for the plan; what they did not was asked by somebody who is gone. */
function withoutTask(form: Form): Form {
  const { task: _, ...rest } = form;
  return form.questions.every(({ answer }) => answer) ? rest : form;
}

/** What was learned on the quick way, for those who plan. */
function lessonsOf(task: TrackTask | undefined, branch: string | undefined): Feedback[] {
  if (!task) return [];
  const { proposal, feedback } = task;
  const tried: Feedback[] = branch === undefined ? [] : [{ type: "tried", branch }];
  const found = feedbackOf(proposal?.findings ?? [], proposal?.signals);
  return [...tried, ...feedback, ...found].slice(0, 50);
}
