import { data, Evaluator, Lexer, Parser } from "@actions/expressions";
import { GsdError } from "../../core/gsd-error.ts";
import { splitExpressions } from "./split-expressions.ts";

/** What an expression can see: named contexts as plain values, and the functions that depend on where it stands. */
export interface Scope {
  contexts: Record<string, unknown>;
  status?: StatusFunctions;
  hashFiles?: (patterns: string[]) => string;
}

export interface StatusFunctions {
  success: (jobs: string[]) => boolean;
  failure: (jobs: string[]) => boolean;
  cancelled: () => boolean;
}

/** Resolves every `${{ }}` in a value of a workflow file, however deep. A string that is one expression keeps its type. */
export function resolveValue(value: unknown, scope: Scope): unknown {
  if (typeof value === "string") return toPlain(interpolate(value, scope));
  if (Array.isArray(value)) return value.map((item) => resolveValue(item, scope));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveValue(item, scope)]));
}

/** A value of a workflow file as text, as GitHub converts it (null → empty, objects → `Object`). */
export function resolveText(value: unknown, scope: Scope): string {
  return (typeof value === "string" ? interpolate(value, scope) : toData(value ?? null)).coerceString();
}

export function resolveTexts(values: Record<string, unknown> | null | undefined, scope: Scope) {
  const entries = Object.entries(values ?? {});
  return Object.fromEntries(entries.map(([key, value]) => [key, resolveText(value, scope)]));
}

export function resolveNumber(value: unknown, scope: Scope): number {
  const number = Number(resolveText(value, scope));
  if (Number.isNaN(number)) throw new GsdError("expression-type", `Expected a number, found '${value}'`);
  return number;
}

export function resolveBoolean(value: unknown, scope: Scope): boolean {
  const resolved = resolveValue(value ?? false, scope);
  if (typeof resolved === "boolean") return resolved;
  if (resolved === "true" || resolved === "false") return resolved === "true";
  throw new GsdError("expression-type", `Expected a boolean, found '${JSON.stringify(resolved)}'`);
}

/** A `continue-on-error`: absent means no. */
export function mayFail(value: unknown, scope: Scope): boolean {
  return value !== undefined && resolveText(value, scope) === "true";
}

/** An `if`: with or without `${{ }}`, and `success() &&` in front when it names no status function. */
export function evaluateCondition(condition: unknown, scope: Scope): boolean {
  const text = condition === undefined || condition === null ? "" : String(condition).trim();
  if (text === "") return evaluateTruth("success()", scope);
  const parts = splitExpressions(text);
  const bare = parts.every((part) => part.type === "text");
  const expressions = bare
    ? [text]
    : parts.flatMap((part) => (part.type === "expression" ? [part.value] : []));
  if (!expressions.some(namesStatusFunction) && !evaluateTruth("success()", scope)) return false;
  if (bare) return evaluateTruth(text, scope);
  return truthy(interpolate(text, scope));
}

/** A condition that held once may fail to evaluate later; then it does not hold. */
export function holds(condition: () => boolean): boolean {
  try {
    return condition();
  } catch {
    return false;
  }
}

function evaluateTruth(expression: string, scope: Scope): boolean {
  return truthy(evaluate(expression, scope));
}

function interpolate(text: string, scope: Scope): data.ExpressionData {
  const parts = splitExpressions(text);
  const [only] = parts;
  if (parts.length === 1 && only?.type === "expression") return evaluate(only.value, scope);
  const texts = parts.map((part) =>
    part.type === "text" ? part.value : evaluate(part.value, scope).coerceString(),
  );
  return new data.StringData(texts.join(""));
}

const statusNames = ["success", "failure", "cancelled", "always"];
const contextNames = "github env vars secrets inputs needs matrix strategy steps job runner jobs".split(" ");
const functionInfos = [
  ...statusNames.map((name) => ({ name, minArgs: 0, maxArgs: 255 })),
  { name: "hashFiles", minArgs: 1, maxArgs: 255 },
];

function namesStatusFunction(expression: string): boolean {
  const { tokens } = new Lexer(expression).lex();
  return tokens.some(
    (token, at) => statusNames.includes(token.lexeme.toLowerCase()) && tokens[at + 1]?.lexeme === "(",
  );
}

function evaluate(expression: string, scope: Scope): data.ExpressionData {
  try {
    const tree = new Parser(new Lexer(expression).lex().tokens, contextNames, functionInfos).parse();
    return new Evaluator(tree, new Contexts(scope.contexts), functionsOf(scope)).evaluate();
  } catch (error) {
    if (error instanceof GsdError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new GsdError("expression-failed", `The expression \${{ ${expression} }} failed: ${reason}`, {
      cause: error,
    });
  }
}

/** Converts a context only when an expression reads it: an event's payload can be large. */
class Contexts extends data.Dictionary {
  readonly #contexts: Record<string, unknown>;

  constructor(contexts: Record<string, unknown>) {
    super();
    this.#contexts = contexts;
  }

  override get(name: string): data.ExpressionData {
    return toData(this.#contexts[name.toLowerCase()] ?? null);
  }
}

function functionsOf(scope: Scope) {
  const status = scope.status ?? { success: () => true, failure: () => false, cancelled: () => false };
  const calls: Record<string, (args: string[]) => data.ExpressionData> = {
    success: (jobs) => new data.BooleanData(status.success(jobs)),
    failure: (jobs) => new data.BooleanData(status.failure(jobs)),
    cancelled: () => new data.BooleanData(status.cancelled()),
    always: () => new data.BooleanData(true),
    hashfiles: (patterns) => new data.StringData(hashFilesOf(scope)(patterns)),
  };
  const definitions = functionInfos.map((info) => {
    const name = info.name.toLowerCase();
    const call = (...args: data.ExpressionData[]) => calls[name]!(args.map((arg) => arg.coerceString()));
    return [name, { ...info, call }] as const;
  });
  return new Map(definitions);
}

function hashFilesOf(scope: Scope) {
  if (scope.hashFiles) return scope.hashFiles;
  throw new GsdError("expression-failed", "hashFiles() is only available in the steps of a job");
}

function truthy(value: data.ExpressionData): boolean {
  const plain = toPlain(value);
  return Boolean(plain);
}

function toData(value: unknown): data.ExpressionData {
  if (value === null || value === undefined) return new data.Null();
  if (typeof value === "string") return new data.StringData(value);
  if (typeof value === "number") return new data.NumberData(value);
  if (typeof value === "boolean") return new data.BooleanData(value);
  if (Array.isArray(value)) return new data.Array(...value.map(toData));
  return new data.Dictionary(...Object.entries(value).map(([key, item]) => ({ key, value: toData(item) })));
}

function toPlain(value: data.ExpressionData): unknown {
  if (value instanceof data.Null) return null;
  if (value instanceof data.Array) return value.values().map(toPlain);
  if (value instanceof data.Dictionary) {
    return Object.fromEntries(value.pairs().map((pair) => [pair.key, toPlain(pair.value)]));
  }
  return value.value;
}
