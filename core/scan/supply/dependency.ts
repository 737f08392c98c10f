/** A package that a manifest asks for, and what it says of its version. */
export interface Dependency {
  name: string;
  spec: string;
  /** No lockfile names it: what only builds the project, or says where another one comes from. */
  isUnlocked?: true;
}

/** How one family of package managers writes down what a project needs. */
export interface Ecosystem {
  /** Whether a file, by its path, is a manifest. */
  isManifest(path: string): boolean;
  /** What a manifest asks for; nothing where it cannot be read. */
  read(text: string, path: string): Dependency[];
  /** Why a version comes from somewhere else than a registry, in words after the package's name; undefined where it does not. */
  findSource(dependency: Dependency, folder: string): string | undefined;
  /** Its lockfiles; each is read once, and then asked whether it lacks what a manifest asks for. */
  locks: readonly { name: string; read(lock: string): (dependency: Dependency) => boolean }[];
  /** Names that many projects use: one that differs by a letter is hardly ever meant. */
  wellKnown: readonly string[];
}

/** Whether a path below a folder of the repository leads out of it. */
export function leavesRepository(folder: string, path: string): boolean {
  if (/^(?:\/|~|[A-Za-z]:)/.test(path)) return true;
  let depth = folder === "" ? 0 : folder.split("/").length;
  for (const part of path.split(/[\\/]/)) {
    if (part === "..") depth -= 1;
    else if (part !== "" && part !== ".") depth += 1;
    if (depth < 0) return true;
  }
  return false;
}
