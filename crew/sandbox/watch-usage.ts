import { execFile } from "node:child_process";
import { readdirSync, readlinkSync, type StatsFs, statfsSync, statSync } from "node:fs";
import { descendants } from "./process-tree.ts";
import { readProc } from "./read-proc.ts";
import type { SandboxLimits } from "./sandbox.ts";

export interface UsageWatch {
  limits: SandboxLimits;
  /** Folders on disk that the command can write to. */
  folders: string[];
  onExceeded: (what: "memory" | "disk") => void;
}

const everyMs = 200;

/**
 * Looks at what a process tree uses and tells when it is too much: for memory and disk of many processes together
 * there is no limit that an ordinary user can set. Returns how to stop looking.
 */
export function watchUsage(root: number, { limits, folders, onExceeded }: UsageWatch): () => void {
  const disk = createDiskMeter(folders, limits);
  const memory = createMemoryMeter(root, limits);
  const timer = setInterval(() => {
    if (memory.look()) onExceeded("memory");
    else disk.look().then((exceeded) => exceeded && onExceeded("disk"));
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

function createMemoryMeter(root: number, limits: SandboxLimits) {
  let looks = 0;
  let inFiles = 0;
  return {
    look(): boolean {
      // Whatever cannot be counted shows here: detached segments, pipes, the kernel's own for them.
      if (field(readProc("/proc/meminfo"), "MemAvailable", Number.POSITIVE_INFINITY) < limits.hostMemoryBytes)
        return true;
      const all = descendants(root).map((entry) => entry.pid);
      // Many small reads, so not every time.
      if (looks++ % 3 === 0) inFiles = memoryFileBytes(all);
      if (inFiles + sum(all.map(residentBytes)) <= limits.memoryBytes) return false;
      // Pages that several processes share were counted for each of them.
      return (
        inFiles + sum(all.map((pid) => proportionalBytes(pid) ?? residentBytes(pid))) > limits.memoryBytes
      );
    },
  };
}

/** Files in memory without a name (memfd): they belong to no process and to no file system with a size. */
function memoryFileBytes(processes: number[]): number {
  const sizes = new Map<number, number>();
  for (const path of processes.flatMap((pid) => list(`/proc/${pid}/fd`))) {
    try {
      if (!readlinkSync(path).startsWith("/memfd:")) continue;
      const { ino, blocks } = statSync(path);
      sizes.set(ino, blocks * 512);
    } catch {
      // Closed meanwhile.
    }
  }
  return sum([...sizes.values()]);
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => `${folder}/${name}`);
  } catch {
    return [];
  }
}

function residentBytes(pid: number): number {
  const status = readProc(`/proc/${pid}/status`);
  return sum(["RssAnon", "RssShmem", "VmSwap"].map((name) => field(status, name)));
}

function proportionalBytes(pid: number): number | undefined {
  const rollup = readProc(`/proc/${pid}/smaps_rollup`);
  if (!/^Pss_Anon:/m.test(rollup)) return undefined;
  return sum(["Pss_Anon", "Pss_Shmem", "SwapPss"].map((name) => field(rollup, name)));
}

/** Measures the folders only after the file system has lost an eighth of the limit: most commands never get there. */
function createDiskMeter(folders: string[], limits: SandboxLimits) {
  const free = () => folders.map((folder) => statfsSync(folder));
  const before = sum(free().map((fs) => fs.bavail * fs.bsize));
  let measuredAt = before;
  let measuring = false;
  return {
    async look(): Promise<boolean> {
      if (measuring) return false;
      const now = free();
      if (now.some((fs) => isNearlyFull(fs, limits))) return true;
      const left = sum(now.map((fs) => fs.bavail * fs.bsize));
      if (measuredAt - left < limits.diskBytes / 8) return false;
      measuring = true;
      measuredAt = left;
      const used = await sizeOf(folders);
      measuring = false;
      // A folder that we may not enter could hold anything: then what the file system lost has to do.
      return (used ?? before - left) > limits.diskBytes;
    },
  };
}

function isNearlyFull(fs: StatsFs, limits: SandboxLimits): boolean {
  const total = fs.blocks * fs.bsize;
  const fewFiles = fs.files > 0 && fs.ffree < Math.min(10_000, fs.files / 100);
  return fewFiles || fs.bavail * fs.bsize < Math.min(limits.hostDiskBytes, total / 10);
}

function sizeOf(folders: string[]): Promise<number | undefined> {
  const flags = ["--summarize", "--total", "--block-size=1", "--one-file-system", "--exclude=.git", "--"];
  return new Promise((resolve) => {
    execFile("/usr/bin/du", [...flags, ...folders], { env: { PATH: "/usr/bin:/bin" } }, (error, stdout) => {
      const total = /^(\d+)\ttotal$/m.exec(stdout)?.[1];
      resolve(error || total === undefined ? undefined : Number(total));
    });
  });
}

/** A number of kilobytes out of a file of /proc. */
function field(text: string, name: string, absent = 0): number {
  const kilobytes = new RegExp(`^${name}:\\s*(\\d+) kB`, "m").exec(text)?.[1];
  return kilobytes === undefined ? absent : Number(kilobytes) * 1024;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
