import { bytesOf, cutTo } from "./cut-to.ts";

/** Less than this says nothing: then rather fewer lines. */
const leastBytes = 24;

/**
 * Gives lines their part of so many bytes: what a short line does not need goes to the long ones.
 * Where the parts would become too small, the last lines are left out and counted.
 */
export function shareOut(lines: readonly string[], room: number): string[] {
  const needed = lines.reduce((sum, line) => sum + bytesOf(line), 0);
  if (needed <= room) return [...lines];
  const note = (count: number) => `(and ${count} more)`;
  for (let kept = lines.length; kept > 0; kept--) {
    const left = lines.length - kept;
    const end = left === 0 ? [] : [note(left)];
    const forLines = room - (left === 0 ? 0 : bytesOf(note(left)));
    const level = levelFor(lines.slice(0, kept), forLines);
    if (level >= leastBytes) return [...lines.slice(0, kept).map((line) => cutTo(line, level)), ...end];
  }
  const last = note(lines.length);
  return bytesOf(last) <= room ? [last] : [];
}

/** The longest that a line may be, so that all together fit. */
function levelFor(lines: readonly string[], room: number): number {
  const sizes = lines.map(bytesOf).sort((a, b) => a - b);
  let left = room;
  for (const [index, size] of sizes.entries()) {
    const equal = Math.floor(left / (sizes.length - index));
    if (size > equal) return equal;
    left -= size;
  }
  return room;
}

/** Gives the first as much as it needs, then the next. */
export function fillInOrder(texts: readonly string[], room: number): string[] {
  let left = room;
  return texts.flatMap((text) => {
    const kept = cutTo(text, left);
    if (kept === "" || (kept !== text && bytesOf(kept) < leastBytes)) return [];
    left -= bytesOf(kept);
    return [kept];
  });
}
