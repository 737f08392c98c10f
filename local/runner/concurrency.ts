/** One run or job that wants a concurrency group. `cancel` is called when the group takes its place away. */
interface GroupMember {
  cancel: (reason: string) => void;
}

export interface GroupRequest {
  group: string;
  cancelInProgress: boolean;
  queue: "single" | "max";
}

export interface ConcurrencyGroups {
  /** Resolves when the group is free to a function that leaves it, or to undefined when the place was taken away. */
  enter(request: GroupRequest, member: GroupMember, giveUp: AbortSignal): Promise<(() => void) | undefined>;
}

interface Group {
  running?: GroupMember;
  pending: Pending[];
}
interface Pending {
  member: GroupMember;
  start: () => void;
  drop: () => void;
}

const longestQueue = 100;

/** Concurrency groups as on GitHub: one member runs and one waits; a newer one takes the place of the one that waits. */
export function createConcurrencyGroups(): ConcurrencyGroups {
  const groups = new Map<string, Group>();

  function leave(name: string, group: Group) {
    const next = group.pending.shift();
    group.running = next?.member;
    if (next) next.start();
    else groups.delete(name);
  }

  return {
    enter(request, member, giveUp) {
      const name = request.group.toLowerCase();
      const group = groups.get(name) ?? { pending: [] };
      groups.set(name, group);
      const exit = () => leave(name, group);
      if (!group.running) {
        group.running = member;
        return Promise.resolve(exit);
      }
      makeRoom(group, request);
      return waitFor(group, member, { exit, giveUp });
    },
  };
}

function makeRoom(group: Group, request: GroupRequest) {
  const reason = `Canceling since a higher priority waiting request for ${request.group} exists`;
  const keep = request.queue === "max" && !request.cancelInProgress ? longestQueue - 1 : 0;
  for (const old of group.pending.splice(0, Math.max(0, group.pending.length - keep))) {
    old.drop();
    old.member.cancel(reason);
  }
  if (request.cancelInProgress) group.running?.cancel(reason);
}

function waitFor(group: Group, member: GroupMember, how: { exit: () => void; giveUp: AbortSignal }) {
  return new Promise<(() => void) | undefined>((resolve) => {
    const pending: Pending = {
      member,
      start: () => {
        how.giveUp.removeEventListener("abort", give);
        resolve(how.exit);
      },
      drop: () => {
        how.giveUp.removeEventListener("abort", give);
        resolve(undefined);
      },
    };
    const give = () => {
      const at = group.pending.indexOf(pending);
      if (at >= 0) group.pending.splice(at, 1);
      resolve(undefined);
    };
    group.pending.push(pending);
    if (how.giveUp.aborted) give();
    else how.giveUp.addEventListener("abort", give, { once: true });
  });
}
