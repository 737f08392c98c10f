import type { Sha, TaskId } from "../model/ids.ts";
import { inline } from "../text/foreign.ts";
import type { NextStep, StepBeside, WaitingPull } from "../view/next-step.ts";
import { nextForBase } from "./base.ts";
import { questionList } from "./form.ts";
import { people } from "./objections.ts";
import { codeList, few, list, pick, short, taskIds, theProblems } from "./phrases.ts";
import { rollbackName } from "./rollbacks.ts";

type StepOf<T extends NextStep["type"]> = Extract<NextStep, { type: T }>;
type Sentences = { [T in NextStep["type"]]: (step: StepOf<T>, warnings: Warnings) => string };

/** Where people find the track's warnings, for "see …" and "the warning …". */
interface Warnings {
  see: string;
  at: string;
}

const below: Warnings = { see: "below", at: "below" };

/** What follows "Next:", in one sentence. */
const sentences: Sentences = {
  wait: (step, warnings) => `nothing for you; ${busyWith(step)}.${baseNote(step, warnings)}`,
  resume: ({ fixFirst }, warnings) =>
    fixFirst
      ? `fix what the warning ${warnings.at} says, then comment \`/resume\`.`
      : "comment `/resume` when it should go on.",
  "approve-plan": (step, warnings) =>
    step.problems > 0
      ? `fix ${theProblems(step.problems)} of the plan in ${named(step.pull)}, and comment \`/approve\` there.`
      : `read the plan in ${named(step.pull)} and comment ${approve(step.tree)} ${there(step.pull)}.${baseNote(step, warnings)}`,
  "await-issues": ({ issues }) => {
    const names = issues.map(({ issue, elsewhere }) => `${elsewhere ? inline(elsewhere) : ""}#${issue}`);
    return `its tasks wait for ${list(few(names))}, which ${pick(names.length, "blocks", "block")} this issue. They start by themselves once ${pick(names.length, "it is", "they are")} closed (gsd looks every hour). Comment \`/resume\` to start without waiting.`;
  },
  review: ({ pulls, beside }, warnings) => `${reviewWords(pulls)}${besideWords(beside, warnings)}`,
  "merge-quick": ({ pull }) => `review #${pull} and merge it with GitHub's button.`,
  "approve-edit": ({ pull, tree, problems, tasks }, warnings) => {
    const edit =
      problems > 0
        ? `fix ${theProblems(problems)} of the edited plan in ${named(pull)}, and comment \`/approve\` there, or undo the edit. No other task starts before that.`
        : `look at the change of the plan in ${named(pull)} and comment ${approve(tree)} ${there(pull)}, or undo it. What it is about waits.`;
    return tasks.length > 0 ? `${edit} ${needHelp(tasks, warnings)}` : edit;
  },
  "help-tasks": ({ tasks }, warnings) => needHelp(tasks, warnings),
  answer: ({ questions }) =>
    `answer ${questionList(questions)}: tick a box in gsd's comment, or comment \`/answer ${questions[0] ?? 1} TEXT\`.`,
  "fix-verification": ({ gaps }) =>
    gaps
      ? "comment `/plan --gaps` to have tasks planned for what verification found missing, or fix it and comment `/resume` to verify again."
      : "fix what verification found, then comment `/resume` to verify again.",
  "fix-base": ({ pull }) => nextForBase(pull),
  "resolve-conflict": ({ pull, files }, { see }) =>
    `resolve the conflict of ${named(pull)} with the default branch${files.length > 0 ? ` in ${codeList(files)}` : ""}: see ${see}.`,
  merge: ({ pull, rollbacks }) => {
    const first =
      rollbacks.length > 0 ? `comment \`/approve\` on ${pullList(rollbacks)} or close it, then ` : "";
    return `${first}merge ${named(pull)}.`;
  },
  "merge-rollback": ({ rollbacks }) =>
    `merge ${pullList(rollbacks)} with GitHub's button, or close ${pick(rollbacks.length, "it", "them")}.`,
  "nothing-left": ({ pull }) =>
    `nothing is left to merge. Comment \`/cancel\` to end the track; merging ${named(pull)} would only archive its plan and close the issue.`,
  "lift-request": ({ pull, by }) =>
    `${people(by)} asked for changes in #${pull}. Settle that there, or comment \`/approve --over\`.`,
  reopen: ({ writerNeeded }) =>
    writerNeeded
      ? "comment `/resume` to go on (it takes write access), or `/cancel` to end the track."
      : "the issue is closed: reopen it to go on, or comment `/cancel` to end the track.",
  "start-over": ({ mayComeBack }) =>
    mayComeBack
      ? "comment `/resume` to bring it back as it was, or `/plan` to start over."
      : "comment `/plan` to start over.",
  nothing: ({ because }) =>
    because === "merged" ? "nothing; it is merged." : "nothing; every question is answered.",
};

/** What a person should do next, in one sentence; the same wherever a track is shown. */
export function renderNextStep(step: NextStep, warnings = below): string {
  // Each type has its own function, so this one takes this step.
  const write = sentences[step.type] as (step: NextStep, warnings: Warnings) => string;
  return write(step, warnings);
}

/** The same where the track's warnings are not in sight: they stand in the progress comment. */
export function renderNextStepElsewhere(step: NextStep, issue: number): string {
  return renderNextStep(step, { see: `#${issue}`, at: `in #${issue}` });
}

function reviewWords(pulls: WaitingPull[]): string {
  const [first, ...others] = pulls;
  if (first && others.length === 0)
    return `review ${pullList(pulls)} and comment ${approve(first.head)} ${there(first.pull)}.`;
  const words = pulls.map((one) => `${nameOf(one)} with ${approve(one.head)}`);
  return `review ${list(few(words))}, each as a comment there.`;
}

function besideWords(beside: StepBeside | undefined, warnings: Warnings): string {
  if (!beside) return "";
  return beside.type === "help-tasks"
    ? ` ${sentences["help-tasks"](beside, warnings)}`
    : ` Then ${sentences["approve-edit"](beside, warnings)}`;
}

function needHelp(tasks: TaskId[], { see }: Warnings): string {
  return `${taskIds(tasks)} ${pick(tasks.length, "needs", "need")} your help: see ${see}.`;
}

export function busyWith(step: StepOf<"wait">): string {
  const { tasks } = step;
  const words = {
    plan: "the plan is being written",
    base: "the repository's own commands are running on the base",
    tasks:
      tasks.length > 0
        ? `${taskIds(tasks)} ${pick(tasks.length, "is", "are")} running`
        : "tasks are about to start",
    checks: `${taskIds(tasks)} ${pick(tasks.length, "is", "are")} approved and will be merged once green`,
    update: "the track is being brought up to date with the default branch",
    verification: "the whole track is being verified",
    reports: "the answer is being written",
  };
  return words[step.for];
}

function baseNote({ baseTroubled }: { baseTroubled: boolean }, { see }: Warnings): string {
  return baseTroubled ? ` No task starts before the base is fixed: see ${see}.` : "";
}

function named(pull: number | undefined): string {
  return pull ? `#${pull}` : "the plan's pull request";
}

function pullList(pulls: WaitingPull[]): string {
  return list(few(pulls.map(nameOf)));
}

function nameOf(waiting: WaitingPull): string {
  return `#${waiting.pull} (${waiting.what === "task" ? waiting.task : rollbackName(waiting)})`;
}

/** What has to be typed to approve exactly what is there now. */
function approve(sha: Sha | undefined): string {
  return sha === undefined ? "`/approve`" : `\`/approve ${short(sha)}\``;
}

/** Where a comment on a pull request is written. */
function there(pull: number | undefined): string {
  return pull === undefined ? "there" : `[there](../pull/${pull}#issuecomment-new)`;
}
