import { type Dependency, type Ecosystem, leavesRepository } from "./dependency.ts";
import { readToml, stringsIn, type TomlEntry } from "./toml-lines.ts";
import { pythonNames } from "./well-known.ts";

const manifests =
  /(?:^|\/)(?:pyproject\.toml|Pipfile|setup\.cfg|(?:[\w.-]*-)?requirements[\w.-]*\.(?:txt|in)|requirements\/[\w.-]{1,200}\.(?:txt|in))$/;
const poetry = /^tool\.poetry(?:\.group\.[\w-]+)?\.(?:dev-)?dependencies$/;

/** pip, and those who read pyproject.toml: uv, poetry, pdm. */
export const python: Ecosystem = {
  isManifest: (path) => manifests.test(path),
  read(text, path) {
    if (path.endsWith("setup.cfg")) return fromSetup(text);
    return isToml(text) ? readToml(text).flatMap(fromEntry) : text.split(/\r?\n/).flatMap(fromLine);
  },
  findSource({ spec }, folder) {
    if (/\bgit\s{0,5}[+=]|\bgit@|\.git\b/.test(spec))
      return "comes from a git repository, which can change under its name";
    if (/https?:\/\//.test(spec)) return "comes from an address, not from a registry";
    const path = /(?:^|\bpath\s{0,5}=\s{0,5}["'])(\.{0,2}[\\/][^"']*)/.exec(spec)?.[1];
    return path !== undefined && leavesRepository(folder, path)
      ? "comes from outside of the repository"
      : undefined;
  },
  locks: [
    ...["uv.lock", "poetry.lock", "pdm.lock"].map((name) => ({ name, read: readLock })),
    { name: "Pipfile.lock", read: readPipLock },
  ],
  wellKnown: pythonNames,
};

function isToml(text: string): boolean {
  return /^\s{0,20}\[{1,2}[\w."'-]{1,100}\]{1,2}\s{0,20}$/m.test(text);
}

/** `-`, `_` and `.` are the same in a name. */
function normalName(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}

function readLock(lock: string): (dependency: Dependency) => boolean {
  const known = new Set(
    [...lock.matchAll(/^name = "([^"\n]{1,200})"/gm)].map(([, name = ""]) => normalName(name)),
  );
  return ({ name }) => !known.has(name);
}

/** pipenv's lockfile is JSON, with the names in small letters. */
function readPipLock(lock: string): (dependency: Dependency) => boolean {
  return ({ name }) => !lock.toLowerCase().replaceAll(/[_.]/g, "-").includes(`"${name}"`);
}

/** The lists of `setup.cfg`: a name, and below it a package on each line. */
function fromSetup(text: string): Dependency[] {
  let isList = false;
  return text.split(/\r?\n/).flatMap((line) => {
    const key = /^(\w{1,60})\s{0,5}=(.*)$/.exec(line);
    if (key) isList = /^(?:install|tests|setup)_requires$/.test(key[1] ?? "");
    else if (/^\S/.test(line)) isList = false;
    return isList ? fromLine((key ? (key[2] ?? "") : line).trim()) : [];
  });
}

function fromEntry({ table, key, value }: TomlEntry): Dependency[] {
  if (table === "packages" || table === "dev-packages")
    return [{ name: normalName(key), spec: value.trim() }];
  if (poetry.test(table)) return key === "python" ? [] : [{ name: normalName(key), spec: value.trim() }];
  if (table === "tool.uv.sources") return [{ name: normalName(key), spec: value.trim(), isUnlocked: true }];
  const isList =
    (table === "project" && key === "dependencies") ||
    table === "project.optional-dependencies" ||
    table === "dependency-groups" ||
    (table === "tool.uv" && key === "dev-dependencies");
  if (isList) return stringsIn(value.replaceAll(/\{[^}]{0,200}\}/g, "")).flatMap(fromLine);
  if (table !== "build-system" || key !== "requires") return [];
  return stringsIn(value)
    .flatMap(fromLine)
    .map((dependency) => ({ ...dependency, isUnlocked: true }));
}

/** One requirement: `name[extra] >= 1 ; marker`, `name @ address`, or an address alone. */
function fromLine(line: string): Dependency[] {
  const words = line
    .slice(0, 1_000)
    .replace(/(?:^|\s)#.*$/, "")
    .trim();
  const bare = words.replace(/^(?:-e|--editable)[\s=]+/, "");
  if (bare === "" || bare.startsWith("-")) return [];
  if (/^(?:git\+|https?:|\.{0,2}\/)/.test(bare))
    return [{ name: /#egg=([\w.-]+)/.exec(bare)?.[1] ?? bare, spec: bare }];
  const found = /^([A-Za-z0-9][\w.-]{0,200})\s{0,20}(?:\[[^\]]{0,200}\])?\s{0,20}(.*)$/.exec(bare);
  return found
    ? [{ name: normalName(found[1] ?? ""), spec: (found[2] ?? "").replace(/;.*$/, "").trim() }]
    : [];
}
