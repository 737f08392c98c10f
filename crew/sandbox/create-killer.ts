import type { ChildProcess } from "node:child_process";
import { descendants, isStopped, processesWith, sendSignal } from "./process-tree.ts";

/** Why a command was ended by us. */
export type EndReason = "timeout" | "abort" | "output" | "memory" | "disk";

/**
 * Time between asking a process tree to end and ending it. A runner that cancels waits 7.5 s after SIGINT and 2.5 s
 * after SIGTERM: this fits into the shorter one.
 */
export const graceMs = 1_500;

/**
 * Ends a process with everything it started. `contained`: it is a bwrap, whose namespace ends with its first process;
 * else strays are found by `mark`, a `NAME=value` in their environment.
 */
export function createKiller(child: ChildProcess, mark: string, contained: boolean) {
  let why: EndReason | undefined;
  let timer: NodeJS.Timeout | undefined;
  const kill = () => (contained ? killNamespace(child) : signalAll(child, mark, "SIGKILL"));
  return {
    reason: () => why,
    stop(reason: EndReason) {
      if (why) return;
      why = reason;
      // Whoever uses too much would use the time for more.
      const patient = reason === "timeout" || reason === "abort";
      const asked = patient && (contained ? askPayload(child) : signalAll(child, mark, "SIGTERM"));
      if (asked) timer = setTimeout(kill, graceMs);
      else kill();
    },
    /** After the main process: whatever it left behind. */
    finish() {
      clearTimeout(timer);
      if (!contained) kill();
    },
  };
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
