import { type Dependency, type Ecosystem, leavesRepository } from "./dependency.ts";
import { readToml, stringsIn, type TomlEntry } from "./toml-lines.ts";
import { cargoNames } from "./well-known.ts";

const table = /^(?:workspace\.|target\..{1,200}\.)?(?:dev-|build-)?dependencies(?:\.([\w-]+))?$/;

/** Where something else is put in a package's place. */
const instead = /^(?:patch\..{1,200}|replace)$/;

/** Cargo. */
export const cargo: Ecosystem = {
  isManifest: (path) => /(?:^|\/)Cargo\.toml$/.test(path),
  read: (text) => readToml(text).flatMap(fromEntry),
  findSource({ spec }, folder) {
    if (/\bgit\s{0,5}=/.test(spec)) return "comes from a git repository, which can change under its name";
    if (/\bregistry(?:-index)?\s{0,5}=/.test(spec)) return "comes from another registry";
    const path = /\bpath\s{0,5}=\s{0,5}["']([^"']*)/.exec(spec)?.[1];
    return path !== undefined && leavesRepository(folder, path)
      ? "comes from outside of the repository"
      : undefined;
  },
  locks: [
    {
      name: "Cargo.lock",
      read:
        (lock) =>
        ({ name }) =>
          !lock.includes(`name = "${name}"`),
    },
  ],
  wellKnown: cargoNames,
};

function fromEntry({ table: name, key, value }: TomlEntry): Dependency[] {
  if (key.endsWith(".workspace")) return [];
  if (instead.test(name)) return [{ ...partOf(name, { key, value }), isUnlocked: true }];
  const found = table.exec(name);
  if (!found) return [];
  // A table of its own for one package: each line says something of it.
  if (found[1] !== undefined) return [{ name: found[1], spec: `${key} = ${value.trim()}` }];
  const renamed = /\bpackage\s{0,5}=\s{0,5}(["'][^"']{1,100}["'])/.exec(value)?.[1];
  const part = partOf("", { key, value });
  return [{ ...part, name: (renamed && stringsIn(renamed)[0]) || part.name }];
}

/** `serde = { git = "…" }`, `serde.git = "…"`, or `git = "…"` in a table that ends with the package. */
function partOf(table: string, { key, value }: { key: string; value: string }): Dependency {
  const [name = key, ...rest] = key.replace(/:.*$/, "").split(".");
  if (rest.length > 0) return { name, spec: `${rest.join(".")} = ${value.trim()}` };
  const last = table.slice(table.lastIndexOf(".") + 1);
  if (/^(?:git|path|registry(?:-index)?|package|version|branch|rev|tag)$/.test(key) && last !== "")
    return { name: last, spec: `${key} = ${value.trim()}` };
  return { name, spec: value.trim() };
}
