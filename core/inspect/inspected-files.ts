import { backlogFile, configFile, documentFiles, planPath } from "../codec/paths.ts";
import { libraryFolders } from "../prompt/library-folders.ts";

/** What people write for gsd, by what it is. */
export const inspectedKinds = [
  "configuration",
  "role",
  "skill",
  "recipe",
  "rule",
  "spec",
  "backlog",
  "plan document",
] as const;
export type InspectedKind = (typeof inspectedKinds)[number];

const libraryKinds: Record<string, InspectedKind> = {
  [libraryFolders.agents.own]: "role",
  [libraryFolders.skills.own]: "skill",
  [libraryFolders.recipes.own]: "recipe",
  [libraryFolders.rules.own]: "rule",
};

/** The only places where such files are looked for. */
export const inspectedPlaces = [configFile, ".gsd", "specs"];

/** What a path of a repository is to gsd; nothing for the many that are none of its business. */
export function kindOfFile(path: string): InspectedKind | undefined {
  if (path === configFile) return "configuration";
  const [folder, name] = [path.slice(0, path.lastIndexOf("/")), path.slice(path.lastIndexOf("/") + 1)];
  const kind = libraryKinds[folder];
  if (kind) return /\.(md|ya?ml)$/.test(name) ? kind : undefined;
  if (/^specs\/[^/]+$/.test(folder) && name === "spec.md") return "spec";
  if (!isPlanFolder(folder)) return undefined;
  if (name === backlogFile) return "backlog";
  return Object.values(documentFiles).includes(name) ? "plan document" : undefined;
}

function isPlanFolder(folder: string): boolean {
  return folder.startsWith(`${planPath.parent}/`) && folder.split("/").length === 3;
}
