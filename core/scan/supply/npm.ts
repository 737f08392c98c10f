import { asObject, own, readObject } from "../../detect/read-object.ts";
import { readYaml } from "../../model/read-yaml.ts";
import { type Dependency, type Ecosystem, leavesRepository } from "./dependency.ts";
import { npmNames } from "./well-known.ts";

const lockedFields = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

/** npm, and those who read its manifest: yarn, pnpm, bun. */
export const npm: Ecosystem = {
  isManifest: (path) => /(?:^|\/)(?:package\.json|pnpm-workspace\.yaml)$/.test(path),
  read: (text, path) => (path.endsWith(".yaml") ? readWorkspace(text) : readManifest(text)),
  findSource({ spec }, folder) {
    if (/^(?:git(?:\+\w+)?:|git@|github:|gitlab:|bitbucket:|gist:|[\w.-]+\/[\w.-]+(?:#|$))/.test(spec))
      return "comes from a git repository, which can change under its name";
    if (/^https?:/.test(spec)) return "comes from an address, not from a registry";
    if (/^npm:/.test(spec)) return "is another package under this name";
    const path = /^(?:file|link|portal):(.*)$/.exec(spec)?.[1];
    if (path === undefined) return undefined;
    if (leavesRepository(folder, path)) return "comes from outside of the repository";
    return /\.t(?:ar\.)?gz$/.test(path) ? "comes from an archive that nobody can read" : undefined;
  },
  locks: [
    { name: "package-lock.json", read: readRoot },
    { name: "npm-shrinkwrap.json", read: readRoot },
    { name: "yarn.lock", read: readYarn },
    { name: "pnpm-lock.yaml", read: readPnpm },
    { name: "bun.lock", read: readBun },
  ],
  wellKnown: npmNames,
};

/** All that a manifest has fetched: what it depends on, what it has instead of others, and the package manager itself. */
function readManifest(text: string): Dependency[] {
  const manifest = readObject(text) ?? {};
  const pnpm = asObject(own(manifest, "pnpm")) ?? {};
  const instead = [own(manifest, "overrides"), own(manifest, "resolutions"), own(pnpm, "overrides")];
  return [
    ...lockedFields.flatMap((field) => entriesOf(own(manifest, field))),
    ...instead.flatMap((value) => overridesIn(value)),
    ...managerIn(own(manifest, "packageManager")),
  ];
}

/** pnpm has versions that several packages share, and what is used instead of others, in a file of its own. */
function readWorkspace(text: string): Dependency[] {
  const reading = readYaml(text, { maxBytes: 200_000 });
  if (!reading.ok) return pairsIn(text);
  const workspace = asObject(reading.value) ?? {};
  const catalogs = Object.values(asObject(own(workspace, "catalogs")) ?? {});
  return [own(workspace, "overrides"), own(workspace, "catalog"), ...catalogs].flatMap((value) =>
    overridesIn(value),
  );
}

/** pnpm takes more YAML than we do: of what we do not read, each pair may be a package and its version. */
function pairsIn(text: string): Dependency[] {
  const pair =
    /["']?([@\w./>*-]{1,214})["']?:[ \t]{1,20}(?:[&!][\w!]{1,60}[ \t]{1,20}){0,2}["']?([^\s"',}]{1,300})/g;
  const found = Object.fromEntries([...text.matchAll(pair)].map(([, name = "", spec = ""]) => [name, spec]));
  return overridesIn(found).filter(({ spec }) => /[:/]/.test(spec));
}

const deepest = 10;

/** Overrides may stand in those of another package: `{ "foo@1": { ".": "1.0.0", "bar": "2.0.0" } }`. */
function overridesIn(value: unknown, above = "", depth = 0): Dependency[] {
  if (depth > deepest) return [];
  return Object.entries(asObject(value) ?? {}).flatMap(([key, spec]) => {
    const last =
      key
        .split(">")
        .at(-1)
        ?.replace(/^(?:\*\*\/)+/, "") ?? key;
    const name = key === "." ? above : last.replace(/(?<=.)@.*$/, "");
    return typeof spec === "string"
      ? [{ name, spec, isUnlocked: true as const }]
      : overridesIn(spec, name, depth + 1);
  });
}

/** Corepack fetches and runs it: `pnpm@9.1.0`, or an address in place of a version. */
function managerIn(value: unknown): Dependency[] {
  const [, name, spec] = /^([\w.-]{1,100})@(.{1,2000})$/.exec(textOf(value)) ?? [];
  return name !== undefined && spec !== undefined ? [{ name, spec, isUnlocked: true }] : [];
}

function entriesOf(value: unknown): Dependency[] {
  return Object.entries(asObject(value) ?? {}).flatMap(([name, spec]) =>
    typeof spec === "string" ? [{ name, spec }] : [],
  );
}

/** npm writes the manifest's own words into its lockfile. Older ones do not have them. */
function readRoot(lock: string): (dependency: Dependency) => boolean {
  const packages = asObject(own(readObject(lock) ?? {}, "packages"));
  const root = packages && asObject(own(packages, ""));
  const isThere = ({ name }: Dependency) => lock.includes(`"${name}"`) || lock.includes(`/${name}"`);
  if (!root) return (dependency) => !isThere(dependency);
  const known = lockedFields.flatMap((field) => entriesOf(own(root, field)));
  return (dependency) => {
    const same = known.filter(({ name }) => name === dependency.name);
    // What is only overridden is written nowhere else.
    return same.length > 0 ? !same.some(({ spec }) => spec === dependency.spec) : !isThere(dependency);
  };
}

/** Whether yarn wrote down a package for this very version; what is no version is written in other words. */
function readYarn(lock: string): (dependency: Dependency) => boolean {
  return ({ name, spec }) => {
    const forms = /[:/]/.test(spec) ? [`${name}@`] : [`${name}@${spec}`, `${name}@npm:${spec}`];
    return !forms.some((form) => hasWord(lock, form));
  };
}

/** Whether a text has a word that is not a part of a longer one. */
function hasWord(text: string, word: string): boolean {
  const isOpen = word.endsWith("@");
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const isWhole = isOpen || !/[\w.+-]/.test(text[at + word.length] ?? "");
    if (isWhole && !/[\w./@-]/.test(text[at - 1] ?? "")) return true;
  }
  return false;
}

/** pnpm writes the manifest's own words beside each package: in newer lockfiles below its name, in older ones in one list. */
function readPnpm(lock: string): (dependency: Dependency) => boolean {
  const below =
    /^\s{2,20}['"]?([@\w./-]{1,214})['"]?:\n\s{4,24}specifier:\s{1,5}['"]?([^'"\n]{1,300}?)['"]?$/gm;
  const list = /^specifiers:\n((?:\s{2,8}\S.*\n?)+)/m.exec(lock)?.[1] ?? "";
  const pairs = [
    ...lock.matchAll(below),
    ...list.matchAll(/^\s{2,8}['"]?([@\w./-]{1,214})['"]?:\s{1,5}['"]?([^'"\n]{1,300}?)['"]?$/gm),
  ];
  const known = new Set(pairs.map(([, name, spec]) => `${name} ${spec}`));
  if (known.size === 0) return ({ name }) => !lock.includes(name);
  return ({ name, spec }) => !known.has(`${name} ${spec}`);
}

/** bun, too, keeps what the manifest says. */
function readBun(lock: string): (dependency: Dependency) => boolean {
  return ({ name, spec }) => !lock.includes(`${JSON.stringify(name)}: ${JSON.stringify(spec)}`);
}

/** A package of a lockfile, as far as it matters where it comes from. */
interface Locked {
  name: string;
  resolved: string;
  integrity: string;
  runsScript: boolean;
}

/** Packages of npm's lockfile by their place in it. */
export function lockedPackages(lock: string | undefined): Map<string, Locked> {
  const packages = asObject(own(readObject(lock) ?? {}, "packages")) ?? {};
  const found = new Map<string, Locked>();
  for (const [place, value] of Object.entries(packages)) {
    const entry = asObject(value);
    if (!entry || place === "") continue;
    found.set(place, {
      name:
        textOf(own(entry, "name")) ||
        place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length),
      resolved: textOf(own(entry, "resolved")),
      integrity: textOf(own(entry, "integrity")),
      runsScript: own(entry, "hasInstallScript") === true,
    });
  }
  return found;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
