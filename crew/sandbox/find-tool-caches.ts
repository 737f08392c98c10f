import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Programs that a runner keeps outside /usr, to be shown read-only. */
export interface ToolCaches {
  folders: string[];
  /** Those places of the caller's PATH that lie in them, in its order. */
  path: string[];
  env: Record<string, string>;
}

/** Below the home folder: programs and libraries only, never the folder that also holds credentials. */
const inHome = [
  ".cargo/bin",
  ".rustup",
  ".pyenv",
  ".rbenv",
  ".nvm/versions",
  ".dotnet",
  ".sdkman/candidates",
];

/** The tool caches of this machine; `environment` is the job's own. */
export function findToolCaches(environment: Record<string, string | undefined>): ToolCaches {
  const { HOME = "/nonexistent", RUNNER_TOOL_CACHE = "/opt/hostedtoolcache", PATH = "" } = environment;
  const folders = [RUNNER_TOOL_CACHE, ...inHome.map((name) => join(HOME, name))].filter((path) =>
    existsSync(path),
  );
  return {
    folders,
    path: PATH.split(delimiter).filter((place) =>
      folders.some((folder) => place === folder || place.startsWith(`${folder}/`)),
    ),
    env: folders.includes(join(HOME, ".rustup")) ? { RUSTUP_HOME: join(HOME, ".rustup") } : {},
  };
}
