import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, openSync, readdirSync, readFileSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { GsdError } from "../../core/gsd-error.ts";
import { createKiller, type EndReason, graceMs } from "./create-killer.ts";
import type { RunResult } from "./sandbox.ts";
import { type UsageWatch, watchUsage } from "./watch-usage.ts";

/** A command as a value; the only thing that this folder spawns. */
export interface ProcessSpec {
  argv: string[];
  cwd: string;
  env: Record<string, string>;
  stdin?: string;
  timeoutMs: number;
  maxOutputBytes: number;
  signal?: AbortSignal;
  onOutput?: (stream: "stdout" | "stderr", text: string) => void;
  /** Whether a namespace ends the tree by itself; else strays are looked for. */
  contained?: boolean;
  /** Written to file descriptors 3, 4, …, in this order. */
  inputs?: (string | Buffer)[];
  /** Ask for one more descriptor, after `inputs`, and return what was written to it. */
  wantStatus?: boolean;
  /** Limits on memory and disk of the whole tree. */
  watch?: Omit<UsageWatch, "onExceeded">;
}

export interface ProcessResult extends RunResult {
  status: string;
}

const trackingVariable = "GSD_PROCESS";

/** Runs one process to its end, and everything it started with it. */
export async function runProcess(spec: ProcessSpec): Promise<ProcessResult> {
  const started = performance.now();
  const mark = `${trackingVariable}=${randomUUID()}`;
  const child = start(spec, mark);
  let onLost = () => {};
  const lost = new Promise<never>((_, reject) => {
    onLost = () => reject(new GsdError("sandbox", notEnded(spec)));
  });
  const killer = createKiller(child, { mark, contained: spec.contained ?? false, onLost });
  const output = collect(child, spec, () => killer.stop("output"));
  const timer = setTimeout(() => killer.stop("timeout"), spec.timeoutMs);
  const unwatch =
    spec.watch && child.pid !== undefined
      ? watchUsage(child.pid, { ...spec.watch, onExceeded: killer.stop })
      : () => {};
  const onAbort = () => killer.stop("abort");
  spec.signal?.addEventListener("abort", onAbort, { once: true });
  if (spec.signal?.aborted) onAbort();

  try {
    const { code, signal } = await Promise.race([ended(child, killer.finish), lost]);
    return {
      code,
      signal,
      stdout: output.stdout(),
      stderr: output.stderr(),
      status: output.status(),
      ...explain(killer.reason()),
      seconds: (performance.now() - started) / 1000,
    };
  } finally {
    clearTimeout(timer);
    unwatch();
    release(child);
    spec.signal?.removeEventListener("abort", onAbort);
  }
}

function notEnded({ argv }: ProcessSpec): string {
  return `${argv[0]} was killed and is still there: the kernel does not let it go. Use another machine.`;
}

/** Of a process that does not end, nothing may keep ours from ending. */
function release(child: ChildProcess): void {
  for (const stream of child.stdio ?? []) stream?.destroy();
  child.unref();
}

function explain(reason: EndReason | undefined) {
  return {
    timedOut: reason === "timeout",
    aborted: reason === "abort",
    outputCut: reason === "output",
    ...(reason === "memory" || reason === "disk" ? { exceeded: reason } : {}),
  };
}

function start(spec: ProcessSpec, mark: string): ChildProcess {
  const inputs = spec.inputs ?? [];
  const [name, value] = mark.split("=") as [string, string];
  const nothing = openSync("/dev/null", "r");
  try {
    const wanted = Array(3 + inputs.length + (spec.wantStatus ? 1 : 0)).fill("pipe");
    const child = spawn(spec.argv[0]!, spec.argv.slice(1), {
      cwd: spec.cwd,
      env: { ...spec.env, [name]: value },
      stdio: covering(wanted, nothing),
      // Its own process group, so that a signal reaches the children too.
      detached: true,
    });
    // No pipes when it could not be started; `error` follows.
    if (child.pid === undefined) return child;
    feed(child.stdin!, spec.stdin ?? "");
    for (const [index, data] of inputs.entries()) feed(child.stdio[3 + index] as Writable, data);
    return child;
  } finally {
    closeSync(nothing);
  }
}

/** A file left open by whoever started us would reach the command: put `nothing` in its place. */
function covering(wanted: StdioOptions[], nothing: number): StdioOptions {
  const stdio: unknown[] = [...wanted];
  for (const descriptor of inheritableDescriptors()) {
    if (descriptor < wanted.length) continue;
    while (stdio.length < descriptor) stdio.push("ignore");
    stdio[descriptor] = nothing;
  }
  return stdio as StdioOptions;
}

function inheritableDescriptors(): number[] {
  try {
    return readdirSync("/proc/self/fd")
      .map(Number)
      .filter((fd) => fd > 2 && !isClosedOnExec(fd))
      .sort((a, b) => a - b);
  } catch {
    return [];
  }
}

function isClosedOnExec(descriptor: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8"))?.[1];
    return (Number.parseInt(flags ?? "0", 8) & 0o2000000) !== 0;
  } catch {
    return true;
  }
}

function feed(stream: Writable, data: string | Buffer): void {
  // A command need not read its input: a closed pipe is not our error.
  stream.on("error", () => {});
  stream.end(data);
}

function collect(child: ChildProcess, spec: ProcessSpec, onOverflow: () => void) {
  const read = (stream: Readable, name?: "stdout" | "stderr") => {
    const chunks: Buffer[] = [];
    let size = 0;
    stream.on("error", () => {});
    stream.on("data", (chunk: Buffer) => {
      const room = spec.maxOutputBytes - size;
      if (room > 0) chunks.push(chunk.subarray(0, room));
      size += chunk.length;
      if (size > spec.maxOutputBytes) return onOverflow();
      if (name) spec.onOutput?.(name, chunk.toString());
    });
    return () => Buffer.concat(chunks).toString();
  };
  if (child.pid === undefined) return { stdout: () => "", stderr: () => "", status: () => "" };
  const status = spec.wantStatus ? (child.stdio[3 + (spec.inputs?.length ?? 0)] as Readable) : undefined;
  return {
    stdout: read(child.stdout!, "stdout"),
    stderr: read(child.stderr!, "stderr"),
    status: status ? read(status) : () => "",
  };
}

/** Resolves when the process has ended and its pipes are closed, or a moment later if a stray holds them. */
function ended(child: ChildProcess, onExit: () => void) {
  return new Promise<{ code: number | null; signal: string | null }>((resolve, reject) => {
    let result = { code: null as number | null, signal: null as string | null };
    child.on("error", reject);
    child.on("exit", (code, signal) => {
      result = { code, signal };
      onExit();
      const timer = setTimeout(() => resolve(result), graceMs);
      child.on("close", () => clearTimeout(timer));
    });
    child.on("close", () => resolve(result));
  });
}
