import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Mode, pinStub, type Release, stubTemplates } from "../core/install/stub.ts";

export type { Mode, Release };

/** The workflow files of a user's repository as they are in the templates, by path. */
export function readStubs(root: string, mode: Mode): Record<string, string> {
  const files = Object.entries(stubTemplates[mode]).map(([path, template]) => [
    path,
    readFileSync(join(root, "cli", "templates", template), "utf8"),
  ]);
  return Object.fromEntries(files);
}

/** The workflow files of a user's repository, pinned to a release commit, by path. */
export function renderStubs(root: string, mode: Mode, release: Release): Record<string, string> {
  const files = Object.entries(readStubs(root, mode)).map(([path, text]) => [path, pinStub(text, release)]);
  return Object.fromEntries(files);
}
