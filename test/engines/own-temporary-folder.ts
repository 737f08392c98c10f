import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder for everything temporary that this process and its jobs make, so that what they leave can be found. */
export function ownTemporaryFolder() {
  const before = process.env["TMPDIR"];
  const folder = mkdtempSync(join(tmpdir(), "gsd-canary-"));
  chmodSync(folder, 0o755);
  process.env["TMPDIR"] = folder;
  return {
    folder,
    [Symbol.dispose]: () => {
      if (before === undefined) delete process.env["TMPDIR"];
      else process.env["TMPDIR"] = before;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
