import { readdirSync } from "node:fs";
import { GsdError } from "../../core/gsd-error.ts";

/** What the folder of a release holds, beside the npm package. */
export const releaseFiles = {
  /** The release commit as a bundle of git's, and the name that it has in there. */
  commit: "commit.bundle",
  ref: "refs/release/commit",
  /** The action's files, each to be attested. */
  action: "action",
  notes: "notes.md",
  sbom: "sbom.cdx.json",
} as const;

/** The npm package, by the one name that ends so. */
export function findPackage(folder: string): string {
  const [name, ...others] = readdirSync(folder).filter((file) => file.endsWith(".tgz"));
  if (name !== undefined && others.length === 0) return name;
  throw new GsdError(
    "release",
    `${folder} should hold one npm package; it holds ${others.length === 0 ? "none" : "several"}.`,
  );
}
