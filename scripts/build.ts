import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { basename, extname } from "node:path";
import { fileURLToPath } from "node:url";
import { type LogLevel, type RolldownLog, rolldown } from "rolldown";
import { bundleSizes, type PartSize } from "./bundle-sizes.ts";
import { keepUsedEndpoints } from "./keep-used-endpoints.ts";
import { loadLate } from "./load-late.ts";
import { withoutAllowLists } from "./without-allow-lists.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Bundles of the release tree: each entry starts as plain Node, with nothing installed beside it. */
const bundles = [
  { entries: ["action/main.ts", "action/people.ts"], dir: "dist/action", plugins: [keepUsedEndpoints(root)] },
  // Probot and the App itself call endpoints, too.
  { entries: ["app/main.ts"], dir: "dist/app", plugins: [] },
  // People start it with a Node of their own, which may be older than the one that actions get.
  { entries: ["cli/gsd.mjs"], dir: "dist/cli", plugins: [] },
];

/** What we use of `@actions/core` needs no HTTP; its clients do not say that importing them does nothing. */
const toolkit = /\/node_modules\/(@actions\/|undici\/|tunnel\/)/;

/** Probot's rate limiter hides optional Redis clients behind `eval`; they are never loaded here. */
function logKnown(
  level: LogLevel,
  log: RolldownLog,
  handle: (level: LogLevel, log: RolldownLog) => void,
): void {
  if (log.code !== "EVAL") handle(level, log);
}

/** Builds the named bundles, or all. Each appears at once, so that nobody starts half a bundle. */
export async function build(names: string[] = bundles.map((bundle) => bundle.dir)): Promise<void> {
  for (const { entries, dir, plugins } of bundles.filter((bundle) => names.includes(bundle.dir))) {
    const named = entries.map((entry) => [basename(entry, extname(entry)), `${root}${entry}`]);
    const bundle = await rolldown({
      // The thread for parsing shares what it can with the rest.
      input: { ...Object.fromEntries(named), "parse-worker": `${root}adapters/parse/worker.ts` },
      platform: "node",
      cwd: root,
      onLog: logKnown,
      plugins: [loadLate(root), withoutAllowLists(), ...plugins],
      // Modules of which the unused ones are left out; its build for Node is not made of modules.
      resolve: { alias: { yaml: `${root}node_modules/yaml/browser/index.js` } },
      transform: { target: "node20" },
      treeshake: { moduleSideEffects: [{ test: toolkit, sideEffects: false }] },
    });
    const fresh = `${root}${dir}.${process.pid}`;
    await bundle.write({
      dir: fresh,
      format: "esm",
      minify: true,
      comments: { legal: true, annotation: false, jsdoc: false },
      entryFileNames: "[name].mjs",
      chunkFileNames: "[name]-[hash].mjs",
    });
    await bundle.close();
    await rm(`${root}${dir}`, { recursive: true, force: true });
    await rename(fresh, `${root}${dir}`);
  }
}

/** The sizes of the Action's bundle, by what starts it. */
export function actionSizes(): PartSize[] {
  return bundleSizes(`${root}dist/action`, ["main", "people"]);
}

if (import.meta.main) {
  await build(process.argv.length > 2 ? process.argv.slice(2) : undefined);
  if (existsSync(`${root}dist/action`)) {
    console.log("kilobytes of the Action's bundle: loaded at the start, and in all that a part may do");
    console.table(actionSizes());
  }
}
