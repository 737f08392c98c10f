/**
 * Raises gsd's version: package.json, its lockfile, the changelog, and all that is made from them.
 *
 *     npx node scripts/raise-version.ts minor      or major, patch, or a version such as 1.2.0
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { GsdError } from "../core/gsd-error.ts";
import { closeSection } from "./release/changelog.ts";
import { nextVersion } from "./release/next-version.ts";

/** Raises the version in a folder; nothing is written unless all of it can be. */
function raiseVersion(folder: string, wish: string): string {
  const read = (name: string) => readFileSync(`${folder}/${name}`, "utf8");
  const { version: now } = JSON.parse(read("package.json")) as { version: string };
  const version = nextVersion(now, wish);
  const today = new Date().toISOString().slice(0, 10);
  const files = {
    "package.json": setVersion(read("package.json"), 1, { now, version }),
    // The lockfile names it twice: for itself, and for its root package.
    "package-lock.json": setVersion(read("package-lock.json"), 2, { now, version }),
    "CHANGELOG.md": closeSection(read("CHANGELOG.md"), version, today),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(`${folder}/${name}`, text);
  return version;
}

/** The first `count` places, which are the package's own. */
function setVersion(text: string, count: number, { now, version }: { now: string; version: string }): string {
  const place = `"version": "${now}"`;
  const parts = text.split(place);
  if (parts.length <= count)
    throw new GsdError(
      "release",
      `package.json and package-lock.json do not both say ${now}; run npm install.`,
    );
  return parts.reduce(
    (whole, part, at) => `${whole}${at <= count ? `"version": "${version}"` : place}${part}`,
  );
}

try {
  const [wish = "", folder = "."] = process.argv.slice(2);
  const version = raiseVersion(folder, wish);
  // In a process of its own: this one has read the old package.json.
  execFileSync(process.execPath, ["scripts/generate-docs.ts"], { cwd: folder, stdio: "inherit" });
  console.log(`This is ${version} now. Open a pull request with it; docs/release.md says how to release it.`);
} catch (error) {
  if (!(error instanceof GsdError)) throw error;
  console.error(`raise-version: ${error.message}`);
  process.exitCode = error.code === "usage" ? 2 : 1;
}
