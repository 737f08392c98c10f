import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

type Bundle = "dist/action" | "dist/app";

/** The bundles that the world starts: made anew from a clone's sources, brought along by a package, which has none. */
export async function requireBundles(root: string, names: Bundle[]): Promise<void> {
  const builder = join(root, "scripts/build.ts");
  if (!existsSync(builder)) return;
  // By its address, so that no bundle takes the builder in.
  const { build } = (await import(pathToFileURL(builder).href)) as typeof import("../scripts/build.ts");
  await build(names);
}
