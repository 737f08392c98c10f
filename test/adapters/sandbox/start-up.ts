import { spawn } from "node:child_process";
import { once } from "node:events";
import { aWorkTree } from "../git/work-tree.ts";
import { sealed, shell } from "./sandboxes.ts";

/** Prints how much longer a command takes to run in the sandbox than by a plain spawn (medians, milliseconds). */
const rounds = 50;
using tree = aWorkTree();

const plain = await measure(() => once(spawn("/usr/bin/true", { cwd: tree.folder }), "close"));
const inside = await measure(() => sealed.run({ ...shell(tree.folder, ""), argv: ["/usr/bin/true"] }));
console.log(
  JSON.stringify({ kind: sealed.kind, rounds, plain, inside, added: Number((inside - plain).toFixed(1)) }),
);

async function measure(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return Number(times.sort((a, b) => a - b)[rounds / 2]!.toFixed(1));
}
