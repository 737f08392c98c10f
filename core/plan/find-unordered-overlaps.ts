import type { BacklogTask } from "../model/backlog.ts";
import type { TaskId } from "../model/ids.ts";
import { topologicalOrder } from "./graph.ts";
import { createIsOrdered } from "./graph-order.ts";
import { type Effort, parseHint, patternsMeet } from "./overlap.ts";
import { createPathIndex } from "./path-index.ts";

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
/** Steps of comparing, each a few nanoseconds: well under a second, whatever the globs are. */
const mostSteps = 4_000_000;
/** What it takes to keep a pattern, in these steps. */
const stepsToKeep = 20;

/** One pattern of a task's hint. */
interface Claim extends Place {
  hint: string;
  pattern: string[];
}

/**
 * Pairs of tasks that could run side by side and change the same file; `complete` is false when it gave up.
 * Tasks are taken in their order. So where one follows another that claims the very same, it stands for both: whoever comes
 * after it comes after both.
 */
export function findUnorderedOverlaps(tasks: readonly BacklogTask[]): {
  overlaps: Overlap[];
  complete: boolean;
} {
  const isOrdered = createIsOrdered(tasks);
  const index = createPathIndex<Claim>();
  const last = new Map<string, Claim>();
  const found = new Map<string, Overlap>();
  const effort: Effort = { steps: 0 };
  for (const claim of claimsOf(tasks)) {
    effort.steps += stepsToKeep;
    for (const other of index.near(claim.pattern)) {
      effort.steps += 1;
      if (found.size >= mostOverlaps || effort.steps > mostSteps) break;
      if (other.id === claim.id || isOrdered(other.index, claim.index)) continue;
      const overlap = toOverlap(other, claim);
      const key = `${overlap.first.id} ${overlap.second.id}`;
      if (!found.has(key) && patternsMeet(other.pattern, claim.pattern, effort)) found.set(key, overlap);
    }
    if (found.size >= mostOverlaps || effort.steps > mostSteps) break;
    const same = last.get(claim.pattern.join("/"));
    if (same && same.id !== claim.id && isOrdered(same.index, claim.index)) index.remove(same.pattern, same);
    last.set(claim.pattern.join("/"), claim);
    index.add(claim.pattern, claim);
  }
  return endWith(found, effort);
}

function endWith(found: ReadonlyMap<string, Overlap>, { steps }: Effort) {
  const overlaps = [...found.values()].sort(
    (a, b) => a.first.index - b.first.index || a.second.index - b.second.index,
  );
  return { overlaps, complete: steps <= mostSteps };
}

function toOverlap(a: Claim, b: Claim): Overlap {
  const [first, second] = a.index < b.index ? [a, b] : [b, a];
  return { first, second, paths: [first.hint, second.hint] };
}

/** All claims, those of a task after those of all that it depends on. */
function* claimsOf(tasks: readonly BacklogTask[]): Generator<Claim> {
  const places = new Map(tasks.map((task, index) => [task.id, { task, index }]));
  for (const id of topologicalOrder(tasks)) {
    const { task, index } = places.get(id) ?? {};
    for (const hint of task?.scope.files_hint ?? [])
      for (const pattern of parseHint(hint).patterns) yield { id, index: index ?? 0, hint, pattern };
  }
}
