import { type Spot, spotOf, type Work } from "./work.ts";

/** What waits, in lanes, and which lanes are taken. */
export interface Lanes {
  add(work: Work): void;
  /** Takes the next work that may begin: groups in turns, and within each its repositories. */
  next(): Work | undefined;
  /** A work of this spot has ended. */
  leave(spot: Spot): void;
  /** Whether something waits or runs in its lane. */
  isTaken(spot: Spot): boolean;
  waitingIn(group: string): number;
  groups(): string[];
  size(): number;
}

/** What waits of a group, by repository. */
type Group = Map<string, Work[]>;

export function createLanes(): Lanes {
  // Maps keep the order in which their keys came: whoever had a turn goes to the end.
  const groups = new Map<string, Group>();
  const busy = new Map<string, Set<string>>();
  const waitingIn = (name: string) =>
    [...(groups.get(name)?.values() ?? [])].reduce((sum, works) => sum + works.length, 0);
  const size = () => [...groups.keys()].reduce((sum, name) => sum + waitingIn(name), 0);

  const takeFrom = (name: string, group: Group): Work | undefined => {
    const lanes = busy.get(name) ?? new Set<string>();
    for (const [repository, works] of group) {
      const at = works.findIndex((work) => mayBegin(spotOf(work), lanes));
      const [work] = at < 0 ? [] : works.splice(at, 1);
      if (!work) continue;
      busy.set(name, lanes.add(spotOf(work).lane));
      toTheEnd(group, repository, works.length > 0);
      return work;
    }
    return undefined;
  };
  return {
    add(work) {
      const { group: name, repository } = spotOf(work);
      const group = groups.get(name) ?? new Map<string, Work[]>();
      groups.set(name, group);
      group.set(repository, [...(group.get(repository) ?? []), work]);
    },
    next() {
      for (const [name, group] of groups) {
        const work = takeFrom(name, group);
        if (!work) continue;
        toTheEnd(groups, name, group.size > 0);
        return work;
      }
      return undefined;
    },
    leave({ group, lane }) {
      const lanes = busy.get(group);
      lanes?.delete(lane);
      if (lanes?.size === 0) busy.delete(group);
    },
    isTaken({ group, repository, lane }) {
      const waits = groups
        .get(group)
        ?.get(repository)
        ?.some((work) => spotOf(work).lane === lane);
      return waits === true || busy.get(group)?.has(lane) === true;
    },
    waitingIn,
    groups: () => [...groups.keys()],
    size,
  };
}

function mayBegin({ lane, most }: Spot, lanes: Set<string>): boolean {
  return lanes.size < most && !lanes.has(lane);
}

function toTheEnd<Value>(map: Map<string, Value>, key: string, isKept: boolean): void {
  const value = map.get(key);
  map.delete(key);
  if (value !== undefined && isKept) map.set(key, value);
}
