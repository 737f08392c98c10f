import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type CachedTool, chooseTools } from "../../core/detect/choose-tools.ts";
import type { ToolName, ToolPin } from "../../core/detect/tool-pins.ts";
import { parseVersion } from "../../core/detect/version-range.ts";
import type { Note } from "../../core/model/note.ts";
import { toolCacheOf } from "../sandbox/find-tool-caches.ts";

/** The languages that a repository pins, as commands are to find them. */
export interface PinnedTools {
  /** Folders of programs that come before all others, our own Node among them. */
  path: string[];
  env: Record<string, string>;
  notes: Note[];
}

/** How the actions that fill a tool cache call each language. */
const cacheNames: Readonly<Record<ToolName, string>> = {
  node: "node",
  python: "Python",
  go: "go",
  ruby: "Ruby",
};
const mostVersions = 500;

/** Finds what is pinned in the runner's tool cache; `environment` is the job's own. */
export function findTools(
  pins: readonly ToolPin[],
  environment: Record<string, string | undefined>,
): PinnedTools {
  const cached = pins.length === 0 ? [] : readToolCache(toolCacheOf(environment));
  const { chosen, notes } = chooseTools(pins, cached, parseVersion(process.version));
  const python = chosen.find(({ tool }) => tool === "python");
  return {
    path: chosen.map(({ folder }) => join(folder, "bin")),
    // Its own library lies beside it, and the linker does not look there.
    env: python ? { LD_LIBRARY_PATH: join(python.folder, "lib") } : {},
    notes,
  };
}

/**
 * The versions that a tool cache holds for this machine: `<tool>/<version>/<arch>`, with a file `<arch>.complete` beside it once
 * all is there.
 */
export function readToolCache(cache: string, arch: string = process.arch): CachedTool[] {
  const tools = Object.entries(cacheNames) as [ToolName, string][];
  return tools.flatMap(([tool, name]) =>
    listFolder(join(cache, name)).flatMap((entry) => {
      const version = parseVersion(entry);
      const folder = join(cache, name, entry, arch);
      const isWhole = existsSync(`${folder}.complete`) && existsSync(join(folder, "bin"));
      return version && isWhole ? [{ tool, version, folder }] : [];
    }),
  );
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder).slice(0, mostVersions);
  } catch {
    return [];
  }
}
