import type { TokenPermissions } from "../actions-port.ts";
import type { PermissionsDocument } from "./documents.ts";

/** What a workflow gets that says nothing: the restricted setting, GitHub's default for new repositories. */
export const defaultPermissions: TokenPermissions = { contents: "read", packages: "read" };

const scopes = (
  "actions artifact-metadata attestations checks contents deployments discussions id-token issues models packages " +
  "pages pull-requests repository-projects security-events statuses"
).split(" ");

/** A `permissions:` block as a map; a name that is absent has no access. Undefined when the block is absent. */
export function readPermissions(document: PermissionsDocument | undefined): TokenPermissions | undefined {
  if (document === undefined) return undefined;
  if (document === "read-all") return allOf("read");
  if (document === "write-all") return allOf("write");
  const entries = Object.entries(document ?? {}).filter(([, level]) => level !== "none");
  return Object.fromEntries(entries) as TokenPermissions;
}

/** Names that ask for more than the caller may give: `contents: write`. */
export function exceedingPermissions(asked: TokenPermissions, ceiling: TokenPermissions): string[] {
  return Object.entries(asked)
    .filter(([name, level]) => rank(level) > rank(ceiling[name]))
    .map(([name, level]) => `'${name}: ${level}', but is only allowed '${name}: ${ceiling[name] ?? "none"}'`);
}

/** Write becomes read: what a pull request from a fork gets. */
export function readOnly(permissions: TokenPermissions): TokenPermissions {
  const names = Object.keys(permissions).filter((name) => name !== "id-token" && name !== "models");
  return Object.fromEntries(names.map((name) => [name, "read"]));
}

function allOf(level: "read" | "write"): TokenPermissions {
  const names = scopes.filter((name) => level === "write" || name !== "id-token");
  return Object.fromEntries(names.map((name) => [name, name === "models" ? "read" : level]));
}

function rank(level: "read" | "write" | undefined): number {
  return level === "write" ? 2 : level === "read" ? 1 : 0;
}
