import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** What a release of gsd consists of, as it is committed to our repository: workflows, action, bundle, roles and rules. */
const parts = [
  ".github/workflows/gsd.yml",
  ".github/workflows/gsd-job.yml",
  "action.yml",
  "action/action.yml",
  "dist/action",
  "agents",
  "rules",
];

/** The files of the release tree below `root`, by path. */
export function readReleaseTree(root: string): Record<string, { base64: string }> {
  return Object.fromEntries(parts.flatMap((part) => readFiles(root, part)));
}

/** All files below a folder, by path from `root`. */
export function readFiles(root: string, part = ""): [string, { base64: string }][] {
  const full = join(root, part);
  const entries = readdirEntries(full);
  if (!entries) return [[relative(root, full), { base64: readFileSync(full).toString("base64") }]];
  return entries.flatMap((name) => readFiles(root, join(part, name)));
}

function readdirEntries(path: string): string[] | undefined {
  try {
    return readdirSync(path).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
    throw error;
  }
}
