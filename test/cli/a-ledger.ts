import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { anInstall, type InstallWorld } from "./an-install.ts";

/** A repository on the forge with a ledger that the test writes itself, and a clone of it. */
export interface LedgerWorld extends InstallWorld {
  /** Commits these files to the ledger; then the clone fetches it. */
  record(files: Record<string, string>, author?: string): Promise<void>;
  /** The same for a file that goes. */
  remove(path: string): Promise<void>;
}

export async function aLedger(): Promise<LedgerWorld> {
  const world = await anInstall();
  const folder = mkdtempSync(join(tmpdir(), "gsd-ledger-"));
  const git = (...args: string[]) => promisify(execFile)("git", ["-C", folder, ...args]);
  await git("init", "--quiet", "--initial-branch=gsd/ledger");
  const address = (await world.git("remote", "get-url", "origin")).trim();
  const commit = async (author = "github-actions[bot]") => {
    await git("add", "--all");
    const who = ["-c", `user.name=${author}`, "-c", "user.email=x@example.org"];
    await git(...who, "commit", "--quiet", "--message=state");
    await git("push", "--quiet", address, "gsd/ledger");
    await world.git("fetch", "--quiet", "--prune", "origin");
  };
  return {
    ...world,
    async record(files, author) {
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      await commit(author);
    },
    async remove(path) {
      rmSync(join(folder, path));
      await commit();
    },
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}
