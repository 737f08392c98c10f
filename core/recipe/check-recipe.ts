import { checkPath } from "../check/check-paths.ts";
import type { AnswerType } from "../model/answers.ts";
import type { JobKind } from "../model/job.ts";
import { type CodeName, mostSteps } from "../model/manifest.ts";
import { protectedGlobs } from "../model/protected-names.ts";
import { formatPath, type Locate, limitProblems, type Problem, type Segments } from "../model/validate.ts";
import { createProtection } from "../plan/protection.ts";
import { checkSteps } from "./check-steps.ts";
import { countSteps } from "./count-steps.ts";
import { answersNeeded, kindNeeds } from "./kind-needs.ts";
import { listSteps, type PlacedStep } from "./list-steps.ts";
import type { Recipe } from "./recipe.ts";

/** What a recipe may refer to. */
export interface Known {
  roles: readonly string[];
  prompts: readonly string[];
  protectedPaths: readonly string[];
  /** From `parseRecipe`, so that problems get their lines. */
  locate?: Locate;
}

/** One thing wrong, and where in the recipe. */
export interface RecipeProblem {
  at: Segments;
  message: string;
}

/** Everything that would go wrong while a recipe runs, as far as it can be known before; in the order of its lines. */
export function checkRecipe(recipe: Recipe, known: Known): Problem[] {
  const placed = listSteps(recipe);
  const found = [
    ...checkTarget(recipe, known),
    ...checkAsks(recipe),
    ...checkIds(placed),
    ...checkSteps(recipe, known),
    ...checkKind(recipe, placed),
    ...checkCount(recipe),
  ];
  const problems = found.map(({ at, message }): Problem => {
    const position = known.locate?.(at);
    return { path: formatPath(at), message, line: position?.line, column: position?.column };
  });
  return limitProblems(problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)));
}

function checkIds(placed: readonly PlacedStep[]): RecipeProblem[] {
  const seen = new Set<string>();
  return placed.flatMap(({ step, at }) => {
    // It is a key of every object, so the expressions' own dictionary would find it in an empty one.
    const message =
      step.id === "constructor"
        ? "cannot be constructor; call it something else"
        : seen.has(step.id) && `is ${step.id}, as another step's is; each step needs its own`;
    seen.add(step.id);
    return message ? [{ at: [...at, "id"], message }] : [];
  });
}

/** Answers and code that mean something in recipes of one kind only. */
const answerOnlyIn: Partial<Record<AnswerType, JobKind[]>> = {
  change: ["task", "update"],
  backlog: ["plan"],
  amendment: ["rebase"],
};
const codeOnlyIn: Record<CodeName, JobKind[]> = {
  gate: ["task", "update"],
  rules: ["task"],
  "merge-documents": ["plan"],
  "check-backlog": ["plan", "rebase"],
  revert: ["rollback"],
  merge: ["update", "task"],
  health: ["plan", "health"],
};

function checkKind({ kind, name }: Recipe, placed: readonly PlacedStep[]): RecipeProblem[] {
  const answers = placed.flatMap(({ step }) => (step.type === "agent" ? [step.agent.answer] : []));
  const code = placed.flatMap(({ step }) => (step.type === "code" ? [step.code] : []));
  const needs = kindNeeds[kind];
  const missing = [
    ...answersNeeded({ kind, name })
      .filter((one) => !answers.includes(one))
      .map((one) => `an agent whose answer is ${one}`),
    ...needs.code.filter((one) => !code.includes(one)).map((one) => `a step with code: ${one}`),
  ];
  const problems = missing.map((what) => ({ at: ["kind"], message: `is ${kind}, which needs ${what}` }));
  return [...problems, ...placed.flatMap((one) => checkFits(kind, one))];
}

function checkFits(kind: JobKind, { step, at }: PlacedStep): RecipeProblem[] {
  if (step.type === "agent") {
    const kinds = answerOnlyIn[step.agent.answer];
    if (!kinds || kinds.includes(kind)) return [];
    const message = `is ${step.agent.answer}, which only a recipe of kind ${kinds.join(" or ")} can use; this one is of kind ${kind}`;
    return [{ at: [...at, "agent", "answer"], message }];
  }
  if (step.type !== "code" || codeOnlyIn[step.code].includes(kind)) return [];
  const message = `is ${step.code}, which belongs in a recipe of kind ${codeOnlyIn[step.code].join(" or ")}; this one is of kind ${kind}`;
  return [{ at: [...at, "code"], message }];
}

function checkAsks({ kind, asks }: Recipe): RecipeProblem[] {
  if (asks === undefined || kindNeeds[kind].isAsked) return [];
  return [{ at: ["asks"], message: `is for recipes of kind report; this one is of kind ${kind}` }];
}

function checkTarget({ kind, to }: Recipe, { protectedPaths }: Known): RecipeProblem[] {
  if (to === undefined) return [];
  const refuse = (message: string): RecipeProblem[] => [{ at: ["to"], message }];
  if (!kindNeeds[kind].isAsked) return refuse(`is for recipes of kind report; this one is of kind ${kind}`);
  const path = to.replaceAll("<slug>", "slug");
  if (!/^[\w./-]+\.md$/.test(path)) {
    return refuse(
      "should be a Markdown file, such as specs/research/<slug>.md; <slug> stands for what was asked",
    );
  }
  const wrong = checkPath(path);
  if (wrong)
    return refuse(`${wrong}; it should be a path in the repository, such as specs/research/<slug>.md`);
  return createProtection(protectedGlobs(protectedPaths))(path)
    ? refuse("is protected; choose another path, or change protected_paths in .github/gsd.yml")
    : [];
}

function checkCount(recipe: Recipe): RecipeProblem[] {
  const count = countSteps(recipe.steps);
  if (count <= mostSteps) return [];
  const message = `may come to ${count} steps, with all rounds, members and retries; at most ${mostSteps} are allowed`;
  return [{ at: ["steps"], message }];
}
