import { randomInt } from "node:crypto";
import { GsdError } from "../../core/gsd-error.ts";
import { readProc } from "./read-proc.ts";

/**
 * What stands before a command so that it, and all that it starts, has only so many processors. Which ones is left to chance, since
 * several jobs may share the machine. Programs see the number: a test runner starts as many workers.
 */
export function pinProcessors(
  cpus: number | undefined,
  taskset: string | undefined,
  allowed = allowedProcessors(),
): string[] {
  if (cpus === undefined || cpus >= allowed.length) return [];
  if (!taskset)
    throw new GsdError(
      "sandbox",
      "`limits.cpus` needs taskset, which is missing. Install it: sudo apt-get install --yes util-linux",
    );
  const first = randomInt(allowed.length);
  const chosen = [...allowed, ...allowed].slice(first, first + cpus);
  return [taskset, "--cpu-list", chosen.join(",")];
}

/** The processors that we ourselves may use: `0-3,8` in the kernel's words. */
export function allowedProcessors(status = readProc("/proc/self/status")): number[] {
  const words = /^Cpus_allowed_list:\s*([\d,-]+)/m.exec(status)?.[1] ?? "";
  return words
    .split(",")
    .filter(Boolean)
    .flatMap((range) => {
      const [from = 0, to = from] = range.split("-").map(Number);
      return Array.from({ length: to - from + 1 }, (_, at) => from + at);
    });
}
