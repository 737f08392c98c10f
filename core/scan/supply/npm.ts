import { asObject, own, readObject } from "../../detect/read-object.ts";
import { type Dependency, type Ecosystem, leavesRepository } from "./dependency.ts";
import { npmNames } from "./well-known.ts";

const fields = [
  ...["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"],
  ...["overrides", "resolutions"],
];
const lockedFields = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"];

/** npm, and those who read its manifest: yarn, pnpm, bun. */
export const npm: Ecosystem = {
  isManifest: (name) => name === "package.json",
  read: (text) => fields.flatMap((field) => entriesOf(own(readObject(text) ?? {}, field))),
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
    {
      name: "yarn.lock",
      read:
        (lock) =>
        ({ name }) =>
          !lock.includes(`${name}@`),
    },
    {
      name: "pnpm-lock.yaml",
      read:
        (lock) =>
        ({ name }) =>
          !lock.includes(name),
    },
    {
      name: "bun.lock",
      read:
        (lock) =>
        ({ name }) =>
          !lock.includes(`"${name}"`),
    },
  ],
  wellKnown: npmNames,
};

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
