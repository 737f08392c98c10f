import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { product } from "../../core/product.ts";
import { build } from "../build.ts";
import { checkSource } from "./check-source.ts";
import { makeCommit } from "./make-commit.ts";
import type { ReleaseRun } from "./read-release-run.ts";
import { releaseFiles } from "./release-files.ts";
import { runGit } from "./run-git.ts";
import { stagePackage } from "./stage-package.ts";

/** Builds all parts of a release into its folder. */
export async function buildRelease(run: ReleaseRun): Promise<void> {
  const { root, folder, source } = run;
  const notes = checkSource(run);
  await build();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const sha = makeCommit(root, source);
  runGit(root, ["update-ref", releaseFiles.ref, sha]);
  runGit(root, ["bundle", "create", join(folder, releaseFiles.commit), releaseFiles.ref, `^${source}`]);
  cpSync(join(root, "dist/action"), join(folder, releaseFiles.action), { recursive: true });
  writeFileSync(join(folder, releaseFiles.notes), `${notes}\n`);
  writeFileSync(join(folder, releaseFiles.sbom), listParts(root));
  packPackage(run, sha);
  console.log(`Built ${product.tag} as ${sha}, from ${source}.`);
}

/** All that the bundles are made of, by the lockfile. */
function listParts(root: string): string {
  return npm(root, ["sbom", "--package-lock-only", "--omit=dev", "--sbom-format=cyclonedx"]);
}

function packPackage({ root, folder, repository }: ReleaseRun, sha: string): void {
  const stage = mkdtempSync(join(tmpdir(), "gsd-package-"));
  try {
    stagePackage(root, stage, { repository, version: product.version, sha });
    npm(stage, ["pack", "--silent", "--pack-destination", folder]);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

function npm(cwd: string, args: string[]): string {
  return execFileSync("npm", args, {
    cwd,
    encoding: "utf8",
    maxBuffer: 100_000_000,
    stdio: ["ignore", "pipe", "inherit"],
  });
}
