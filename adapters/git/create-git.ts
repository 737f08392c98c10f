import { join } from "node:path";
import { simpleGit } from "simple-git";
import { GsdError } from "../../core/gsd-error.ts";

/** Runs one git command and returns what it printed; throws `git` with git's own words. */
export type Git = (...args: string[]) => Promise<string>;

export interface GitOptions {
  /** The work tree; its repository is `<folder>/.git`. */
  folder: string;
  /** Another index than the repository's own, so that nobody else's is read or written. */
  index?: string;
  /** Where programs are found. */
  path?: string;
}

const programs = "/usr/local/bin:/usr/bin:/bin:/opt/homebrew/bin";

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
];

/** The one place that starts git: no system or user configuration, no hooks, no prompt, no transport, no identity. */
export function createGit({ folder, index, path = programs }: GitOptions): Git {
  const environment: Record<string, string> = {
    PATH: path,
    LC_ALL: "C",
    GIT_DIR: join(folder, ".git"),
    GIT_WORK_TREE: folder,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ALLOW_PROTOCOL: "none",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_LITERAL_PATHSPECS: "1",
    ...(index ? { GIT_INDEX_FILE: index } : {}),
  };
  const git = simpleGit({
    baseDir: folder,
    config: neutral,
    // Named here are our own values above: simple-git refuses them from anyone by default.
    unsafe: {
      allowUnsafeHooksPath: true,
      allowUnsafeFsMonitor: true,
      allowUnsafeConfigPaths: true,
      allowUnsafeProtocolOverride: true,
    },
    allowEnvironment: Object.keys(environment).filter((name) => name.startsWith("GIT_")),
  }).env(environment);
  return async (...args) => {
    try {
      return await git.raw(args);
    } catch (error) {
      const words = error instanceof Error ? error.message.trim() : String(error);
      throw new GsdError("git", `git ${args[0]} failed in ${folder}: ${words}`, { cause: error });
    }
  };
}

/** Refuses anything that is not a full object name, so that no argument can be an option. */
export function assertSha(sha: string): void {
  if (!/^[0-9a-f]{40}$/.test(sha))
    throw new GsdError("git", `"${sha}" is not a full commit id (40 hex digits).`);
}
