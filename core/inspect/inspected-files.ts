import { backlogFile, configFile, documentFiles, planPath, roadmapFile } from "../codec/paths.ts";
import { layoutOf } from "../plan/spec-layout.ts";
import { libraryFolders } from "../prompt/library-folders.ts";

/** What people write for gsd, by what it is. */
export const inspectedKinds = [
  "configuration",
  "role",
  "skill",
  "recipe",
  "rule",
  "spec",
  "roadmap",
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
export const inspectedPlaces = [configFile, ".gsd", "specs", "openspec"];

/** What a path of a repository is to gsd; nothing for the many that are none of its business. */
export function kindOfFile(path: string): InspectedKind | undefined {
  if (path === configFile) return "configuration";
  if (path === roadmapFile) return "roadmap";
  const [folder, name] = [path.slice(0, path.lastIndexOf("/")), path.slice(path.lastIndexOf("/") + 1)];
  const kind = libraryKinds[folder];
  if (kind) return /\.(md|ya?ml)$/.test(name) ? kind : undefined;
  if (layoutOf(path)) return "spec";
  if (!isPlanFolder(folder)) return undefined;
  if (name === backlogFile) return "backlog";
  return Object.values(documentFiles).includes(name) ? "plan document" : undefined;
}

/** Where a file would be that lies elsewhere and is written for gsd by its name; nothing for all others. */
export function draftPlaceOf(name: string): string | undefined {
  if (name === "spec.md") return "specs/draft/spec.md";
  const isPlanFile = name === backlogFile || Object.values(documentFiles).includes(name);
  return isPlanFile ? `${planPath.parent}/0-draft/${name}` : undefined;
}

/** Whether a path is that file, or in that folder; an empty one is the whole repository. */
export function isWithin(path: string, place: string): boolean {
  return place === "" || path === place || path.startsWith(`${place}/`);
}

function isPlanFolder(folder: string): boolean {
  return folder.startsWith(`${planPath.parent}/`) && folder.split("/").length === 3;
}
