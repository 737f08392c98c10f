import { readdirSync, readFileSync } from "node:fs";

interface ProcessEntry {
  pid: number;
  parent: number;
  name: string;
  state: string;
}

/** Every process below `root`, from /proc; empty where there is no /proc. */
export function descendants(root: number): ProcessEntry[] {
  const all = listProcesses();
  const found: ProcessEntry[] = [];
  const queue = [root];
  for (let parent = queue.shift(); parent !== undefined; parent = queue.shift()) {
    for (const entry of all) {
      if (entry.parent !== parent) continue;
      found.push(entry);
      queue.push(entry.pid);
    }
  }
  return found;
}

/** Processes started with `variable` in their environment, also those that left their parent. */
export function processesWith(variable: string): number[] {
  return processIds().filter((pid) => readProc(pid, "environ")?.split("\0").includes(variable));
}

/** Whether the process is stopped, or gone. */
export function isStopped(pid: number): boolean {
  const entry = readEntry(pid);
  return entry === undefined || "TZX".includes(entry.state);
}

/** Sends a signal; a process that is gone already is what we wanted. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // ESRCH: gone. EPERM cannot happen to our own children.
  }
}

function listProcesses(): ProcessEntry[] {
  return processIds().flatMap((pid) => readEntry(pid) ?? []);
}

function readEntry(pid: number): ProcessEntry | undefined {
  // `pid (name) state ppid …`; the name may hold spaces and parentheses.
  const match = /^\d+ \((.*)\) (\S) (\d+) /s.exec(readProc(pid, "stat") ?? "");
  return match ? { pid, parent: Number(match[3]), name: match[1]!, state: match[2]! } : undefined;
}

function processIds(): number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return undefined;
  }
}
