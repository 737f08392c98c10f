#!/usr/bin/env node
// The first file of the command line. It is written so that a Node which is too old can still read it, and say so.
import { existsSync } from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";

/** In a release everything is bundled; from its sources gsd needs a Node that takes TypeScript. */
const isBundle = /\/dist\/cli\/[^/]+$/.test(import.meta.url);
const needed = isBundle ? [20, 20] : [22, 18];
const install = "Install one from https://nodejs.org, then start again.";
const [major, minor] = process.versions.node.split(".").map(Number);

if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  const why = `This is Node ${process.versions.node}, and gsd needs ${needed.join(".")} or newer.`;
  // A clone has one of its own.
  const own = fileURLToPath(new URL("../node_modules/.bin/node", import.meta.url));
  const way = !isBundle && existsSync(own) ? `Start it with the Node that npm ci put here: ${own}` : install;
  console.error(`gsd: ${why} ${way}`);
  process.exitCode = 1;
} else {
  // What Node makes of the code is kept for the next start: beside the sources, or where Node keeps such things. Older ones cannot.
  const cache = isBundle ? undefined : fileURLToPath(new URL("../node_modules/.cache/node", import.meta.url));
  if (module.enableCompileCache) module.enableCompileCache(cache);
  // Not awaited here: the oldest that can read this file have no `await` at its top.
  import("./main.ts");
}
