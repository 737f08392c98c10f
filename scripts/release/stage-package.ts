import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What the npm package consists of: the bundles, and what they read at run time. */
const parts = [
  "dist/cli",
  "dist/action",
  "dist/app",
  "agents",
  "rules",
  "cli/templates",
  "local/demo/sample",
  "local/rehearsal/agent.mjs",
  ".github/workflows/gsd.yml",
  ".github/workflows/gsd-job.yml",
  "action.yml",
  "action/action.yml",
  "app.yml",
  "README.md",
  "CHANGELOG.md",
  "LICENSE",
];

/** The commit that a package was made from: `gsd init` pins its stubs to it. */
export interface ReleaseCommit {
  repository: string;
  version: string;
  sha: string;
}

/** Lays out the npm package in a folder. Ours stays private, so that nobody publishes a clone by accident. */
export function stagePackage(root: string, target: string, release: ReleaseCommit): void {
  rmSync(target, { recursive: true, force: true });
  for (const part of parts) {
    mkdirSync(dirname(join(target, part)), { recursive: true });
    cpSync(join(root, part), join(target, part), { recursive: true });
  }
  writeJson(join(target, "dist/release.json"), release);
  writeJson(
    join(target, "package.json"),
    manifestOf(JSON.parse(readFileSync(join(root, "package.json"), "utf8"))),
  );
}

/** What npm shows and starts. It has no dependencies: all of them are in the bundles. */
function manifestOf({
  name,
  version,
  description,
  license,
  repository,
  type,
  engines,
}: Record<string, unknown>) {
  return {
    name,
    version,
    description,
    license,
    repository,
    type,
    engines,
    bin: { gsd: "dist/cli/gsd.mjs" },
    publishConfig: { access: "public" },
  };
}

function writeJson(path: string, value: unknown): void {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
