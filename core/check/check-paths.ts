import { covers } from "../plan/overlap.ts";
import { cleanText } from "../text/clean-text.ts";

/** What is wrong with a path that an agent changed, in words; undefined when nothing is. */
export function checkPath(path: string): string | undefined {
  if (cleanText(path).text !== path || /[\n\t]/.test(path)) return "contains control or invisible characters";
  if (path !== path.normalize("NFC")) return "is not written in composed Unicode (NFC)";
  if (path.includes("\\")) return "contains a backslash";
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path)) return "is absolute";
  for (const segment of path.split("/")) {
    if (segment === "") return "has an empty part";
    if (segment === "." || segment === "..") return "has a part `.` or `..`";
    if (isGitFolder(segment)) return "names git's own folder, or what some systems take for it";
    if (/[. ]$/.test(segment)) return "has a part that ends in a dot or a space";
  }
  return undefined;
}

/** `.git` as Windows and macOS would find it: any case, short name, stream, trailing dots, ignored characters. */
function isGitFolder(segment: string): boolean {
  const plain = fold(segment.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, ""))
    .replace(/:.*$/s, "")
    .replace(/[. ]+$/, "");
  return plain === ".git" || /^git~\d+$/.test(plain);
}

/** Whether a person has to make this change. A pattern protects what is below it, too. */
export function isProtected(path: string, protectedPaths: readonly string[]): boolean {
  return covers(
    protectedPaths.map(fold).flatMap((glob) => [glob, `${glob}/**`]),
    fold(path),
  );
}

/** One key for all spellings that some file system takes for the same name. */
function fold(name: string): string {
  return name.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
}

/** Pairs of paths, or of their folders, that some file system cannot keep apart; and files that are also folders. */
export function findClashes(written: readonly string[], existing: Iterable<string>): string[] {
  const spellings = new Map<string, string>();
  const files = new Map<string, string>();
  const folders = new Map<string, string>();
  for (const path of existing) {
    files.set(fold(path), path);
    for (const name of parts(path)) spellings.set(fold(name), name);
    for (const folder of parts(path).slice(0, -1)) folders.set(fold(folder), path);
  }

  const problems = new Set<string>();
  for (const path of written) {
    for (const name of parts(path)) {
      const other = spellings.get(fold(name));
      if (other !== undefined && other !== name) problems.add(`${show(path)} clashes with ${show(other)}`);
      spellings.set(fold(name), name);
    }
    files.set(fold(path), path);
    for (const folder of parts(path).slice(0, -1)) folders.set(fold(folder), path);
  }
  for (const path of written) {
    const below = folders.get(fold(path));
    if (below) problems.add(`${show(path)} is a file, but ${show(below)} needs it to be a folder`);
    const above = parts(path)
      .slice(0, -1)
      .find((folder) => files.has(fold(folder)));
    if (above) problems.add(`${show(path)} needs ${show(above)} to be a folder, but it is a file`);
  }
  return [...problems];
}

/** A path and every folder above it, from the top. */
function parts(path: string): string[] {
  const segments = path.split("/");
  return segments.map((_, index) => segments.slice(0, index + 1).join("/"));
}

/** A path in words, whatever is in it. */
export function show(path: string): string {
  const plain = path.replaceAll(/[^\x20-\x7e]|`/g, (point) => `\\u{${point.codePointAt(0)!.toString(16)}}`);
  return `\`${plain.length > 120 ? `${plain.slice(0, 119)}…` : plain}\``;
}
