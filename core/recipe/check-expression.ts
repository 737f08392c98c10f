import type { Segments } from "../model/validate.ts";
import { suggest } from "../text/closest.ts";
import { quote } from "../text/describe-schema-error.ts";
import type { RecipeProblem } from "./check-recipe.ts";
import { evaluateList } from "./evaluate.ts";
import { type Name, parseExpression, splitExpressions } from "./expression.ts";
import { longestExpression, namePattern } from "./recipe-schemas.ts";

/** Where something stands in its recipe. */
export interface Surroundings {
  at: Segments;
  /** Ids of all steps. */
  all: ReadonlySet<string>;
  /** Those that have ended when it is evaluated. */
  ended: ReadonlySet<string>;
}

/** Where an expression stands, and what it should give there. */
export interface Place extends Surroundings {
  /** Whether it stands in an `each`. */
  hasItem?: boolean;
  /** `condition` may go without `${{ }}`, `name` may be plain text. */
  wants: "condition" | "list" | "name" | "expression";
}

/** What is wrong with a text that is, or holds, expressions. */
export function checkExpression(text: string, place: Place): RecipeProblem[] {
  const { at } = place;
  const refuse = (message: string): RecipeProblem[] => [{ at, message }];
  if (text.length > longestExpression) return refuse(`should have at most ${longestExpression} characters`);
  const parts = splitExpressions(text);
  if (!parts) return refuse(`opens an expression with \${{ and does not close it with }}`);
  const sources = parts.flatMap((part) => (part.type === "expression" ? [part.value] : []));
  if (sources.length === 0) return checkPlain(text, place);
  if (place.wants !== "name" && parts.length > 1) {
    return refuse(`should be one expression and nothing beside it, as in \${{ steps.check.ok }}`);
  }
  const problems = sources.flatMap((source) => checkSource(source, place));
  return problems.length === 0 && place.wants === "list" ? checkList(text, place) : problems;
}

function checkPlain(text: string, place: Place): RecipeProblem[] {
  if (place.wants === "condition") return checkSource(text.trim(), place);
  if (place.wants !== "name") {
    const example = place.wants === "list" ? `\${{ reviewers }}` : `\${{ limits.fixes }}`;
    return [{ at: place.at, message: `should be an expression, such as ${example}` }];
  }
  if (new RegExp(namePattern).test(text)) return [];
  return [{ at: place.at, message: `is ${quote(text)}, which cannot be a name` }];
}

function checkSource(source: string, place: Place): RecipeProblem[] {
  const parsed = parseExpression(source);
  if (!parsed.ok) return [{ at: place.at, message: parsed.message }];
  return parsed.names.flatMap((name) => {
    const message = checkName(name, place);
    return message ? [{ at: place.at, message }] : [];
  });
}

function checkName(name: Name, { all, ended, hasItem, wants }: Place): string | undefined {
  if (name.type === "item" && !hasItem)
    return "names item, which there is only in the role and prompt of a step with each";
  if (name.type === "text" && wants === "name")
    return "names text: what people ask for cannot choose who does it";
  if (name.type !== "step" || ended.has(name.id)) return undefined;
  if (all.has(name.id)) return `names steps.${name.id}, which has not ended by then`;
  const known = [...all].map((id) => `steps.${id}`);
  return `names steps.${name.id}, but there is no such step; ${suggest(`steps.${name.id}`, known)}`;
}

/** Tried once with everything well: what gives no list then never does. */
function checkList(text: string, { at, ended }: Place): RecipeProblem[] {
  const ok = new Map([...ended].map((id) => [id, true]));
  const items = evaluateList(text, { ok, limits: { fixes: 1 }, reviewers: ["reviewer"], text: "text" });
  return items.length > 0 ? [] : [{ at, message: `should give a list, as \${{ reviewers }} does` }];
}
