import { setImmediate as rest, setTimeout as sleep } from "node:timers/promises";
import type { Worker } from "node:worker_threads";

/** So many times longer a thread may take where others keep it from working. */
const patience = 30;

/**
 * Resolves when a thread has worked for so long from now on. That is its own time, not the clock's: a text is not to blame
 * for a busy machine. Rejects when it is over before.
 */
export async function outlast(thread: Worker, milliseconds: number, over: AbortSignal): Promise<void> {
  const end = performance.now() + milliseconds * patience;
  const before = await Promise.race([workOf(thread), sleep(milliseconds, 0, { signal: over })]);
  for (let left = milliseconds; performance.now() < end; ) {
    await sleep(left, undefined, { signal: over });
    // By the time this process gets to it, the answer may be there: whatever has arrived is heard first.
    await rest(undefined, { signal: over });
    const unknown = sleep(milliseconds, before, { signal: over });
    const work = (await Promise.race([workOf(thread), unknown])) - before;
    if (work >= milliseconds) return;
    left = Math.max(10, milliseconds - work);
  }
}

/** How long a thread has worked, in milliseconds. Older versions of Node cannot tell; then all threads of the process count. */
async function workOf(thread: Worker): Promise<number> {
  const { user, system } = "cpuUsage" in thread ? await thread.cpuUsage() : process.cpuUsage();
  return (user + system) / 1_000;
}
