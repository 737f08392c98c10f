import { GsdError } from "../../core/gsd-error.ts";

const unreleased = "## [Unreleased]";

/** Makes what is unreleased the section of a version, and begins an empty one above it. */
export function closeSection(changelog: string, version: string, date: string): string {
  if (readSection(changelog, "Unreleased") === "")
    throw new GsdError(
      "release",
      "CHANGELOG.md has nothing under [Unreleased]: say there what is new, then raise the version.",
    );
  return changelog.replace(unreleased, `${unreleased}\n\n## [${version}] - ${date}`);
}

/** What a changelog says about a version, without its heading; empty where it says nothing. */
export function readSection(changelog: string, version: string): string {
  const lines = changelog.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`## [${version}]`));
  if (start < 0) return "";
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.startsWith("## "));
  return rest
    .slice(0, end < 0 ? undefined : end)
    .join("\n")
    .trim();
}
