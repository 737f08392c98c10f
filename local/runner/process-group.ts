import { spawn } from "node:child_process";
import { StringDecoder } from "node:string_decoder";
import { GsdError } from "../../core/gsd-error.ts";

interface ProcessRequest {
  file: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  /** Ends the process group: interrupt, wait, terminate, wait, kill. */
  stop: AbortSignal;
  onLine: (line: string) => void;
}

interface ProcessEnd {
  code: number;
  signal: NodeJS.Signals | null;
}

/** How long each signal gets before the next, in milliseconds. */
export interface CancelDelays {
  interrupt: number;
  terminate: number;
}

/** The processes of one job, each the leader of a group of its own so that its children die with it. */
export interface ProcessGroup {
  run(request: ProcessRequest): Promise<ProcessEnd>;
  /** The processes that steps wait for right now. */
  pids(): number[];
  /** SIGKILL to everything that is left, daemons of earlier steps included. */
  killAll(): void;
}

export function createProcessGroup(delays: CancelDelays): ProcessGroup {
  const running = new Set<number>();
  const left = new Set<number>();

  async function run(request: ProcessRequest): Promise<ProcessEnd> {
    const { file, args, cwd, env } = request;
    const child = spawn(file, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
    const lines = [child.stdout, child.stderr].map((stream) => forwardLines(stream, request.onLine));
    const end = new Promise<ProcessEnd>((resolve, reject) => {
      child.once("error", (cause) => reject(startError(file, cause)));
      child.once("exit", (code, signal) => resolve({ code: code ?? 128 + signalNumber(signal), signal }));
    });
    const closed = new Promise((resolve) => child.once("close", resolve));
    const pid = child.pid;
    if (pid === undefined) return end;
    running.add(pid);
    const forget = endOnAbort(pid, request.stop, delays);
    try {
      const result = await end;
      await Promise.race([closed, pause(250)]);
      return result;
    } finally {
      forget();
      running.delete(pid);
      // A group that still has members keeps its number reserved, so it is safe to kill it later.
      if (signalGroup(pid, 0)) left.add(pid);
      for (const line of lines) line.flush();
      child.stdout.destroy();
      child.stderr.destroy();
    }
  }

  return {
    run,
    pids: () => [...running],
    killAll() {
      for (const pid of [...running, ...left]) signalGroup(pid, "SIGKILL");
      left.clear();
    },
  };
}

function endOnAbort(pid: number, stop: AbortSignal, delays: CancelDelays): () => void {
  const timers: NodeJS.Timeout[] = [];
  const end = () => {
    signalGroup(pid, "SIGINT");
    timers.push(setTimeout(() => signalGroup(pid, "SIGTERM"), delays.interrupt));
    timers.push(setTimeout(() => signalGroup(pid, "SIGKILL"), delays.interrupt + delays.terminate));
  };
  if (stop.aborted) end();
  else stop.addEventListener("abort", end, { once: true });
  return () => {
    stop.removeEventListener("abort", end);
    for (const timer of timers) clearTimeout(timer);
  };
}

/** False when the group has no member any more. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}

function forwardLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void) {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  stream.on("data", (chunk: Buffer) => {
    const lines = (rest + decoder.write(chunk)).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) onLine(line.replace(/\r$/, ""));
  });
  return {
    flush() {
      if (rest !== "") onLine(rest);
      rest = "";
    },
  };
}

function startError(file: string, cause: Error): GsdError {
  return new GsdError("process-start", `Could not start '${file}': ${cause.message}`, { cause });
}

function signalNumber(signal: NodeJS.Signals | null): number {
  const numbers: Partial<Record<NodeJS.Signals, number>> = {
    SIGINT: 2,
    SIGKILL: 9,
    SIGTERM: 15,
    SIGSEGV: 11,
  };
  return (signal && numbers[signal]) ?? 1;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
