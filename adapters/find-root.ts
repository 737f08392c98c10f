import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { GsdError } from "../core/gsd-error.ts";

/** The release tree's folder, whether we run from source or from a bundle in it. It has a file of its own: every run begins with it. */
export function findRoot(folder: string): string {
  if (existsSync(join(folder, "agents")) && existsSync(join(folder, "rules"))) return folder;
  const parent = dirname(folder);
  if (parent === folder)
    throw new GsdError("environment", "The release tree is incomplete: agents/ and rules/ are missing.");
  return findRoot(parent);
}
