import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { aWorkTree } from "../git/work-tree.ts";
import { detection, sealed, shell } from "./sandboxes.ts";

const rounds = 21;

async function median(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[(rounds - 1) / 2]!;
}

it.skipIf(!detection.available)("starts a command little later than a plain spawn", async () => {
  using tree = aWorkTree();
  const plain = await median(() => once(spawn("/usr/bin/true", { cwd: tree.folder }), "close"));
  const inside = await median(() => sealed.run({ ...shell(tree.folder, ""), argv: ["/usr/bin/true"] }));
  console.log(`sandbox start-up: ${inside.toFixed(1)} ms, plain spawn: ${plain.toFixed(1)} ms`);
  // The aim is 50 ms on a quiet machine; this bound only catches a mistake.
  expect(inside - plain).toBeLessThan(250);
});
