/** A path, folder or glob (`*`, `**`, `?`, `{a,b}`), taken apart. Brackets are plain: `app/[id]/page.tsx` is a path. */
export interface Hint {
  text: string;
  patterns: string[][];
  isGlob: boolean;
}

/** A plain name is the file itself and, in case it is a folder, all below it; a glob is what it says. */
export function parseHint(text: string): Hint {
  const isGlob = /[*?{]/.test(text);
  const patterns = expandBraces(text).map((choice) => {
    const segments = choice.split("/").filter((segment) => segment !== "" && segment !== ".");
    const isFolder = !isGlob || choice.endsWith("/");
    return isFolder ? [...segments, "**"] : segments;
  });
  return { text, patterns, isGlob };
}

const mostChoices = 64;

/** `src/{a,b}.ts` as two patterns; more than 64 are not expanded, and no task may have such a hint. */
export function expandBraces(text: string): string[] {
  return tryExpand(text) ?? [text];
}

/** Whether the braces of a hint stand for more patterns than are compared. */
export function hasTooManyChoices(text: string): boolean {
  return tryExpand(text) === undefined;
}

function tryExpand(text: string): string[] | undefined {
  let patterns = [text];
  while (patterns.length <= mostChoices) {
    const next = patterns.flatMap(expandFirst);
    if (next.length === patterns.length) return patterns;
    patterns = next;
  }
  return undefined;
}

function expandFirst(text: string): string[] {
  const match = /\{([^{}]*,[^{}]*)\}/.exec(text);
  if (!match) return [text];
  const before = text.slice(0, match.index);
  const after = text.slice(match.index + match[0].length);
  return (match[1] ?? "").split(",").map((choice) => before + choice + after);
}

/** Whether two patterns could stand for the same file. `effort` counts what it took, in steps. */
export function patternsMeet(a: string[], b: string[], effort: Effort): boolean {
  const start = commonStart(a, b);
  effort.steps += 1 + (start ?? 0);
  if (start === undefined) return false;
  return meet(a.slice(start), b.slice(start), {
    effort,
    any: (part) => part === "**",
    anyOther: (part) => part === "**",
    same: (left, right) =>
      left === right ||
      (!(isPlain(left) && isPlain(right)) &&
        meet([...left], [...right], {
          effort,
          any: (part) => part === "*",
          anyOther: (part) => part === "*",
          same: (x, y) => x === y || x === "?" || y === "?",
        })),
  });
}

/** How many plain names both begin with; undefined when they part there. */
function commonStart(a: string[], b: string[]): number | undefined {
  for (let start = 0; ; start += 1) {
    const one = a[start];
    const other = b[start];
    if (one === undefined || other === undefined || !isPlain(one) || !isPlain(other)) return start;
    if (one !== other) return undefined;
  }
}

export function isPlain(name: string): boolean {
  return !name.includes("*") && !name.includes("?");
}

/** How much was done to compare patterns: their length is up to strangers. */
export interface Effort {
  steps: number;
}

interface Rules {
  effort?: Effort;
  /** Parts of the first list, and of the other, that stand for any number of parts. */
  any(part: string): boolean;
  anyOther(part: string): boolean;
  same(part: string, other: string): boolean;
}

/**
 * Whether both lists can stand for the same parts. A table instead of a regular expression:
 * its time is bounded by the product of the lengths, whatever an agent writes.
 */
function meet(a: string[], b: string[], { any, anyOther, same, effort }: Rules): boolean {
  if (effort) effort.steps += (a.length + 1) * (b.length + 1);
  let below: boolean[] = [];
  for (let i = a.length; i >= 0; i--) {
    const row: boolean[] = new Array(b.length + 1).fill(false);
    for (let j = b.length; j >= 0; j--) {
      const part = a[i];
      const other = b[j];
      if (part === undefined && other === undefined) row[j] = true;
      else if (part !== undefined && any(part)) row[j] = isSet(below, j) || isSet(row, j + 1);
      else if (other !== undefined && anyOther(other)) row[j] = isSet(row, j + 1) || isSet(below, j);
      else if (part !== undefined && other !== undefined) row[j] = isSet(below, j + 1) && same(part, other);
    }
    below = row;
  }
  return isSet(below, 0);
}

function isSet(row: readonly boolean[], at: number): boolean {
  return row[at] ?? false;
}
