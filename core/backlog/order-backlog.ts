import type { BacklogIssue, Link } from "./backlog-issue.ts";
import { type Priority, rankPriority } from "./rank-priority.ts";

/** An issue's place in the order, and what speaks for it. */
export interface Place {
  issue: BacklogIssue;
  priority: Priority;
  /** The issue that it was moved in front of, since it holds that one up. */
  before?: number;
  /** Open issues that have to be closed first. */
  waitsFor: Link[];
  /** Issues that wait for each other, this one first. */
  circle?: number[];
  /** It has links that nobody has read. */
  unread: boolean;
}

export interface OrderInput {
  issues: readonly BacklogIssue[];
  /** The links of those issues that were looked at. */
  links: ReadonlyMap<number, readonly Link[]>;
  priorities?: readonly string[] | undefined;
}

/**
 * The order in which issues are planned: by priority, then by the milestone's due date, then by age. What holds up another issue
 * of the backlog comes right before that one, whatever its own priority is.
 */
export function orderBacklog({ issues, links, priorities }: OrderInput): Place[] {
  const sorted = sortBacklog(issues, priorities);
  const known = new Map(sorted.map((one) => [one.issue.number, one]));
  const rank = new Map(sorted.map((one, at) => [one.issue.number, at]));
  const waits = new Map(sorted.map(({ issue }) => [issue.number, openLinks(links.get(issue.number))]));
  const inBacklog = (number: number) =>
    (waits.get(number) ?? [])
      .flatMap((link) => (link.elsewhere === undefined && known.has(link.number) ? [link.number] : []))
      .toSorted((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
  const circles = findCircles([...known.keys()], inBacklog);
  const places: Place[] = [];
  for (const { issue } of sorted) {
    for (const [number, before] of inOrder(
      issue.number,
      inBacklog,
      new Set(places.map((one) => one.issue.number)),
    )) {
      const found = known.get(number);
      if (!found) continue;
      const place: Place = {
        ...found,
        waitsFor: waits.get(number) ?? [],
        unread: found.issue.hasLinks && !links.has(number),
      };
      if (before !== undefined) place.before = before;
      const circle = circles.get(number);
      if (circle) place.circle = circle;
      places.push(place);
    }
  }
  return places;
}

/** By what an issue says of itself. */
export function sortBacklog(
  issues: readonly BacklogIssue[],
  priorities?: readonly string[],
): { issue: BacklogIssue; priority: Priority }[] {
  return issues
    .map((issue) => ({ issue, priority: rankPriority(issue.labels, priorities) }))
    .toSorted(
      (a, b) =>
        a.priority.rank - b.priority.rank ||
        compare(a.issue.milestone?.due ?? "9999", b.issue.milestone?.due ?? "9999") ||
        compare(a.issue.createdAt, b.issue.createdAt) ||
        a.issue.number - b.issue.number,
    );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function openLinks(links: readonly Link[] = []): Link[] {
  return links.filter(({ open }) => open);
}

type Next = (number: number) => number[];

/** An issue after all that it waits for, each with the one it was moved in front of. No recursion: a chain may be as long as the backlog. */
function inOrder(start: number, next: Next, placed: Set<number>): [number, number | undefined][] {
  const order: [number, number | undefined][] = [];
  const entered = new Set(placed);
  const stack: { number: number; before: number | undefined; left: number[] }[] = [];
  const enter = (number: number, before: number | undefined) => {
    if (entered.has(number)) return;
    entered.add(number);
    stack.push({ number, before, left: next(number) });
  };
  enter(start, undefined);
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const following = top.left.shift();
    if (following !== undefined) {
      enter(following, top.number);
      continue;
    }
    stack.pop();
    order.push([top.number, top.before]);
  }
  return order;
}

/** For each issue that waits for itself by way of others: those, beginning with itself. */
function findCircles(numbers: number[], next: Next): Map<number, number[]> {
  const circles = new Map<number, number[]>();
  // Whatever waits for nothing, or only for such, is in no circle: what is left is.
  const left = new Set(numbers);
  for (let found = true; found; ) {
    const free = [...left].filter((number) => !next(number).some((one) => left.has(one)));
    for (const number of free) left.delete(number);
    found = free.length > 0;
  }
  for (const number of left) {
    const way = wayBack(number, (one) => next(one).filter((other) => left.has(other)));
    if (way) circles.set(number, way);
  }
  return circles;
}

/** The shortest way from an issue back to itself. */
function wayBack(start: number, next: Next): number[] | undefined {
  const from = new Map<number, number>();
  const queue = [start];
  for (let number = queue.shift(); number !== undefined; number = queue.shift()) {
    for (const one of next(number)) {
      if (one === start) return trace(number, start, from);
      if (from.has(one)) continue;
      from.set(one, number);
      queue.push(one);
    }
  }
  return undefined;
}

function trace(end: number, start: number, from: Map<number, number>): number[] {
  const way = [end];
  for (let at = end; at !== start; ) {
    at = from.get(at) ?? start;
    way.unshift(at);
  }
  return way;
}
