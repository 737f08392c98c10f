import type { Facts } from "../model/facts.ts";
import type { Notice } from "../model/notice.ts";

/** The longest path that a recipe may be asked about. */
const longestPath = 200;

/** A folder as people write it, without the slashes around it; undefined where it is none that a repository could have. */
export function folderIn(text: string): string | undefined {
  const path = text.trim().replace(/^\.\//, "").replace(/\/+$/, "");
  const parts = path.split("/");
  const isPlain = parts.every((part) => /^[\w@+-][\w.@+-]*$/.test(part) && part.toLowerCase() !== ".git");
  return path.length <= longestPath && isPlain ? path : undefined;
}

/** Why a recipe that asks for a folder cannot be run on this one, if so. */
export function refuseFolder({ folder }: Facts, recipe: string, text: string): Notice | undefined {
  const path = folderIn(text);
  const name = text.slice(0, longestPath);
  if (path === undefined) return { type: "no-folder", recipe, folder: name, why: "form" };
  if (folder?.path !== path || !folder.isThere)
    return { type: "no-folder", recipe, folder: name, why: "missing" };
  return folder.spec === undefined ? undefined : { type: "has-spec", folder: path, path: folder.spec };
}
