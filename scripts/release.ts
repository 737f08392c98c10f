/**
 * Makes a release, for .github/workflows/release.yml; docs/release.md says how.
 *
 *     node scripts/release.ts build     bundles, release commit, npm package, SBOM and notes, in the folder release/
 *     node scripts/release.ts verify    that folder holds what it should, and nothing else
 *     node scripts/release.ts publish   pushes the tags, and makes the GitHub release
 */
import { fileURLToPath } from "node:url";
import { GsdError } from "../core/gsd-error.ts";
import { type ReleaseRun, readReleaseRun } from "./release/read-release-run.ts";

/** Each is loaded alone: what publishes has nothing installed beside it. */
const commands: Record<string, (run: ReleaseRun) => Promise<unknown>> = {
  build: async (run) => (await import("./release/build-release.ts")).buildRelease(run),
  verify: async (run) => (await import("./release/verify-release.ts")).verifyRelease(run),
  publish: async (run) => (await import("./release/publish-release.ts")).publishRelease(run),
};

try {
  const [name = ""] = process.argv.slice(2);
  const command = commands[name];
  if (!command)
    throw new GsdError(
      "usage",
      `"${name}" is not a step of a release; it is ${Object.keys(commands).join(", ")}.`,
    );
  await command(readReleaseRun(fileURLToPath(new URL("..", import.meta.url)), process.env));
} catch (error) {
  if (!(error instanceof GsdError)) throw error;
  console.log(`::error::${error.message.replaceAll("\n", "%0A")}`);
  process.exitCode = 1;
}
