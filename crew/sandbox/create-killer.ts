import type { ChildProcess } from "node:child_process";
import { descendants, isStopped, processesWith, sendSignal } from "./process-tree.ts";

/** Why a command was ended by us. */
export type EndReason = "timeout" | "abort" | "output" | "memory" | "disk";

/**
 * Time between asking a process tree to end and ending it. A runner that cancels waits 7.5 s after SIGINT and 2.5 s
 * after SIGTERM: this fits into the shorter one.
 */
export const graceMs = 1_500;

/** How long a killed process may take to be gone. One that hangs in the kernel would hold whoever waits for it. */
const lostMs = 15_000;
const againMs = 500;

export interface KillerOptions {
  /** A `NAME=value` in the environment of everything that it starts, to find strays by. */
  mark: string;
  /** Whether it is a bwrap, whose namespace ends with its first process. */
  contained: boolean;
  /** Called when it was killed and does not end. */
  onLost: () => void;
  lostMs?: number;
}

/** Ends a process with everything it started. */
export function createKiller(child: ChildProcess, options: KillerOptions) {
  const { mark, contained } = options;
  let why: EndReason | undefined;
  let isOver = false;
  const timers: NodeJS.Timeout[] = [];
  const kill = () => (contained ? killNamespace(child) : signalAll(child, mark, "SIGKILL"));
  const killForGood = () => {
    kill();
    // Again, since what is being started at this moment may be missed.
    timers.push(setInterval(kill, againMs), setTimeout(options.onLost, options.lostMs ?? lostMs));
  };
  return {
    reason: () => why,
    stop(reason: EndReason) {
      if (why || isOver) return;
      why = reason;
      // Whoever uses too much would use the time for more.
      const patient = reason === "timeout" || reason === "abort";
      const asked = patient && (contained ? askPayload(child) : signalAll(child, mark, "SIGTERM"));
      if (asked) timers.push(setTimeout(killForGood, graceMs));
      else killForGood();
    },
    /** After the main process: whatever it left behind. */
    finish() {
      isOver = true;
      for (const timer of timers) clearTimeout(timer);
      if (!contained) killStrays(child, mark);
    },
  };
}

/** More than once: those who start one another are never all in one list. */
function killStrays(child: ChildProcess, mark: string): void {
  for (let tries = 0; tries < 20; tries++) {
    signalAll(child, mark, "SIGKILL");
    if (processesWith(mark).length === 0) return;
  }
}

function signalAll(child: ChildProcess, mark: string, signal: NodeJS.Signals): boolean {
  if (child.pid === undefined) return false;
  const below = descendants(child.pid).map((entry) => entry.pid);
  const alive = child.exitCode === null && child.signalCode === null;
  const all = new Set([...(alive ? [child.pid] : []), -child.pid, ...below, ...processesWith(mark)]);
  for (const pid of all) sendSignal(pid, signal);
  return true;
}

/** SIGTERM for the command and not for bwrap, which would end at once and leave no time to tidy up. */
function askPayload(child: ChildProcess): boolean {
  if (child.pid === undefined) return false;
  const payload = descendants(child.pid).filter((entry) => entry.name !== "bwrap");
  for (const { pid } of payload) sendSignal(pid, "SIGTERM");
  return payload.length > 0;
}

/**
 * A bwrap killed between its fork and the child's wish to die with its parent leaves the child behind (seen). So it is
 * stopped first, when it can fork no more; then its children die, and with the first of a namespace all the others.
 */
function killNamespace(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  sendSignal(child.pid, "SIGSTOP");
  for (let tries = 0; tries < 1_000 && !isStopped(child.pid); tries++);
  for (const { pid } of descendants(child.pid)) sendSignal(pid, "SIGKILL");
  sendSignal(child.pid, "SIGKILL");
}
