import { answerTypes } from "../model/answers.ts";
import { checkNames } from "../model/config/commands.ts";
import { jobKinds } from "../model/job.ts";
import { codeNames } from "../model/manifest.ts";
import { given, type Infer, integer, list, object, oneOf, optional, text, word } from "../model/schema.ts";
import { createValidator, type Validator } from "../model/validate.ts";

/** What a step can be; in YAML the key of that name says which. */
export const stepTypes = ["agent", "run", "code", "parallel", "repeat"] as const;
export type StepType = (typeof stepTypes)[number];

/** Names of recipes, steps, roles, prompts and members: safe in paths, in expressions and in commands. */
export const namePattern = "^[a-z][a-z0-9-]{0,31}$";
const titled = { title: "a name of lower-case letters, digits and dashes, at most 32" };
const name = word(namePattern, titled);
/** Bounds what an expression may be; longer ones are programs. */
export const longestExpression = 1_000;
const expression = text(longestExpression, { minLength: 1 });
/** What is in them is read step by step, so that each problem names its own step. */
const anySteps = (minItems: number) => given<unknown[]>({ type: "array", minItems, maxItems: 50 });

const head = object(
  {
    name,
    kind: oneOf(jobKinds),
    description: text(200, { minLength: 1 }),
    to: optional(text(200, { minLength: 1 })),
    asks: optional(oneOf(["folder"])),
    steps: anySteps(1),
  },
  { closed: true },
);

const work = {
  id: name,
  if: optional(expression),
  timeout: optional(integer(1, { maximum: 340 })),
  retries: optional(integer(0, { maximum: 3 })),
  with: optional(list(name, 20, { uniqueItems: true })),
} as const;

const each = given<string | string[]>({
  // Told apart by type, so that what is wrong with a list is said of its entries.
  if: { type: "array" },
  // biome-ignore lint/suspicious/noThenProperty: JSON schema's own word.
  then: { type: "array", minItems: 1, maxItems: 20, uniqueItems: true, items: name },
  else: { type: "string", minLength: 1, maxLength: longestExpression },
});

const most = given<number | string>({
  if: { type: "number" },
  // biome-ignore lint/suspicious/noThenProperty: JSON schema's own word.
  then: { type: "integer", minimum: 1, maximum: 10 },
  else: { type: "string", minLength: 1, maxLength: longestExpression },
});

const steps = {
  agent: object(
    {
      ...work,
      agent: object({ role: expression, prompt: expression, answer: oneOf(answerTypes) }, { closed: true }),
      each: optional(each),
    },
    { closed: true },
  ),
  run: object({ ...work, run: oneOf(["commands", ...checkNames]) }, { closed: true }),
  code: object({ ...work, code: oneOf(codeNames) }, { closed: true }),
  parallel: object({ parallel: anySteps(2) }, { closed: true }),
  repeat: object(
    {
      repeat: object({ most, until: expression }, { closed: true }),
      steps: anySteps(1),
      between: optional(anySteps(0)),
    },
    { closed: true },
  ),
} as const;

/** By the names under which the build compiles them. */
export const recipeSchemas: Record<string, object> = {
  recipe: head,
  ...Object.fromEntries(stepTypes.map((type) => [`recipe:${type}`, steps[type]])),
};

export const validateHead = createValidator<Infer<typeof head>>(head);

export const validateStep = Object.fromEntries(
  stepTypes.map((type) => [type, createValidator(steps[type])]),
) as { [T in StepType]: Validator<Infer<(typeof steps)[T]>> };
