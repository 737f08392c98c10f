import { build } from "../scripts/build.ts";

/** The bundles that users start are what end-to-end tests start. */
export default async function buildOnce(): Promise<void> {
  await build(["dist/action", "dist/app"]);
}
