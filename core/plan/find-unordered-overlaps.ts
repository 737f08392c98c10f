import type { BacklogTask } from "../model/backlog.ts";
import type { TaskId } from "../model/ids.ts";
import { dependenciesOf } from "./graph.ts";
import { type Hint, hintsMeet, parseHint } from "./overlap.ts";

interface Place {
  id: TaskId;
  index: number;
}

export interface Overlap {
  first: Place;
  second: Place;
  paths: [string, string];
}

const mostOverlaps = 50;
const mostPairs = 20_000_000;
const mostComparisons = 1_000_000;

/** Pairs of tasks that could run side by side and change the same file; `complete` is false when it gave up. */
export function findUnorderedOverlaps(tasks: readonly BacklogTask[]): {
  overlaps: Overlap[];
  complete: boolean;
} {
  const isOrdered = createIsOrdered(tasks);
  const found = new Map<string, Overlap>();
  let [pairs, comparisons] = [0, 0];
  for (const [a, b] of candidates(tasks)) {
    if (found.size >= mostOverlaps || ++pairs > mostPairs || comparisons > mostComparisons) break;
    if (a.id === b.id || !(a.fixed.startsWith(b.fixed) || b.fixed.startsWith(a.fixed))) continue;
    const [first, second] = a.index < b.index ? [a, b] : [b, a];
    const key = `${first.id} ${second.id}`;
    if (found.has(key) || isOrdered(a.id, b.id)) continue;
    comparisons += 1;
    if (!hintsMeet(a.hint, b.hint)) continue;
    found.set(key, { first, second, paths: [first.hint.text, second.hint.text] });
  }
  return {
    overlaps: [...found.values()].sort(
      (a, b) => a.first.index - b.first.index || a.second.index - b.second.index,
    ),
    complete: pairs <= mostPairs && comparisons <= mostComparisons,
  };
}

interface Claim extends Place {
  hint: Hint;
  /** What every file it names begins with. */
  fixed: string;
}

/** Pairs worth a look: plain paths meet only along their own folders, globs may meet anything. */
function* candidates(tasks: readonly BacklogTask[]): Generator<[Claim, Claim]> {
  const claims = tasks.flatMap(({ id, scope }, index) =>
    scope.files_hint.map(
      (text): Claim => ({ id, index, hint: parseHint(text), fixed: /^[^*?{]*/.exec(text)![0] }),
    ),
  );
  const plain = new Map<string, Claim[]>();
  const globs: Claim[] = [];
  for (const claim of claims) {
    if (claim.hint.isGlob) {
      for (const other of globs) yield [other, claim];
      globs.push(claim);
    } else {
      const key = keyOf(claim);
      plain.set(key, [...(plain.get(key) ?? []), claim]);
    }
  }
  for (const claim of [...plain.values()].flat()) {
    for (const glob of globs) yield [glob, claim];
    for (const folder of foldersOf(keyOf(claim))) {
      for (const other of plain.get(folder) ?? []) if (other !== claim) yield [other, claim];
    }
  }
}

function keyOf({ hint }: Claim): string {
  return hint.patterns[0]!.slice(0, -1).join("/");
}

/** The path itself and every folder above it. */
function foldersOf(path: string): string[] {
  const segments = path.split("/");
  return segments.map((_, index) => segments.slice(0, index + 1).join("/"));
}

/** Whether one of two tasks waits for the other. */
function createIsOrdered(tasks: readonly BacklogTask[]): (a: TaskId, b: TaskId) => boolean {
  const needs = new Map<TaskId, Set<TaskId>>();
  const needsOf = (id: TaskId) => {
    const known = needs.get(id) ?? dependenciesOf(tasks, id);
    needs.set(id, known);
    return known;
  };
  return (a, b) => needsOf(a).has(b) || needsOf(b).has(a);
}
