import { type Expr, ExpressionError, Lexer, Parser } from "@actions/expressions";
import {
  Binary,
  ContextAccess,
  FunctionCall,
  Grouping,
  IndexAccess,
  Literal,
  Logical,
  Unary,
} from "@actions/expressions/ast";
import { suggest } from "../text/closest.ts";
import { quote } from "../text/describe-schema-error.ts";

/** A text with expressions in it, taken apart. */
export type Part = { type: "text"; value: string } | { type: "expression"; value: string };

/** What an expression asks for. */
export type Name = { type: "step"; id: string } | { type: "item" | "limits" | "reviewers" | "text" };

export type Parsed = { ok: true; tree: Expr; names: Name[] } | { ok: false; message: string };

/** What expressions can see. */
const contextNames = ["steps", "item", "limits", "reviewers", "text"] as const;

/** GitHub's functions that answer yes or no. The others make texts, and `format`, `join` or `toJSON` in each other could fill the memory. */
const functionNames = ["contains", "startsWith", "endsWith"] as const;

/** Splits a text at its `${{ }}`; braces inside a quoted string do not count. Undefined when one is not closed. */
export function splitExpressions(text: string): Part[] | undefined {
  const parts: Part[] = [];
  let from = 0;
  for (let open = text.indexOf("${{"); open >= 0; open = text.indexOf("${{", from)) {
    const close = findClose(text, open + 3);
    if (close === undefined) return undefined;
    if (open > from) parts.push({ type: "text", value: text.slice(from, open) });
    parts.push({ type: "expression", value: text.slice(open + 3, close).trim() });
    from = close + 2;
  }
  if (from < text.length) parts.push({ type: "text", value: text.slice(from) });
  return parts;
}

function findClose(text: string, from: number): number | undefined {
  let isQuoted = false;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "'") isQuoted = !isQuoted;
    else if (!isQuoted && text.startsWith("}}", at)) return at;
  }
  return undefined;
}

/** Reads one expression and finds what it names; refuses what is not in our small part of GitHub's language. */
export function parseExpression(source: string): Parsed {
  if (source === "") return { ok: false, message: "contains an empty expression" };
  try {
    const tree = new Parser(new Lexer(source).lex().tokens, [...contextNames], []).parse();
    const found: Finding = { names: [], problems: [] };
    visit(tree, found);
    const [message] = found.problems;
    return message === undefined ? { ok: true, tree, names: found.names } : { ok: false, message };
  } catch (error) {
    return { ok: false, message: explain(source, error) };
  }
}

/** The expressions of a text; one without `${{ }}` is taken for an expression itself. */
export function expressionsIn(text: string): string[] {
  const parts = splitExpressions(text) ?? [];
  const sources = parts.flatMap((part) => (part.type === "expression" ? [part.value] : []));
  return sources.length > 0 ? sources : [text.trim()];
}

/** What the expressions of a text ask for, as far as they are valid. */
export function namesIn(text: string): Name[] {
  return expressionsIn(text).flatMap((source) => {
    const parsed = parseExpression(source);
    return parsed.ok ? parsed.names : [];
  });
}

interface Finding {
  names: Name[];
  problems: string[];
}

/** The parser bounds the depth of a tree, so recursion is safe. */
function visit(expr: Expr, found: Finding): void {
  if (expr instanceof Literal) return;
  if (expr instanceof Unary) return visit(expr.expr, found);
  if (expr instanceof Grouping) return visit(expr.group, found);
  if (expr instanceof Binary) return [expr.left, expr.right].forEach((side) => void visit(side, found));
  if (expr instanceof Logical) return expr.args.forEach((arg) => void visit(arg, found));
  if (expr instanceof FunctionCall) {
    const name = expr.functionName.lexeme;
    if (!isKnown(name, functionNames)) found.problems.push(unknownFunction(name));
    return expr.args.forEach((arg) => void visit(arg, found));
  }
  if (expr instanceof ContextAccess || expr instanceof IndexAccess) return visitName(expr, found);
  found.problems.push("uses `*`; name the step instead");
}

function visitName(expr: Expr, found: Finding): void {
  const path = pathOf(expr);
  const [context, key, more] = path ?? [];
  if (path === undefined)
    found.problems.push("uses an index that is not a plain name; write it out, as in steps.check.ok");
  else if (context === "steps") {
    if (key === undefined || more !== "ok" || path.length > 3)
      found.problems.push("asks for something else than whether a step is ok; write steps.<id>.ok");
    else found.names.push({ type: "step", id: key });
  } else if (context === "limits" && (key !== "fixes" || path.length > 2)) {
    found.problems.push("asks for a limit that expressions do not see; there is limits.fixes");
  } else found.names.push({ type: context as "item" | "limits" | "reviewers" | "text" });
}

/** `steps.check.ok` as its parts; undefined where a part is computed. */
function pathOf(expr: Expr): string[] | undefined {
  if (expr instanceof ContextAccess) return [expr.name.lexeme.toLowerCase()];
  if (!(expr instanceof IndexAccess) || !(expr.index instanceof Literal)) return undefined;
  const before = pathOf(expr.expr);
  return before && [...before, expr.index.literal.coerceString().toLowerCase()];
}

function isKnown(name: string, known: readonly string[]): boolean {
  return known.some((one) => one.toLowerCase() === name.toLowerCase());
}

function unknownFunction(name: string): string {
  return `calls ${quote(name)}, which is not a function here; ${suggest(name, functionNames)}`;
}

function explain(source: string, error: unknown): string {
  if (!(error instanceof ExpressionError))
    return `contains an expression that is not valid: ${source.slice(0, 100)}`;
  const named = /^Unrecognized (function|named-value): '(.{1,100})'$/s.exec(error.message);
  if (named?.[1] === "function") return unknownFunction(named[2] ?? "");
  if (named)
    return `names ${quote(named[2])}, which expressions do not know; ${suggest(named[2] ?? "", contextNames)}`;
  const [first = "", ...rest] = error.message;
  return `contains an expression that is not valid: ${first.toLowerCase()}${rest.join("").slice(0, 150)}`;
}
