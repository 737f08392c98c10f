import { setTimeout as sleep } from "node:timers/promises";
import { GsdError } from "../../core/gsd-error.ts";
import type { Archive } from "../../core/ports/archive.ts";
import { exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal.ts";
import { type Look, look } from "./look.ts";
import type { StatusOptions } from "./status.ts";

export interface WatchOptions extends StatusOptions {
  /** Seconds between two looks. */
  every: number;
  /** Lines for a log, also where a person looks. */
  plain?: boolean;
}

/** How those who watch see it. */
export interface Face {
  /** `trouble`: why this is not what there is by now. */
  show(now: Look, trouble: string | undefined): Promise<void> | void;
  close(): void;
}

/** `gsd status --watch`: the same again and again, until whoever watches has seen enough. */
export async function watch(archive: Archive, options: WatchOptions, terminal: Terminal): Promise<number> {
  let now = await look(archive, options.issue);
  const end = new AbortController();
  const stop = (code: number) => end.abort(code);
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => stop(exitCodes.interrupted));
  // Nobody reads any more, as after `| head`.
  process.stdout.once("error", () => stop(exitCodes.good));
  const face = await openFace(options, { terminal, stop });
  try {
    await face.show(now, undefined);
    while (await isTime(options.every, end.signal)) {
      const seen = await unlessEnded(lookAgain(now), end.signal);
      if (!seen) break;
      now = seen.now;
      await face.show(now, seen.trouble);
    }
  } finally {
    face.close();
  }
  return Number(end.signal.reason);
}

/** Where a face is shown, and what it calls when whoever looks at it wants to leave. */
export interface Watcher {
  terminal: Terminal;
  stop(code: number): void;
}

async function openFace(options: WatchOptions, watcher: Watcher): Promise<Face> {
  const { openScreen } = watcher.terminal;
  if (options.plain || options.json || !openScreen) {
    const { createLines } = await import("./watch-lines.ts");
    return createLines(options, watcher);
  }
  const { createWindow } = await import("./watch-window.ts");
  return createWindow(await openScreen(), { ...watcher, every: options.every });
}

/** What cannot be read now may be there at the next look: what was seen last stays. */
async function lookAgain(now: Look): Promise<{ now: Look; trouble: string | undefined }> {
  try {
    const archive = await now.archive.again();
    return { now: archive === now.archive ? now : await look(archive, now.issue), trouble: undefined };
  } catch (error) {
    if (!(error instanceof GsdError)) throw error;
    return { now, trouble: error.message };
  }
}

/** False where somebody wants to leave before. */
async function isTime(seconds: number, signal: AbortSignal): Promise<boolean> {
  return sleep(seconds * 1_000, true, { signal }).catch(() => false);
}

/** Nobody waits for a look that is under way when they want to leave. */
function unlessEnded<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const leave = () => resolve(undefined);
    signal.addEventListener("abort", leave, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
  });
}
