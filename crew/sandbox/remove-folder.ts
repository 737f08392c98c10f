import { lstatSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { GsdError } from "../../core/gsd-error.ts";
import { runProcess } from "./run-process.ts";

const program = `
chmod u+rwx "$1"
rm -rf "$2" 2>/dev/null || { chmod -R u+rwX "$2" && rm -rf "$2"; }`;

/** Removes what a command made, however large, deep or closed it is. By another process: it may take a while, and ours has more to do. */
export async function removeFolder(path: string): Promise<void> {
  const kind = lstatSync(path, { throwIfNoEntry: false });
  if (!kind) return;
  // A link's target is none of our business.
  if (!kind.isDirectory()) return rmSync(path);
  const result = await runProcess({
    argv: ["/bin/sh", "-c", program, "gsd", dirname(path), path],
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    timeoutMs: 120_000,
    maxOutputBytes: 100_000,
  });
  if (result.code === 0) return;
  const why = result.timedOut ? "it takes longer than two minutes" : result.stderr.trim().slice(-500);
  throw new GsdError("sandbox", `${path}, which a command left, cannot be removed: ${why}.`);
}
