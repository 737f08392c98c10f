import type { Place } from "../../core/backlog/order-backlog.ts";
import type { Sorting } from "../../core/ports/github/issues.ts";
import type { Ports } from "../ports.ts";
import type { Evening } from "./evening.ts";

/** Issues of which it is asked who put them there: fifty a request. */
const mostAsked = 100;

/** Who put the label or the milestone on each of the first that could start: a form may do that for anybody. */
export async function readAskers(
  ports: Ports,
  { nightly, milestone, phase }: Evening,
  places: readonly Place[],
): Promise<Map<number, Sorting[]>> {
  const free = places.filter(({ waitsFor, unread }) => waitsFor.length === 0 && !unread).slice(0, mostAsked);
  const numbers = free.map(({ issue }) => issue.number);
  const sortings = await ports.github.sortingsOf(numbers);
  return new Map(
    free.map(({ issue }, at) => {
      const own = sortings[at] ?? [];
      const isLabeled = issue.labels.some((label) => isSame(label, nightly.label));
      const label = isLabeled
        ? own.findLast(({ type, name }) => type === "labeled" && isSame(name, nightly.label))
        : undefined;
      const isDue = milestone !== undefined && issue.milestone?.number === milestone.number;
      // It is there now, whatever the milestone was called when it came.
      const due = isDue ? own.findLast(({ type }) => type === "milestoned") : undefined;
      const promised = isDue && phase?.issues.includes(issue.number) ? promiseOf(phase) : undefined;
      return [issue.number, [label, promised, due].filter((one) => one !== undefined)];
    }),
  );
}

function promiseOf({ by, at }: NonNullable<Evening["phase"]>): Sorting {
  return { type: "milestoned", name: "", by, at };
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
