import { readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { GsdError } from "../../core/gsd-error.ts";
import { neededPrograms } from "../../core/model/config/permissions.ts";

/** A program of the machine: a name in a folder of programs, and the file that it leads to. */
interface Program {
  name: string;
  path: string;
  file: string;
}

/** Where all names of a program lead, so that none of them runs it. Names that lead to one file go together. */
export function findPrograms(folders: readonly string[], isWithheld: (name: string) => boolean): string[] {
  const programs = [...new Set(folders)].flatMap(programsIn);
  const files = new Set(programs.filter(({ name }) => isWithheld(name)).map(({ file }) => file));
  const shared = programs.find(
    ({ name, file }) => files.has(file) && (neededPrograms as readonly string[]).includes(name),
  );
  if (shared) {
    const names = programs.filter(({ name, file }) => file === shared.file && isWithheld(name));
    throw new GsdError(
      "config",
      `\`permissions\` keeps \`${names[0]?.name}\` from agents, which is the same program as \`${shared.name}\` on this runner, and gsd needs that. Take the rule out, or use another runner.`,
    );
  }
  return [...new Set(programs.filter(({ file }) => files.has(file)).map(({ path }) => path))];
}

function programsIn(folder: string): Program[] {
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    const stat = statOf(path);
    // A second name of the same file, by a link of either kind, is the same program.
    return stat?.isFile() ? [{ name, path: realpathSync(path), file: `${stat.dev}:${stat.ino}` }] : [];
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
