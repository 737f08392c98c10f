/** A path, folder or glob (`*`, `**`, `?`, `{a,b}`), taken apart. Brackets are plain: `app/[id]/page.tsx` is a path. */
export interface Hint {
  text: string;
  patterns: string[][];
  isGlob: boolean;
}

/** Whether two lists of paths, folders and globs could name the same file. */
export function overlaps(a: readonly string[], b: readonly string[]): boolean {
  const others = b.map(parseHint);
  return a.map(parseHint).some((hint) => others.some((other) => hintsMeet(hint, other)));
}

/** Whether a file is named by a list of paths, folders and globs. The file's own name is taken literally. */
export function covers(hints: readonly string[], path: string): boolean {
  const segments = path.split("/");
  return hints.some((hint) => parseHint(hint).patterns.some((pattern) => includes(pattern, segments)));
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

export function hintsMeet(a: Hint, b: Hint): boolean {
  return a.patterns.some((left) => b.patterns.some((right) => patternsMeet(left, right)));
}

/** `src/{a,b}.ts` as two patterns; more than 64 are not expanded. */
export function expandBraces(text: string): string[] {
  let patterns = [text];
  for (let round = 0; round < 6; round++) {
    const next = patterns.flatMap(expandFirst);
    if (next.length === patterns.length || next.length > 64) break;
    patterns = next;
  }
  return patterns;
}

function expandFirst(text: string): string[] {
  const match = /\{([^{}]*,[^{}]*)\}/.exec(text);
  if (!match) return [text];
  const before = text.slice(0, match.index);
  const after = text.slice(match.index + match[0].length);
  return (match[1] ?? "").split(",").map((choice) => before + choice + after);
}

function patternsMeet(a: string[], b: string[]): boolean {
  const start = commonStart(a, b);
  if (start === undefined) return false;
  return meet(a.slice(start), b.slice(start), {
    any: (part) => part === "**",
    anyOther: (part) => part === "**",
    same: (left, right) =>
      left === right ||
      (!(isPlain(left) && isPlain(right)) &&
        meet([...left], [...right], {
          any: (part) => part === "*",
          anyOther: (part) => part === "*",
          same: (x, y) => x === y || x === "?" || y === "?",
        })),
  });
}

function includes(pattern: string[], path: string[]): boolean {
  return meet(pattern, path, {
    any: (part) => part === "**",
    anyOther: () => false,
    same: (name, literal) =>
      name === literal ||
      (!isPlain(name) &&
        meet([...name], [...literal], {
          any: (part) => part === "*",
          anyOther: () => false,
          same: (x, y) => x === y || x === "?",
        })),
  });
}

/** How many plain names both begin with; undefined when they part there. */
function commonStart(a: string[], b: string[]): number | undefined {
  let start = 0;
  while (start < a.length && start < b.length && isPlain(a[start]!) && isPlain(b[start]!)) {
    if (a[start] !== b[start]) return undefined;
    start += 1;
  }
  return start;
}

function isPlain(name: string): boolean {
  return !name.includes("*") && !name.includes("?");
}

interface Rules {
  /** Parts of the first list, and of the other, that stand for any number of parts. */
  any(part: string): boolean;
  anyOther(part: string): boolean;
  same(part: string, other: string): boolean;
}

/**
 * Whether both lists can stand for the same parts. A table instead of a regular expression:
 * its time is bounded by the product of the lengths, whatever an agent writes.
 */
function meet(a: string[], b: string[], { any, anyOther, same }: Rules): boolean {
  let below: boolean[] = [];
  for (let i = a.length; i >= 0; i--) {
    const row: boolean[] = new Array(b.length + 1).fill(false);
    for (let j = b.length; j >= 0; j--) {
      const part = a[i];
      const other = b[j];
      if (part === undefined && other === undefined) row[j] = true;
      else if (part !== undefined && any(part)) row[j] = below[j]! || (row[j + 1] ?? false);
      else if (other !== undefined && anyOther(other)) row[j] = row[j + 1]! || (below[j] ?? false);
      else if (part !== undefined && other !== undefined) row[j] = below[j + 1]! && same(part, other);
    }
    below = row;
  }
  return below[0]!;
}
