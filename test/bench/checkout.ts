import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describeChanges } from "../../adapters/git/describe-changes.ts";
import { createSandbox } from "../../crew/sandbox/create-sandbox.ts";
import type { Sandbox } from "../../crew/sandbox/sandbox.ts";
import { createTrees, type Trees } from "../../crew/trees/create-trees.ts";
import { sampleFiles } from "../../local/demo/run-demo.ts";
import { aWorkTree, type WorkTree } from "../adapters/git/work-tree.ts";
import { median } from "./measure.ts";

const rounds = 3;
const change = describeChanges([
  { kind: "file", path: "src/new.ts", mode: "100644", modeChanged: false, content: Buffer.from("x\n") },
]);

/** What the clean checkout costs a task: the model once, then a place for each check and reviewer, from its start to its end. Aims: 1 s on the demo, 10 s on the large one. */
export async function measureCheckout() {
  const layers = await createSandbox({ mode: "bubblewrap" });
  const copies: Sandbox = { kind: layers.kind, run: layers.run };
  const found = [];
  for (const [repository, make] of Object.entries({ demo: aDemo, large: aLargeRepository })) {
    for (const [how, sandbox] of Object.entries({ layers, copies })) {
      using tree = make();
      found.push({ repository, how, ...(await measure(tree, sandbox)) });
    }
  }
  return found;
}

async function measure({ folder, base }: WorkTree, sandbox: Sandbox) {
  const start = performance.now();
  await using trees = await createTrees({ folder, base, instructedBy: base, editing: true, sandbox });
  const modelMs = performance.now() - start;
  const [places, commands]: number[][] = [[], []];
  for (let round = 0; round <= rounds; round += 1) {
    const { whole, inside } = await usePlace(trees);
    // The first one also gives the model to the sandbox, which happens once.
    if (round === 0) continue;
    places?.push(whole - inside);
    commands?.push(inside);
  }
  const [placeMs, commandMs] = [median(places ?? []), median(commands ?? [])];
  const taskMs = modelMs + 4 * placeMs;
  return Object.fromEntries(
    Object.entries({ modelMs, placeMs, commandMs, "model + 4 places": taskMs }).map(([name, ms]) => [
      name,
      Math.round(ms),
    ]),
  );
}

/** One place, with a command that does nothing. */
async function usePlace(trees: Trees): Promise<{ whole: number; inside: number }> {
  const start = performance.now();
  const place = await trees.clean(change, "commands");
  const began = performance.now();
  const argv = ["/bin/sh", "-c", "test -f src/new.ts"];
  const end = await place.sandbox.run({
    argv,
    cwd: place.folder,
    timeoutMs: 60_000,
    maxOutputBytes: 1_000,
  });
  const inside = performance.now() - began;
  if (end.code !== 0) throw new Error(`the change is not in its place: ${end.stderr}`);
  await place[Symbol.asyncDispose]();
  return { whole: performance.now() - start, inside };
}

function aDemo(): WorkTree {
  const texts = Object.entries(sampleFiles()).map(([path, { base64 }]) => [
    path,
    Buffer.from(base64, "base64").toString(),
  ]);
  return aWorkTree(Object.fromEntries(texts));
}

/** 10,000 files, and 25,000 more of 20 KB each that a setup installed: 500 MB. */
function aLargeRepository(): WorkTree {
  const files = Array.from({ length: 10_000 }, (_, at) => [
    `src/d${at % 200}/f${at}.ts`,
    "export {};\n".repeat(40),
  ]);
  const tree = aWorkTree({ ".gitignore": "node_modules/\n", ...Object.fromEntries(files) });
  for (let at = 0; at < 25_000; at += 1) {
    const path = join(tree.folder, `node_modules/p${at % 800}/lib/f${at}.js`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, randomBytes(20_000));
  }
  return tree;
}
