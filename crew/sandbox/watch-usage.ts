import { readdirSync, type StatsFs, statfsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { MemoryGroup } from "./memory-group.ts";
import { descendants } from "./process-tree.ts";
import { readProc } from "./read-proc.ts";
import type { SandboxLimits } from "./sandbox.ts";

export interface UsageWatch {
  limits: SandboxLimits;
  /** What all commands that run side by side may use together; `limits` holds this one's part. */
  jointMemoryBytes: number;
  /** Folders on disk that the command can write to. */
  folders: string[];
  /** The kernel's own count, where there is one. */
  group: MemoryGroup | undefined;
  onExceeded: (what: "memory" | "disk") => void;
}

const everyMs = 200;
const maxCountMs = 5_000;

/** Looks at what a process tree uses and tells when it is too much. Returns how to stop looking. */
export function watchUsage(root: number, watch: UsageWatch): () => void {
  const disk = createDiskMeter(watch);
  const memory = createMemoryMeter(root, watch);
  const timer = setInterval(() => {
    if (memory.isExceeded()) watch.onExceeded("memory");
    else if (disk.isExceeded()) watch.onExceeded("disk");
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * What processes have is added up. What no process has (segments, buffers of sockets and pipes, files in memory, page
 * tables, the kernel's own for all of these) cannot be asked for, and there is always one more way to hold it: so it is what the
 * machine has lost meanwhile, whoever took it.
 */
function createMemoryMeter(root: number, { limits, jointMemoryBytes, group }: UsageWatch) {
  const least = readMemory();
  let isOver = (_own: number) => false;
  let verdict = false;
  let counting = false;
  const countExactly = async (processes: number[]) => {
    counting = true;
    verdict = isOver(await sumOfParts(processes));
    counting = false;
  };
  return {
    isExceeded(): boolean {
      const now = readMemory();
      if (verdict || now.available < limits.hostMemoryBytes) return true;
      if (group) return group.isExceeded();
      least.unowned = Math.min(least.unowned, now.unowned);
      least.owned = Math.min(least.owned, now.owned);
      const lost = now.unowned - least.unowned;
      isOver = (own) => own > limits.memoryBytes || own + lost > jointMemoryBytes;
      const all = descendants(root).map((entry) => entry.pid);
      // Pages that several processes share are counted for each of them, at first.
      if (isOver(sum(all.map(ownBytes))) && isOver(now.owned - least.owned) && !counting)
        void countExactly(all);
      return false;
    },
  };
}

function readMemory() {
  const text = readProc("/proc/meminfo");
  const available = field(text, "MemAvailable") ?? Number.POSITIVE_INFINITY;
  const owned = field(text, "AnonPages") ?? 0;
  const unowned = (field(text, "MemTotal") ?? 0) - available - owned;
  return { available, owned, unowned: Number.isFinite(unowned) ? unowned - idleBytes() : 0 };
}

/** Free pages that each processor keeps at hand: up to an eighth of the memory, and to nobody's account. */
function idleBytes(): number {
  const counts = [...readProc("/proc/zoneinfo").matchAll(/^ +count: +(\d+)/gm)].map((match) =>
    Number(match[1]),
  );
  // Its block is a page.
  return sum(counts) * statfsSync("/proc").bsize;
}

/** Memory that goes when the process goes. */
function ownBytes(pid: number): number {
  const status = readProc(`/proc/${pid}/status`);
  return sum(["RssAnon", "VmSwap"].map((name) => field(status, name) ?? fromThread(pid, name)));
}

/**
 * The same for all, with what they share divided among them. The kernel walks every page for it, so it is done beside our own work, and
 * who shares so much that it takes long counts as one who has too much.
 */
async function sumOfParts(processes: number[]): Promise<number> {
  let total = 0;
  for (const end = performance.now() + maxCountMs; processes.length > 0; ) {
    if (performance.now() > end) return Number.POSITIVE_INFINITY;
    const pid = processes.pop() ?? 0;
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
    const resident = field(rollup, "Pss_Anon");
    total += resident === undefined ? ownBytes(pid) : resident + (field(rollup, "SwapPss") ?? 0);
  }
  return total;
}

/** A process whose first thread has ended shows nothing of what its other threads still use. */
function fromThread(pid: number, name: string): number {
  for (const thread of list(`/proc/${pid}/task`)) {
    const bytes = field(readProc(`/proc/${pid}/task/${thread}/status`), name);
    if (bytes !== undefined) return bytes;
  }
  return 0;
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * By what the file systems have lost since they had most, whoever took it: walking the folders would miss files that are deleted and
 * open, and those that move while we walk.
 */
function createDiskMeter({ folders, limits }: UsageWatch) {
  const places = [...new Map(folders.map((folder) => [statSync(folder).dev, folder])).values()];
  const free = () => places.map((folder) => statfsSync(folder));
  const bytes = (all: StatsFs[]) => sum(all.map((fs) => fs.bavail * fs.bsize));
  let most = bytes(free());
  return {
    isExceeded(): boolean {
      const now = free();
      if (now.some((fs) => isNearlyFull(fs, limits))) return true;
      const left = bytes(now);
      most = Math.max(most, left);
      return most - left > limits.diskBytes;
    },
  };
}

function isNearlyFull(fs: StatsFs, limits: SandboxLimits): boolean {
  const total = fs.blocks * fs.bsize;
  const fewFiles = fs.files > 0 && fs.ffree < Math.min(10_000, fs.files / 100);
  return fewFiles || fs.bavail * fs.bsize < Math.min(limits.hostDiskBytes, total / 10);
}

/** A number of kilobytes out of a file of /proc. */
function field(text: string, name: string): number | undefined {
  const kilobytes = new RegExp(`^${name}:\\s*(\\d+) kB`, "m").exec(text)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
