import type { CodeName } from "../model/manifest.ts";
import type { Segments } from "../model/validate.ts";
import { suggest } from "../text/closest.ts";
import { quote } from "../text/describe-schema-error.ts";
import { checkAgent } from "./check-agent.ts";
import { checkExpression, type Surroundings } from "./check-expression.ts";
import type { Known, RecipeProblem } from "./check-recipe.ts";
import { namesIn } from "./expression.ts";
import { listAll, listSteps } from "./list-steps.ts";
import type { Recipe, RepeatStep, Step, WorkStep } from "./recipe.ts";

/** What is known where a step stands. */
interface Context {
  known: Known;
  /** Every step of the recipe, to tell a later one from one that does not exist. */
  all: ReadonlyMap<string, WorkStep>;
  /** Steps that have surely ended, or were skipped, when this one begins: what expressions may ask about. */
  ended: Set<string>;
  /** Steps whose answers may be given: those, and in a `repeat` what the round before gave. */
  given: Set<string>;
  isInRepeat: boolean;
}

/** What is wrong with single steps: names of roles, prompts and steps, expressions, rounds. */
export function checkSteps(recipe: Recipe, known: Known): RecipeProblem[] {
  const all = new Map(listSteps(recipe).map(({ step }) => [step.id, step]));
  const context = { known, all, ended: new Set<string>(), given: new Set<string>(), isInRepeat: false };
  return checkSequence(recipe.steps, ["steps"], context);
}

function checkSequence(steps: readonly Step[], at: Segments, context: Context): RecipeProblem[] {
  return steps.flatMap((step, index) => checkStep(step, [...at, index], context));
}

function checkStep(step: Step, at: Segments, context: Context): RecipeProblem[] {
  if (step.type === "parallel") return checkParallel(step.steps, [...at, "parallel"], context);
  if (step.type === "repeat") return checkRepeat(step, at, context);
  const problems = [...checkWork(step, at, context), ...checkWith(step, at, context)];
  context.ended.add(step.id);
  context.given.add(step.id);
  return problems;
}

/** Steps side by side do not see each other. */
function checkParallel(steps: readonly Step[], at: Segments, context: Context): RecipeProblem[] {
  const branches = steps.map((step, index) => {
    const own = { ...context, ended: new Set(context.ended), given: new Set(context.given) };
    return { own, problems: checkStep(step, [...at, index], own) };
  });
  for (const { own } of branches) {
    for (const id of own.ended) context.ended.add(id);
    for (const id of own.given) context.given.add(id);
  }
  return branches.flatMap(({ problems }) => problems);
}

function checkRepeat(step: RepeatStep, at: Segments, context: Context): RecipeProblem[] {
  const loop = listAll(step.steps, []).map(({ step: { id } }) => id);
  const own = [...loop, ...listAll(step.between, []).map(({ step: { id } }) => id)];
  const inside = { ...context, given: new Set([...context.given, ...own]), isInRepeat: true };
  const nested = "is inside of another repeat; rounds cannot be nested";
  const problems: RecipeProblem[] = context.isInRepeat ? [{ at: [...at, "repeat"], message: nested }] : [];
  problems.push(...checkMost(step, [...at, "repeat", "most"], context));
  problems.push(...checkSequence(step.steps, [...at, "steps"], inside));
  problems.push(...checkUntil(step, [...at, "repeat", "until"], { context: inside, loop }));
  // No round has ended with these when the rounds are over, so what follows cannot ask about them.
  const between = { ...inside, ended: new Set(inside.ended) };
  problems.push(...checkSequence(step.between, [...at, "between"], between));
  for (const id of own) context.given.add(id);
  return problems;
}

function checkMost(step: RepeatStep, at: Segments, context: Context): RecipeProblem[] {
  if (typeof step.most === "number") return [];
  return checkExpression(step.most, { ...placeOf(context, at), wants: "expression" });
}

function checkUntil(
  { until }: RepeatStep,
  at: Segments,
  { context, loop }: { context: Context; loop: string[] },
): RecipeProblem[] {
  const problems = checkExpression(until, { ...placeOf(context, at), wants: "condition" });
  if (problems.length > 0) return problems;
  if (namesIn(until).some((name) => name.type === "step" && loop.includes(name.id))) return [];
  const example = loop[0] ? `, such as steps.${loop[0]}.ok` : "";
  return [{ at, message: `can never change: it names no step of its own rounds${example}` }];
}

function placeOf({ all, ended }: Context, at: Segments): Surroundings {
  return { at, all: new Set(all.keys()), ended };
}

function checkWork(step: WorkStep, at: Segments, context: Context): RecipeProblem[] {
  const place = placeOf(context, [...at, "if"]);
  const condition = step.if === undefined ? [] : checkExpression(step.if, { ...place, wants: "condition" });
  return step.type === "agent"
    ? [...condition, ...checkAgent(step, placeOf(context, at), context.known)]
    : condition;
}

/** Code that only does something: it has nothing to tell a later step. */
const silent: readonly CodeName[] = ["merge-documents", "revert"];

function checkWith(step: WorkStep, at: Segments, context: Context): RecipeProblem[] {
  return (step.with ?? []).flatMap((id, index) => {
    const message = checkGiven(id, step, context);
    return message ? [{ at: [...at, "with", index], message }] : [];
  });
}

function checkGiven(id: string, step: WorkStep, { all, given }: Context): string | undefined {
  const named = all.get(id);
  if (!named) return `names the step ${quote(id)}, which does not exist; ${suggest(id, [...all.keys()])}`;
  if (!given.has(id)) return `names ${id}, which does not come before ${step.id}`;
  const isSilent = named.type === "code" && silent.includes(named.code);
  return isSilent ? `names ${id}, which gives no answer` : undefined;
}
