import { spawnSync } from "node:child_process";

/** The median of some numbers. */
export function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Milliseconds that a Node process takes, median of some runs; the first is not counted. */
export function timeNode(
  args: string[],
  { env = {}, runs = 15 }: { env?: Record<string, string>; runs?: number } = {},
): number {
  const times: number[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const start = performance.now();
    const { status, stderr } = spawnSync(process.execPath, args, {
      env: { PATH: process.env["PATH"] ?? "", ...env },
    });
    if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${stderr}`);
    if (run > 0) times.push(performance.now() - start);
  }
  return median(times);
}
