/**
 * GitHub's filter patterns: `*` stops at a slash, `**` does not, `?` and `+` repeat the character before them,
 * `[]` is a set, and a later `!pattern` takes back what an earlier one matched.
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax#filter-pattern-cheat-sheet
 */
export function matchesPatterns(patterns: string[], name: string): boolean {
  let matched = false;
  for (const pattern of patterns) {
    if (pattern.startsWith("!")) matched &&= !toRegExp(pattern.slice(1)).test(name);
    else matched ||= toRegExp(pattern).test(name);
  }
  return matched;
}

function toRegExp(pattern: string): RegExp {
  let source = "";
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at]!;
    if (pattern.startsWith("**/", at)) {
      source += "(?:.*/)?";
      at += 2;
    } else if (pattern.startsWith("**", at)) {
      source += ".*";
      at += 1;
    } else if (char === "*") source += "[^/]*";
    else if (char === "?" || char === "+" || char === "[" || char === "]") source += char;
    else if (char === "\\") source += `\\${pattern[++at] ?? "\\"}`;
    else if (char === "-" && isInSet(pattern, at)) source += "-";
    else source += char.replace(/[.^$(){}|/-]/, "\\$&");
  }
  return new RegExp(`^${source}$`);
}

function isInSet(pattern: string, at: number): boolean {
  return pattern.lastIndexOf("[", at) > pattern.lastIndexOf("]", at);
}
