import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Bundles of the release tree: each entry starts as plain Node, with nothing installed beside it. */
const bundles = [
  { input: "action/main.ts", dir: "dist/action" },
  { input: "app/main.ts", dir: "dist/app" },
  { input: "cli/main.ts", dir: "dist/cli" },
];

/** Builds the named bundles, or all. */
export async function build(names: string[] = bundles.map((bundle) => bundle.dir)): Promise<void> {
  for (const { input, dir } of bundles.filter((bundle) => names.includes(bundle.dir))) {
    await rm(`${root}${dir}`, { recursive: true, force: true });
    const bundle = await rolldown({
      input: `${root}${input}`,
      platform: "node",
      cwd: root,
      logLevel: "warn",
    });
    await bundle.write({
      dir: `${root}${dir}`,
      format: "esm",
      minify: true,
      entryFileNames: "[name].mjs",
      chunkFileNames: "[name]-[hash].mjs",
    });
    await bundle.close();
  }
}

if (import.meta.main) await build(process.argv.length > 2 ? process.argv.slice(2) : undefined);
