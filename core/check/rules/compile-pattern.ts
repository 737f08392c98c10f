import { RE2JS } from "re2js";

/** A pattern of a rule, which takes time by the length of a line and by nothing else. */
export interface LinePattern {
  test(line: string): boolean;
}

/** More would be slow on each character of a line. */
const mostParts = 500;

/**
 * A regular expression from a rule file, or what is wrong with it. JavaScript's own engine tries one way after the other,
 * which can take forever; RE2 follows all ways at once. So it has no back references, and does not look around.
 */
export function compilePattern(source: string): LinePattern | string {
  const unsupported = findUnsupported(source);
  if (unsupported) return unsupported;
  try {
    const compiled = RE2JS.compile(source);
    if (compiled.programSize() > mostParts)
      return `repeats too much: written out it has more than ${mostParts} parts`;
    return { test: (line) => compiled.test(line) };
  } catch (error) {
    const why = error instanceof Error ? error.message.slice(0, 200) : "unknown reason";
    if (/repeat count|too large|nesting/i.test(why)) return `repeats too much: ${why}`;
    return `is not a regular expression that RE2 knows: ${why}`;
  }
}

/** What people know from other engines, told by its name. */
function findUnsupported(source: string): string | undefined {
  const bare = source.replaceAll(/\\[^1-9k]/g, "");
  if (/\(\?<?[=!]/.test(bare))
    return "looks ahead or behind by (?= (?! (?<= or (?<!, which can take forever; say what stands there";
  return /\\(?:[1-9]|k<)/.test(bare) ? "uses a back reference, which can take forever" : undefined;
}
