import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { GsdError } from "../../core/gsd-error.ts";
import { product } from "../../core/product.ts";
import type { ReleaseRun } from "./read-release-run.ts";
import { findPackage, releaseFiles } from "./release-files.ts";
import { runGit } from "./run-git.ts";

/**
 * What was built runs code that npm installed, so it is not believed: the commit may add the action's bundle to the source
 * and change nothing else, and the package may have no scripts and has to name that commit. Gives the commit.
 */
export async function verifyRelease({ root, folder, source, repository }: ReleaseRun): Promise<string> {
  runGit(root, [
    "fetch",
    "--quiet",
    "--no-tags",
    join(folder, releaseFiles.commit),
    `+${releaseFiles.ref}:${releaseFiles.ref}`,
  ]);
  const sha = runGit(root, ["rev-parse", releaseFiles.ref]);
  const parents = runGit(root, ["show", "--no-patch", "--format=%P", sha]);
  if (parents !== source)
    throw refuse(`The release commit has the parents ${parents}; it should have ${source}.`);
  verifyTree(root, folder, { source, sha });
  verifyPackage(folder, { repository, version: product.version, sha });
  console.log(`${product.tag} is ${source} with its bundle, and nothing else: ${sha}`);
  return sha;
}

/** Every change is a new, plain file of the bundle, the same that is attested. */
function verifyTree(root: string, folder: string, { source, sha }: { source: string; sha: string }): void {
  const lines = runGit(root, ["diff-tree", "-r", "--no-renames", source, sha]).split("\n");
  const names = lines.map((line) => {
    const [, blob = "", name = ""] =
      /^:000000 100644 0+ ([0-9a-f]{40}) A\tdist\/action\/([\w.-]+\.mjs)$/.exec(line) ?? [];
    if (name === "") throw refuse(`The release commit changes more than dist/action: ${line}`);
    const file = join(folder, releaseFiles.action, name);
    if (!existsSync(file) || runGit(root, ["hash-object", "--no-filters", file]) !== blob)
      throw refuse(`${releaseFiles.action}/${name} is not what the release commit has.`);
    return name;
  });
  const others = readdirSync(join(folder, releaseFiles.action)).filter((name) => !names.includes(name));
  if (others.length > 0) throw refuse(`The release commit lacks ${others.join(", ")}.`);
}

function verifyPackage(folder: string, release: { repository: string; version: string; sha: string }): void {
  const read = (path: string) => readPackaged(join(folder, findPackage(folder)), path);
  const { name, version, scripts, dependencies, bin } = read("package.json");
  if (name !== product.package || version !== product.version)
    throw refuse(
      `The npm package is ${name}@${version}; it should be ${product.package}@${product.version}.`,
    );
  if (scripts !== undefined || dependencies !== undefined)
    throw refuse("The npm package has scripts or dependencies; it should have neither.");
  if (JSON.stringify(bin) !== JSON.stringify({ gsd: "dist/cli/gsd.mjs" }))
    throw refuse(`The npm package starts ${JSON.stringify(bin)}; it should start dist/cli/gsd.mjs.`);
  const named = read("dist/release.json");
  if (named["sha"] !== release.sha || named["repository"] !== release.repository)
    throw refuse(`The npm package would pin ${named["repository"]} at ${named["sha"]}.`);
}

function readPackaged(archive: string, path: string): Record<string, unknown> {
  return JSON.parse(execFileSync("tar", ["-xzOf", archive, `package/${path}`], { encoding: "utf8" }));
}

function refuse(sentence: string): GsdError {
  return new GsdError("release", sentence);
}
