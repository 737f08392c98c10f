import type { ChangedText } from "./changed-file.ts";

/** Files that are compared with each other; beyond these nobody looks for what moved. */
const mostFiles = 100;
const mostLength = 200_000;
/** The share of lines that two files have in common, where one is the other under a new name. */
const leastAlike = 0.5;

interface Gone {
  path: string;
  lines: ReadonlySet<string>;
}

/**
 * Which new file is one that the same change deletes, by their lines: what moves was there before, and nobody is asked about it again.
 * Each deleted file is found at one place at most.
 */
export function findMoves(texts: readonly ChangedText[]): ReadonlyMap<string, string> {
  const moves = new Map<string, string>();
  const fresh = texts.filter(({ isNew, after }) => isNew && isShort(after)).slice(0, mostFiles);
  const gone = texts
    .filter(({ before, after }) => after === undefined && isShort(before))
    .slice(0, mostFiles)
    .map(({ path, before = "" }): Gone => ({ path, lines: linesIn(before) }));
  if (fresh.length === 0 || gone.length === 0) return moves;
  for (const { path, after = "" } of fresh) {
    const lines = linesIn(after);
    const taken = new Set(moves.values());
    const [best] = gone
      .filter((one) => !taken.has(one.path) && isNear(one.lines.size, lines.size))
      .map((one) => ({
        path: one.path,
        alike: alikeness(one.lines, lines),
        isNamed: nameOf(one.path) === nameOf(path),
      }))
      .filter(({ alike }) => alike >= leastAlike)
      .sort((a, b) => b.alike - a.alike || Number(b.isNamed) - Number(a.isNamed));
    if (best) moves.set(path, best.path);
  }
  return moves;
}

/** The same files, each that has moved with what it said where it was; there it lost nothing. */
export function withMoves(texts: readonly ChangedText[]): ChangedText[] {
  const moves = findMoves(texts);
  if (moves.size === 0) return [...texts];
  const byPath = new Map(texts.map((text) => [text.path, text]));
  const left = new Set(moves.values());
  return texts.map((text) => {
    if (left.has(text.path)) return { ...text, before: undefined };
    const movedFrom = moves.get(text.path);
    const old = movedFrom === undefined ? undefined : byPath.get(movedFrom);
    return old && movedFrom !== undefined ? { ...text, before: old.before, movedFrom } : text;
  });
}

function isShort(text: string | undefined): boolean {
  return text !== undefined && text.length <= mostLength;
}

function linesIn(text: string): Set<string> {
  return new Set(
    text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  );
}

function isNear(a: number, b: number): boolean {
  return a > 0 && b > 0 && Math.min(a, b) / Math.max(a, b) >= leastAlike;
}

function alikeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const line of a) if (b.has(line)) common += 1;
  return common / Math.max(a.size, b.size);
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
