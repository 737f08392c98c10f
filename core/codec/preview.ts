import type { Config } from "../model/config.ts";

/** What an address is filled in with. */
export interface Previewed {
  branch: string;
  issue: number;
  pull: number | undefined;
}

/** Where people can look at a branch, by the configuration; undefined where it says nothing, or names a pull request that is not there. */
export function previewAddress(
  { verification }: Pick<Config, "verification">,
  { branch, issue, pull }: Previewed,
): string | undefined {
  const template = verification?.preview;
  if (template === undefined || (template.includes("{pull}") && pull === undefined)) return undefined;
  return template
    .replaceAll("{branch}", toLabel(branch))
    .replaceAll("{issue}", String(issue))
    .replaceAll("{pull}", String(pull));
}

/** A branch as a part of a host's name, as services that make previews write it: `gsd/42-csv` is `gsd-42-csv`. */
function toLabel(branch: string): string {
  return branch
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .slice(0, 63)
    .replace(/-$/, "");
}
