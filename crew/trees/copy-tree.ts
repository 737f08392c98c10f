import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { promisify } from "node:util";
import { GsdError } from "../../core/gsd-error.ts";

const run = promisify(execFile);

/** Copies a folder as it is, with links, modes and owners; where the file system can, without copying a byte. */
export async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await copyPath(`${from}/.`, to);
}

/** Copies one file or folder to a place where nothing is. */
export async function copyPath(from: string, to: string): Promise<void> {
  const cheap = process.platform === "linux" ? ["--reflink=auto"] : [];
  try {
    const env = { PATH: "/usr/bin:/bin", LC_ALL: "C" };
    await run("cp", ["-a", ...cheap, "--", from, to], { env, timeout: 600_000, killSignal: "SIGKILL" });
  } catch (cause) {
    const words = cause instanceof Error ? cause.message.slice(0, 500) : String(cause);
    throw new GsdError("tree", `${from} cannot be copied for an agent of its own: ${words}`, { cause });
  }
}
