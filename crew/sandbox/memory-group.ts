import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A control group of the kernel's for one command: memory and processes are bounded at once, not when we look. */
export interface MemoryGroup {
  /** Where a process writes its id to belong. */
  procs: string;
  remove(): Promise<void>;
}

export interface GroupRequest {
  name: string;
  memoryBytes: number;
  processes: number;
}

/**
 * A group beside our own, where cgroup v2 is mounted and its part of the tree was delegated to us; else nothing.
 * Below our own is no place: a group that has processes cannot hand controllers down.
 */
export function createMemoryGroup(
  request: GroupRequest,
  { mount = "/sys/fs/cgroup", own = readOwnGroup() } = {},
): MemoryGroup | undefined {
  if (own === undefined) return undefined;
  const parent = join(mount, own === "/" ? own : dirname(own));
  const group = join(parent, request.name);
  try {
    if (!/\bmemory\b/.test(readFileSync(join(parent, "cgroup.subtree_control"), "utf8"))) return undefined;
    mkdirSync(group);
  } catch {
    return undefined;
  }
  try {
    writeFileSync(join(group, "memory.max"), String(request.memoryBytes));
    // Killed together: half a build is of no use to anyone.
    writeFileSync(join(group, "memory.oom.group"), "1");
    if (existsSync(join(group, "memory.swap.max"))) writeFileSync(join(group, "memory.swap.max"), "0");
    if (existsSync(join(group, "pids.max")))
      writeFileSync(join(group, "pids.max"), String(request.processes));
    return { procs: join(group, "cgroup.procs"), remove: () => removeGroup(group) };
  } catch {
    void removeGroup(group);
    return undefined;
  }
}

/** Our place in the v2 hierarchy, as the kernel names it. */
function readOwnGroup(): string | undefined {
  try {
    return /^0::(\/.*)$/m.exec(readFileSync("/proc/self/cgroup", "utf8"))?.[1];
  } catch {
    return undefined;
  }
}

/** A group can go only when its last process has been buried. */
async function removeGroup(group: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    try {
      return rmdirSync(group);
    } catch {
      await sleep(20);
    }
  }
}
