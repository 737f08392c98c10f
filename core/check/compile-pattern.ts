/** A regular expression from a rule file, or what is wrong with it. */
export function compilePattern(source: string): RegExp | string {
  if (/\\[1-9k]/.test(source)) return "uses a back reference, which can take forever";
  if (repeatsRepetition(source))
    return "repeats a group that itself repeats or offers a choice, which can take forever";
  try {
    return new RegExp(source, "u");
  } catch (error) {
    return `is not a regular expression: ${error instanceof Error ? error.message.slice(0, 200) : "unknown reason"}`;
  }
}

/** Whether an unbounded quantifier stands on a group that holds another one, or a choice: `(a+)+`, `(a|a)*`. */
function repeatsRepetition(source: string): boolean {
  const groups: boolean[] = [];
  let isRisky = false;
  const pieces = source.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|[()|]|[*+]|\{\d+,\d*\}|[\s\S]/g);
  let closed = false;
  for (const [piece] of pieces) {
    const repeats = piece === "*" || piece === "+" || /^\{\d+,\d*\}$/.test(piece);
    if (repeats && closed) return true;
    closed = false;
    if (piece === "(") {
      groups.push(isRisky);
      isRisky = false;
    } else if (piece === ")") {
      closed = isRisky;
      isRisky = isRisky || (groups.pop() ?? false);
    } else if (repeats || piece === "|") isRisky = true;
  }
  return false;
}
