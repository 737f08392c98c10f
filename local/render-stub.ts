import { readFileSync } from "node:fs";
import { join } from "node:path";

export type Mode = "action" | "app";

/** A commit that holds workflows, action and bundle. */
export interface Release {
  repository: string;
  sha: string;
}

/** The stub of a user's repository, pinned to a release commit. */
export function renderStub(root: string, mode: Mode, release: Release): string {
  const template = readFileSync(join(root, "cli", "templates", `gsd-${mode}.yml`), "utf8");
  const pinned = `uses: ${release.repository}/.github/workflows/gsd.yml@${release.sha}`;
  return template.replace(/uses: gsd\/gsd\/\.github\/workflows\/gsd\.yml@0{40}/, pinned);
}
