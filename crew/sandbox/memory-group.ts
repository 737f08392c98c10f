import { existsSync, mkdirSync, rmdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readProc } from "./read-proc.ts";

/** A control group of the kernel's for one command: memory is bounded at once, not when we look, whatever kind it is of. */
export interface MemoryGroup {
  /** Where a process writes its id to belong. */
  procs: string;
  /** Whether the kernel had to end something in it. */
  isExceeded(): boolean;
  remove(): Promise<void>;
}

/** The folder in which a group may be made, and which of the kernel's two interfaces it speaks. */
export interface GroupPlace {
  folder: string;
  version: 1 | 2;
}

export interface GroupRequest {
  name: string;
  memoryBytes: number;
  processes: number;
}

/** Our own place among the groups that count memory, as the kernel names it; nothing where there is none. */
export function findGroupPlace(
  own = readProc("/proc/self/cgroup"),
  mounts = readProc("/proc/self/mountinfo"),
): GroupPlace | undefined {
  // Beside our own: a group of version 2 that has processes cannot hand controllers down.
  const unified = locate(/^0::(\/.*)$/m.exec(own)?.[1], / - cgroup2 /, mounts);
  const beside = unified && (unified.own === "/" ? unified.mount : dirname(join(unified.mount, unified.own)));
  if (beside && /\bmemory\b/.test(readProc(join(beside, "cgroup.subtree_control"))))
    return { folder: beside, version: 2 };
  // Below our own, so that what holds for us holds for it too.
  const memory = locate(
    /^\d+:(?:.*,)?memory(?:,.*)?:(\/.*)$/m.exec(own)?.[1],
    / - cgroup .*\bmemory\b/,
    mounts,
  );
  return memory && { folder: join(memory.mount, memory.own), version: 1 };
}

/** A mount's folder, and our group relative to it: inside a container, a mount may begin somewhere below the root. */
function locate(own: string | undefined, kind: RegExp, mounts: string) {
  const [, , , root, mount] =
    mounts
      .split("\n")
      .find((line) => kind.test(line))
      ?.split(" ") ?? [];
  if (own === undefined || root === undefined || mount === undefined) return undefined;
  return { mount, own: root !== "/" && own.startsWith(root) ? own.slice(root.length) || "/" : own };
}

/** Files of a group by version; those in brackets are there only on some kernels. */
function settingsOf(
  { memoryBytes, processes }: GroupRequest,
  version: 1 | 2,
): [file: string, value: number][] {
  if (version === 2)
    return [
      ["memory.max", memoryBytes],
      // Killed together: half a build is of no use to anyone.
      ["memory.oom.group", 1],
      ["[memory.swap.max]", 0],
      ["[pids.max]", processes],
    ];
  return [
    ["memory.limit_in_bytes", memoryBytes],
    ["[memory.memsw.limit_in_bytes]", memoryBytes],
    // Without a limit it is not counted at all.
    ["[memory.kmem.tcp.limit_in_bytes]", memoryBytes],
  ];
}

/** A group at that place, where it was delegated to us or we are root; else nothing. */
export function createMemoryGroup(
  request: GroupRequest,
  place: GroupPlace | undefined,
): MemoryGroup | undefined {
  if (!place) return undefined;
  const group = join(place.folder, request.name);
  const remove = () => removeGroup(group);
  try {
    mkdirSync(group);
  } catch {
    return undefined;
  }
  try {
    for (const [name, value] of settingsOf(request, place.version)) {
      const file = join(group, name.replace(/[[\]]/g, ""));
      if (!name.startsWith("[") || existsSync(file)) writeFileSync(file, String(value));
    }
  } catch {
    void remove();
    return undefined;
  }
  return {
    procs: join(group, "cgroup.procs"),
    isExceeded: () => isExceeded(group, request.memoryBytes, place.version),
    remove,
  };
}

/** Whether something in it was ended for it; or what connections hold is too much: that is counted, but never refused (seen). */
function isExceeded(group: string, memoryBytes: number, version: 1 | 2): boolean {
  const read = (file: string) => readProc(join(group, file));
  const extra = Math.floor(memoryBytes / 8);
  if (version === 2)
    return (
      /^oom_kill [1-9]/m.test(read("memory.events")) || Number(read("memory.current")) > memoryBytes + extra
    );
  // Apart from the rest, in the older interface.
  return (
    /^oom_kill [1-9]/m.test(read("memory.oom_control")) ||
    Number(read("memory.kmem.tcp.usage_in_bytes")) > extra
  );
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
