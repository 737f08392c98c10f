/** Time as a share of a drawing's width. */
export interface Scale {
  /** From 0 to 1. */
  at(time: number): number;
  /** From the first moment to the last. */
  seconds: number;
  /** Whether pauses are drawn shorter than they were. */
  isFolded: boolean;
}

interface Interval {
  start: number;
  end: number;
}

/** A pause takes at most this share of the time in which something happened. */
const mostPause = 0.04;

/** A scale on which work can be seen, also where people took days between two steps: long pauses are folded. */
export function createScale(intervals: readonly Interval[]): Scale {
  const busy = merge(intervals);
  const worked = busy.reduce((sum, { start, end }) => sum + end - start, 0);
  const longest = Math.max(worked * mostPause, 1);
  let isFolded = false;
  let offset = 0;
  // Each stretch of work, and where it begins in the drawing.
  const placed = busy.map((interval, at) => {
    const pause = at === 0 ? 0 : interval.start - (busy[at - 1]?.end ?? interval.start);
    if (pause > longest) isFolded = true;
    offset += Math.min(pause, longest);
    const begin = offset;
    offset += interval.end - interval.start;
    return { ...interval, begin };
  });
  const length = Math.max(offset, 1);
  const [first, last] = [busy[0]?.start ?? 0, busy.at(-1)?.end ?? 0];
  return {
    at(time) {
      const inside = placed.findLast(({ start }) => start <= time);
      if (!inside) return 0;
      return Math.min(1, (inside.begin + Math.min(time, inside.end) - inside.start) / length);
    },
    seconds: (last - first) / 1_000,
    isFolded,
  };
}

/** What overlaps or touches is one. */
function merge(intervals: readonly Interval[]): Interval[] {
  const merged: Interval[] = [];
  for (const { start, end } of intervals.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else merged.push({ start, end });
  }
  return merged;
}
