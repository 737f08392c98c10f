import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export type WorkTree = ReturnType<typeof aWorkTree>;

/** A repository with one commit, in a temporary folder that disposes itself. */
export function aWorkTree(
  files: Record<string, string> = { "src/a.txt": "one\n", ".gitignore": "ignored/\n" },
) {
  const root = mkdtempSync(join(tmpdir(), "gsd-test-"));
  const folder = join(root, "tree");
  const write = (path: string, text: string | Buffer) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@example.com", ...args], {
      cwd: folder,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: "/usr/local/bin:/usr/bin:/bin", GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    }).trim();
  const commit = (message: string) => {
    git("add", "--all");
    git("commit", "--quiet", "--allow-empty", "--message", message);
    return git("rev-parse", "HEAD");
  };
  mkdirSync(folder);
  git("init", "--quiet", "--initial-branch=main");
  for (const [path, text] of Object.entries(files)) write(path, text);
  const base = commit("start");
  return {
    ...{ root, folder, out: join(root, "out"), base, write, git, commit },
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** A named pipe: whoever opens it waits for somebody who writes. */
export function aPipe(path: string): void {
  execFileSync("sh", ["-c", 'mkfifo "$0"', path]);
}
