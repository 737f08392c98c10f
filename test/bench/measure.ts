import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

/** The median of some numbers. */
export function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Milliseconds that one Node process takes. */
export async function timeNode(
  args: string[],
  env: Record<string, string> = {},
  cwd = process.cwd(),
): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, args, { cwd, env: { PATH: process.env["PATH"] ?? "", ...env } });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = (await once(child, "exit")) as [number | null];
  const ms = performance.now() - start;
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${(await said).join("")}`);
  return ms;
}

/** Medians of several measurements, each taken in turn so that all see the same machine; the first round is not counted. */
export async function inTurns<Name extends string>(
  measurements: Record<Name, () => Promise<number>>,
  rounds: number,
): Promise<Record<Name, number>> {
  const names = Object.keys(measurements) as Name[];
  const found = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const value = await measurements[name]();
      if (round > 0) found.get(name)?.push(value);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(found.get(name) ?? [])])) as Record<
    Name,
    number
  >;
}
