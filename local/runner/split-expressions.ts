import { GsdError } from "../../core/gsd-error.ts";

export type TextPart = { type: "text" | "expression"; value: string };

/** Splits text at its `${{ }}`, as GitHub's template reader does: braces inside a quoted string do not count. */
export function splitExpressions(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (;;) {
    const open = text.indexOf("${{", from);
    if (open < 0) break;
    const close = findClose(text, open + 3);
    if (open > from) parts.push({ type: "text", value: text.slice(from, open) });
    parts.push({ type: "expression", value: checked(text.slice(open + 3, close).trim()) });
    from = close + 2;
  }
  if (from < text.length || parts.length === 0) parts.push({ type: "text", value: text.slice(from) });
  return parts;
}

function findClose(text: string, from: number): number {
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "'") quoted = !quoted;
    else if (!quoted && text.startsWith("}}", at)) return at;
  }
  throw new GsdError("expression-open", `An expression is not closed by }} in '${text}'`);
}

function checked(expression: string): string {
  if (expression === "")
    throw new GsdError("expression-empty", "An expression was expected between the braces");
  if (/^insert(\s|$)/.test(expression)) {
    throw new GsdError("unsupported", "not supported by the local runner: the directive insert");
  }
  return expression;
}
