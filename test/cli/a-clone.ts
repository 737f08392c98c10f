import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const main = fileURLToPath(new URL("../../cli/gsd.mjs", import.meta.url));

/** Somebody's clone with one commit, and a folder for temporary files that shows what is left behind. */
export function aClone(files: Record<string, string>) {
  const home = mkdtempSync(join(tmpdir(), "clone-"));
  const folder = join(home, "my-project");
  const temporary = join(home, "tmp");
  mkdirSync(folder);
  mkdirSync(temporary);
  // A sandbox of another user has to pass through.
  execFileSync("chmod", ["0711", home, temporary]);
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=ada", "-c", "user.email=ada@example.org", ...args], {
      cwd: folder,
      encoding: "utf8",
    });
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [path, text] of Object.entries(files)) write(path, text);
  git("init", "--quiet", "--initial-branch=trunk");
  if (Object.keys(files).length > 0) {
    git("add", "--all");
    git("commit", "--quiet", "--message=first");
  }
  const start = (args: string[], env: Record<string, string> = {}) =>
    spawn(process.execPath, [main, ...args], {
      cwd: folder,
      env: { PATH: process.env["PATH"], TMPDIR: temporary, ...env },
    });
  return {
    folder,
    git,
    write,
    start,
    /** What lies in the folder for temporary files. */
    left: () => readdirSync(temporary),
    gsd: (args: string[], env?: Record<string, string>) => ended(start(args, env)),
    [Symbol.dispose]: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** What a process printed, and how it ended. */
export async function ended(child: ReturnType<typeof spawn>) {
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk) => (stdout += chunk));
  child.stderr?.on("data", (chunk) => (stderr += chunk));
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { status, stdout, stderr };
}
