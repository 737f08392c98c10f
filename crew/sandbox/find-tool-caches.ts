import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Programs that a runner keeps outside /usr, to be shown read-only. */
export interface ToolCaches {
  folders: string[];
  /** Those places of the caller's PATH that lie in them, in its order. */
  path: string[];
  /** Programs of the repository's own choice: before all others, our own Node among them. */
  first?: string[];
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
  const { HOME = "/nonexistent", PATH = "" } = environment;
  const folders = [toolCacheOf(environment), ...inHome.map((name) => join(HOME, name))].filter((path) =>
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

/** Where a runner keeps languages by their versions. */
export function toolCacheOf({ RUNNER_TOOL_CACHE }: Record<string, string | undefined>): string {
  return RUNNER_TOOL_CACHE || "/opt/hostedtoolcache";
}
