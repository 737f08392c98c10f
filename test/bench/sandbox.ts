import { spawn } from "node:child_process";
import { once } from "node:events";
import { createSandbox } from "../../crew/sandbox/create-sandbox.ts";
import type { SandboxCommand } from "../../crew/sandbox/sandbox.ts";
import { aWorkTree } from "../adapters/git/work-tree.ts";
import { median } from "./measure.ts";

const rounds = 21;

/** Start-up of a command in the sandbox against a plain spawn, in turns of one run; the aim is 50 ms more at most. */
export async function measureSandbox() {
  const sandbox = await createSandbox({ mode: "bubblewrap" });
  using tree = aWorkTree();
  const command: SandboxCommand = {
    ...{ argv: ["/usr/bin/true"], cwd: tree.folder },
    ...{ timeoutMs: 20_000, maxOutputBytes: 1_000 },
  };
  const plain: number[] = [];
  const inside: number[] = [];
  for (let round = 0; round < rounds; round++) {
    plain.push(await time(() => once(spawn("/usr/bin/true", { cwd: tree.folder }), "close")));
    inside.push(await time(() => sandbox.run(command)));
  }
  const [plainMs, sandboxMs] = [median(plain), median(inside)].map((ms) => Math.round(ms * 10) / 10);
  return { plainMs, sandboxMs, moreMs: Math.round((sandboxMs! - plainMs!) * 10) / 10 };
}

async function time(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}
