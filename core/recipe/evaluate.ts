import { data, Evaluator } from "@actions/expressions";
import { GsdError } from "../gsd-error.ts";
import { parseExpression, splitExpressions } from "./expression.ts";
import type { Scope } from "./recipe.ts";
import { longestExpression, namePattern } from "./recipe-schemas.ts";

/** What an expression sees where it stands. */
export interface Values extends Scope {
  /** Steps that have ended, or were skipped, by id. A step that is not here is not ok. */
  ok: ReadonlyMap<string, boolean>;
  /** Within an `each`. */
  item?: string;
}

/** An `if` or `until`, with or without `${{ }}`. */
export function evaluateCondition(text: string, values: Values): boolean {
  const [only] = partsOf(text);
  const value = only?.type === "text" ? evaluate(text.trim(), values) : evaluateTemplate(text, values);
  return isTrue(value);
}

/** A text in which expressions stand for words. */
export function evaluateText(text: string, values: Values): string {
  return evaluateTemplate(text, values).coerceString();
}

/** An `each`: names, each once. What is no list is an empty one. */
export function evaluateList(each: string | readonly string[], values: Values): string[] {
  if (typeof each !== "string") return [...new Set(each)];
  const value = evaluateTemplate(each, values);
  if (!(value instanceof data.Array)) return [];
  const items = value.values().map((item) => item.coerceString());
  return [...new Set(items.filter((item) => isName.test(item)))];
}

/** A count; what is no whole number of at least zero is zero. */
export function evaluateCount(count: number | string, values: Values): number {
  const value = typeof count === "number" ? count : evaluateTemplate(count, values).number();
  return Number.isInteger(value) && value > 0 ? value : 0;
}

const isName = new RegExp(namePattern);

function evaluateTemplate(text: string, values: Values): data.ExpressionData {
  const parts = partsOf(text);
  const [only] = parts;
  if (parts.length === 1 && only?.type === "expression") return evaluate(only.value, values);
  const texts = parts.map((part) =>
    part.type === "text" ? part.value : evaluate(part.value, values).coerceString(),
  );
  return new data.StringData(texts.join(""));
}

function partsOf(text: string) {
  const parts = text.length > longestExpression ? undefined : splitExpressions(text);
  if (!parts) throw refuse(text, "is too long, or is not closed by }}");
  return parts;
}

function evaluate(source: string, values: Values): data.ExpressionData {
  const parsed = parseExpression(source);
  if (!parsed.ok) throw refuse(source, parsed.message);
  return new Evaluator(parsed.tree, contextsOf(values)).evaluate();
}

/** `checkRecipe` finds all of these before anything runs. */
function refuse(source: string, message: string): GsdError {
  return new GsdError("recipe", `The expression ${source.slice(0, 100)} ${message}.`);
}

function contextsOf({ ok, item, limits, reviewers, text }: Values): data.Dictionary {
  const steps = [...ok].map(([id, value]) => ({
    key: id,
    value: new data.Dictionary({ key: "ok", value: new data.BooleanData(value) }),
  }));
  return new data.Dictionary(
    { key: "steps", value: new data.Dictionary(...steps) },
    { key: "item", value: item === undefined ? new data.Null() : new data.StringData(item) },
    { key: "limits", value: new data.Dictionary({ key: "fixes", value: new data.NumberData(limits.fixes) }) },
    { key: "reviewers", value: new data.Array(...reviewers.map((name) => new data.StringData(name))) },
    { key: "text", value: new data.StringData(text) },
  );
}

/** As GitHub sees it: everything but false, 0, nothing and the empty text. */
function isTrue(value: data.ExpressionData): boolean {
  if (value instanceof data.Array || value instanceof data.Dictionary) return true;
  return Boolean(value instanceof data.Null ? false : value.value);
}
