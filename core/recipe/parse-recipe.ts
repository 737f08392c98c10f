import { readYaml } from "../model/read-yaml.ts";
import { formatPath, type Locate, limitProblems, type Problem, type Segments } from "../model/validate.ts";
import type { Recipe, Step } from "./recipe.ts";
import { type StepType, stepTypes, validateHead, validateStep } from "./recipe-schemas.ts";

/** `locate` gives lines to what `checkRecipe` finds later. */
export type RecipeReading = { ok: true; recipe: Recipe; locate: Locate } | { ok: false; problems: Problem[] };

/** Reads `<name>.yml` of a folder of recipes: its form alone, all problems at once. What it means is for `checkRecipe`. */
export function parseRecipe(text: string): RecipeReading {
  const reading = readYaml(text, { maxBytes: 20_000 });
  if (!reading.ok) return reading;
  const { value, locate } = reading;
  if (value === undefined || value === null) {
    const message = "is empty; a recipe has a name, a kind, a description and steps";
    return { ok: false, problems: [{ path: "", message }] };
  }
  const head = validateHead(value, locate);
  const found = isMapping(value) && Array.isArray(value["steps"]) ? value["steps"] : [];
  const reader: Reader = { locate, problems: head.ok ? [] : head.problems };
  const steps = readSteps(reader, found, ["steps"]);
  if (!head.ok || reader.problems.length > 0) return { ok: false, problems: inOrder(reader.problems) };
  return { ok: true, recipe: { ...head.value, steps }, locate };
}

interface Reader {
  locate: Locate;
  problems: Problem[];
}

function readSteps(reader: Reader, steps: unknown[], at: Segments): Step[] {
  return steps.flatMap((step, index) => readStep(reader, step, [...at, index]));
}

function readStep(reader: Reader, step: unknown, at: Segments): Step[] {
  const type = typeOf(step);
  if (type === undefined) return refuse(reader, step, at);
  const checked = validateStep[type](step, (segments) => reader.locate([...at, ...segments]));
  if (!checked.ok) reader.problems.push(...checked.problems.map((problem) => within(at, problem)));
  const inner = { ...(step as Record<string, unknown>) };
  const read = (key: string) => readSteps(reader, Array.isArray(inner[key]) ? inner[key] : [], [...at, key]);

  if (type === "parallel") return [{ type, steps: read("parallel") }];
  if (type === "repeat") {
    const [steps, between] = [read("steps"), read("between")];
    if (!checked.ok) return [];
    const { most, until } = (checked.value as { repeat: { most: number | string; until: string } }).repeat;
    return [{ type, most, until, steps, between }];
  }
  return checked.ok ? [{ type, ...(checked.value as object) } as Step] : [];
}

/** The kind of a step is told by the one key that only it has. */
function typeOf(step: unknown): StepType | undefined {
  if (!isMapping(step)) return undefined;
  const found = stepTypes.filter((type) => Object.hasOwn(step, type));
  return found.length === 1 ? found[0] : undefined;
}

function refuse(reader: Reader, step: unknown, at: Segments): Step[] {
  const found = isMapping(step) ? stepTypes.filter((type) => Object.hasOwn(step, type)) : [];
  const has = found.length > 1 ? `, but has ${found.join(" and ")}` : "";
  const message = isMapping(step)
    ? `should have one of ${stepTypes.join(", ")}${has}; it says what the step does`
    : "should be a step, such as `{ id: check, run: commands }`";
  reader.problems.push({ path: formatPath(at), message, ...reader.locate(at) });
  return [];
}

function within(at: Segments, problem: Problem): Problem {
  const separator = problem.path === "" || problem.path.startsWith("[") ? "" : ".";
  return { ...problem, path: `${formatPath(at)}${separator}${problem.path}` };
}

function inOrder(problems: Problem[]): Problem[] {
  return limitProblems([...problems].sort((a, b) => (a.line ?? 0) - (b.line ?? 0)));
}

function isMapping(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
