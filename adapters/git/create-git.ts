import { join } from "node:path";
import { GsdError } from "../../core/gsd-error.ts";
import { runToEnd } from "../run-to-end.ts";

/** Runs one git command and returns what it printed; throws `git` with git's own words, `timeout` when it takes too long. */
export interface Git {
  (...args: string[]): Promise<string>;
  /** The same for a command that reads its standard input; what it printed comes as bytes. */
  feed(input: string | Buffer, ...args: string[]): Promise<Buffer>;
}

export interface GitOptions {
  /** Its repository is `<folder>/.git`. */
  folder: string;
  /** The work tree, where that is another folder: what lies there may be an agent's. */
  tree?: string;
  /** Another index than the repository's own, so that nobody else's is read or written. */
  index?: string;
  /** Where programs are found. */
  path?: string;
  /** What one command may take. */
  seconds?: number;
}

const programs = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin";
const maxOutputBytes = 500_000_000;

/** Settings that a repository or an agent could use to make git run something, all out of force. */
const neutral = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.attributesFile=/dev/null",
  "core.excludesFile=/dev/null",
  "core.quotePath=false",
  "safe.directory=*",
  "submodule.recurse=false",
  "diff.ignoreSubmodules=all",
  "gc.auto=0",
  "commit.gpgSign=false",
].flatMap((setting) => ["-c", setting]);

/** The one place that starts git: no system or user configuration, no hooks, no prompt, no transport, no identity. */
export function createGit({ folder, tree = folder, index, path = programs, seconds = 120 }: GitOptions): Git {
  const env: Record<string, string> = {
    PATH: path,
    LC_ALL: "C",
    GIT_DIR: join(folder, ".git"),
    GIT_WORK_TREE: tree,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_LITERAL_PATHSPECS: "1",
  };
  if (index !== undefined) env.GIT_INDEX_FILE = index;
  const run = async (input: string | Buffer, args: string[]): Promise<Buffer> => {
    const command = { argv: ["git", ...neutral, ...args], cwd: tree, env, input, seconds, maxOutputBytes };
    const end = await runToEnd(command).catch((error: unknown) => {
      throw failure(args[0], folder, {
        words: error instanceof Error ? error.message : String(error),
        error,
      });
    });
    if (end.stopped === "time")
      throw new GsdError("timeout", `git ${args[0]} took more than ${seconds} seconds in ${folder}.`);
    if (end.stopped) throw failure(args[0], folder, { words: `more than ${maxOutputBytes} bytes of output` });
    if (end.code === 0 || (end.code !== null && end.stderr === "")) return end.stdout;
    throw failure(args[0], folder, { words: end.stderr.trim() || `it was ended by ${end.signal}` });
  };
  const git = async (...args: string[]) => (await run("", args)).toString();
  return Object.assign(git, { feed: (input: string | Buffer, ...args: string[]) => run(input, args) });
}

function failure(
  command: string | undefined,
  folder: string,
  { words, error }: { words: string; error?: unknown },
): GsdError {
  return new GsdError("git", `git ${command} failed in ${folder}: ${words}`, { cause: error });
}

/** Refuses anything that is not a full object name, so that no argument can be an option. */
export function assertSha(sha: string): void {
  if (!/^[0-9a-f]{40}$/.test(sha))
    throw new GsdError("git", `"${sha}" is not a full commit id (40 hex digits).`);
}
