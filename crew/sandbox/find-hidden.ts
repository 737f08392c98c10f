import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { GsdError } from "../../core/gsd-error.ts";

/** What is to be hidden of a tree: whole folders where nothing in them may be seen, else single files. */
export interface HiddenPaths {
  folders: string[];
  files: string[];
}

/** The most names that are looked at, and the most places that are covered. */
const mostNames = 500_000;
const mostPlaces = 1_000;

/** Looks through a tree for what may not be read; `layers` are the folders that make it up, the topmost first. */
export function findHidden(layers: readonly string[], isHidden: (path: string) => boolean): HiddenPaths {
  const found: HiddenPaths = { folders: [], files: [] };
  let names = 0;

  /** Whether everything in a folder is hidden, and then nothing in it is listed alone. */
  const walk = (folder: string): boolean => {
    const files: string[] = [];
    const before = found.folders.length;
    let [isAll, isAny] = [true, false];
    for (const entry of entriesOf(layers, folder)) {
      if (++names > mostNames) throw tooMuch("has too many files to look through");
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (path === ".git") continue;
      if (entry.isDirectory()) {
        const whole = walk(path);
        if (whole) found.folders.push(path);
        isAny ||= whole;
        isAll &&= whole;
      } else {
        const hidden = isHidden(path);
        // What a link leads to is hidden under its own name.
        if (hidden && entry.isFile()) files.push(path);
        isAny ||= hidden;
        isAll &&= hidden;
      }
    }
    if (folder !== "" && isAll && isAny) {
      found.folders.length = before;
      return true;
    }
    found.files.push(...files);
    return false;
  };

  walk("");
  if (found.files.length + found.folders.length > mostPlaces)
    throw tooMuch(`hides more than ${mostPlaces} places one by one`);
  return found;
}

/** What whoever looks at all layers together sees; what a layer has taken away is a device there. */
function entriesOf(layers: readonly string[], folder: string): Dirent[] {
  const seen = new Map<string, Dirent>();
  for (const layer of layers) {
    for (const entry of readEntries(join(layer, folder)))
      if (!seen.has(entry.name)) seen.set(entry.name, entry);
  }
  return [...seen.values()].filter((entry) => !entry.isCharacterDevice());
}

function readEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function tooMuch(what: string): GsdError {
  return new GsdError(
    "config",
    `\`permissions\` keeps files from being read, and the repository ${what}. Name whole folders, such as \`secrets/**\`.`,
  );
}
