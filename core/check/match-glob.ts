/** One character of a pattern: any, a run of any, or one out of ranges of codes. */
type GlobToken = "?" | "*" | { ranges: readonly Range[]; negated: boolean };
type Range = readonly [from: number, to: number];

/** A pattern for one name. */
export type Glob = readonly GlobToken[];

const classes: Readonly<Record<string, readonly Range[]>> = {
  alnum: ranges("09", "AZ", "az"),
  alpha: ranges("AZ", "az"),
  blank: ranges("  ", "\t\t"),
  cntrl: ranges("\u0000\u001F", "\u007F\u007F"),
  digit: ranges("09"),
  graph: ranges("!~"),
  lower: ranges("az"),
  print: ranges(" ~"),
  punct: ranges("!/", ":@", "[`", "{~"),
  space: ranges("\t\r", "  "),
  upper: ranges("AZ"),
  xdigit: ranges("09", "AF", "af"),
};

/** A shell pattern for one name, as git reads it; undefined for one that git never finds. */
export function compileGlob(pattern: string): Glob | undefined {
  const tokens: GlobToken[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at] ?? "";
    if (character === "?" || character === "*") tokens.push(character);
    else if (character === "[") {
      const set = readSet(pattern, at + 1);
      if (!set) return undefined;
      tokens.push(set.token);
      at = set.end;
    } else {
      if (character === "\\") at += 1;
      if (at >= pattern.length) return undefined;
      tokens.push(only(pattern.charCodeAt(at)));
    }
  }
  return tokens;
}

/** Whether a name fits, in at most as many steps as pattern times name. */
export function matchesGlob(glob: Glob, name: string): boolean {
  return matchesRun(glob, name, {
    isStar: (token) => token === "*",
    matches: (token, character) => fits(token, character.charCodeAt(0)),
  });
}

/**
 * Whether items fit a pattern in which some parts stand for any number of them. Only the last of these is ever tried again:
 * what an earlier one took can be left as it is. So there is nothing to go back to for ever.
 */
export function matchesRun<Part>(
  pattern: readonly Part[],
  items: ArrayLike<string>,
  { isStar, matches }: { isStar: (part: Part) => boolean; matches: (part: Part, item: string) => boolean },
): boolean {
  let [at, star, retry] = [0, -1, 0];
  for (let item = 0; item < items.length; ) {
    const part = pattern[at];
    if (part !== undefined && isStar(part)) {
      star = at++;
      retry = item;
    } else if (part !== undefined && matches(part, items[item] ?? "")) {
      at += 1;
      item += 1;
    } else {
      if (star < 0) return false;
      at = star + 1;
      retry += 1;
      item = retry;
    }
  }
  return pattern.slice(at).every(isStar);
}

function fits(token: GlobToken, code: number): boolean {
  if (typeof token === "string") return token === "?";
  return token.ranges.some(([from, to]) => from <= code && code <= to) !== token.negated;
}

/** What stands between brackets, from after the first of them. */
function readSet(pattern: string, start: number): { token: GlobToken; end: number } | undefined {
  const negated = pattern[start] === "!" || pattern[start] === "^";
  const first = negated ? start + 1 : start;
  const found: Range[] = [];
  let before: number | undefined;
  for (let at = first; at < pattern.length; at += 1) {
    if (pattern[at] === "]" && at > first) return { token: { ranges: found, negated }, end: at };
    const name = /^\[:([^\]]*):\]/.exec(pattern.slice(at, at + 12))?.[1];
    if (pattern.startsWith("[:", at) && name !== undefined) {
      const known = classes[name];
      if (!known) return undefined;
      found.push(...known);
      at += name.length + 3;
      before = undefined;
    } else if (pattern[at] === "-" && before !== undefined && (pattern[at + 1] ?? "]") !== "]") {
      at += pattern[at + 1] === "\\" ? 2 : 1;
      found.push([before, pattern.charCodeAt(at)]);
      before = undefined;
    } else {
      if (pattern[at] === "\\") at += 1;
      before = pattern.charCodeAt(at);
      found.push([before, before]);
    }
  }
  return undefined;
}

function only(code: number): GlobToken {
  return { ranges: [[code, code]], negated: false };
}

function ranges(...pairs: string[]): Range[] {
  return pairs.map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]);
}
