import { lstat, rm } from "node:fs/promises";
import { runToEnd } from "../../adapters/run-to-end.ts";
import { GsdError } from "../../core/gsd-error.ts";

/**
 * Removes a file or folder, also one with folders that may not be written to, as Go's module cache has them, or that are
 * nested deeper than a path can say.
 */
export async function removeTree(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => removeByForce(path));
}

/** These two go down folder by folder, and never through a link. */
async function removeByForce(path: string): Promise<void> {
  if ((await lstat(path)).isDirectory()) await run(["chmod", "-R", "u+rwx", "--", path]);
  const words = await run(["rm", "-rf", "--", path]);
  if (words !== undefined) throw new GsdError("tree", `${path} cannot be removed: ${words}`);
}

/** What a program said that failed. */
async function run(argv: string[]): Promise<string | undefined> {
  const env = { PATH: "/usr/bin:/bin", LC_ALL: "C" };
  const end = await runToEnd({ argv, cwd: "/", env, input: "", seconds: 300, maxOutputBytes: 100_000 });
  if (end.code === 0) return undefined;
  return end.stopped === "time" ? "it took more than 300 seconds" : end.stderr.slice(0, 500);
}
