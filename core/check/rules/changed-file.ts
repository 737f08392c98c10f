import { isLockfile } from "../../detect/dependency-files.ts";

/** A file of a change as text, before and after; undefined where it was not there, or is gone. */
export interface ChangedText {
  path: string;
  before: string | undefined;
  after: string | undefined;
  /** Whether the change made it; told apart from a file whose earlier text nobody could read. */
  isNew: boolean;
  /** Where it was before, if the change moved it; then `before` is what it said there. */
  movedFrom?: string;
}

export interface AddedLine {
  line: number;
  text: string;
}

/** What a change does to a file, as rules look at it. */
export interface ChangedFile extends Pick<ChangedText, "path" | "isNew"> {
  /** Undefined for a file that is gone. */
  after: string[] | undefined;
  before: string[] | undefined;
  added: AddedLine[];
  /** How many lines are gone. */
  removed: number;
  /** Of a file that moved: where it was, and the file as it would be if it had not been there before. */
  moved?: { from: string; asNew: ChangedFile };
}

/** Compares lines. What package managers write is nobody's work. */
export function toChangedFile({ path, before, after, isNew, movedFrom }: ChangedText): ChangedFile {
  const [old, now] = [linesOf(before), linesOf(after)];
  const left = isLockfile(path) ? { added: [], removed: 0 } : compare(old ?? [], now ?? []);
  const file = { path, isNew, before: old, after: now, ...left };
  if (movedFrom === undefined) return file;
  const asNew = toChangedFile({ path, before: undefined, after, isNew });
  return { ...file, moved: { from: movedFrom, asNew } };
}

function linesOf(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const lines = text.split(/\r?\n/);
  // What ends with a line break has no empty line after it.
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/**
 * Which lines a change adds, in time that grows with the lines and no faster: what begins and ends alike is left out, and in
 * between a line is new if it was not there so often before. So a line that only moved is not.
 */
function compare(old: readonly string[], now: readonly string[]): { added: AddedLine[]; removed: number } {
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const known = new Map<string, number>();
  for (const text of old.slice(start, old.length - end)) known.set(text, (known.get(text) ?? 0) + 1);
  const added: AddedLine[] = [];
  for (let at = start; at < now.length - end; at += 1) {
    const text = now[at] ?? "";
    const left = known.get(text) ?? 0;
    if (left === 0) added.push({ line: at + 1, text });
    else known.set(text, left - 1);
  }
  return { added, removed: [...known.values()].reduce((sum, count) => sum + count, 0) };
}
