import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Mode = "action" | "app";

/** A commit that holds workflows, action and bundle. */
export interface Release {
  repository: string;
  sha: string;
}

/** The templates that a user's repository gets, by where they go. With the App there is no schedule: it ticks by itself. */
const templates: Record<Mode, Record<string, string>> = {
  action: {
    ".github/workflows/gsd.yml": "gsd-action.yml",
    ".github/workflows/gsd-tick.yml": "gsd-tick.yml",
  },
  app: { ".github/workflows/gsd.yml": "gsd-app.yml" },
};

/** The workflow files of a user's repository as they are in the templates, by path. */
export function readStubs(root: string, mode: Mode): Record<string, string> {
  const files = Object.entries(templates[mode]).map(([path, template]) => [
    path,
    readFileSync(join(root, "cli", "templates", template), "utf8"),
  ]);
  return Object.fromEntries(files);
}

/** The workflow files of a user's repository, pinned to a release commit, by path. */
export function renderStubs(root: string, mode: Mode, release: Release): Record<string, string> {
  const pinned = `uses: ${release.repository}/.github/workflows/gsd.yml@${release.sha}`;
  const pin = (text: string) => text.replace(/uses: gsd\/gsd\/\.github\/workflows\/gsd\.yml@0{40}/, pinned);
  const files = Object.entries(readStubs(root, mode)).map(([path, text]) => [path, pin(text)]);
  return Object.fromEntries(files);
}
