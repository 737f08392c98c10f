import { type Dependency, type Ecosystem, leavesRepository } from "./dependency.ts";
import { goNames } from "./well-known.ts";

const required = /^\s{0,20}(?:require\s{1,20})?([\w.~-]+\.[\w.~-]+\/[^\s]{1,300})\s{1,20}(v[^\s]{1,200})/;
const replaced =
  /^\s{0,20}(?:replace\s{1,20})?([^\s]{1,300})(?:\s{1,20}v[^\s]{1,200})?\s{1,20}=>\s{1,20}([^\s]{1,300})/;

/** Go modules. */
export const go: Ecosystem = {
  isManifest: (path) => /(?:^|\/)go\.mod$/.test(path),
  read: (text) => text.split(/\r?\n/).flatMap(fromLine),
  findSource({ spec }, folder) {
    const target = /^=> (.*)$/.exec(spec)?.[1];
    if (target === undefined) return undefined;
    if (!/^(?:\.{1,2}\/|\/)/.test(target)) return `is replaced by ${target.slice(0, 200)}`;
    return leavesRepository(folder, target) ? "comes from outside of the repository" : undefined;
  },
  locks: [
    {
      name: "go.sum",
      read:
        (lock) =>
        ({ name, spec }) => {
          const version = `${name} ${spec}`;
          return !(spec.startsWith("=>") || [" ", "/go.mod "].some((end) => lock.includes(version + end)));
        },
    },
  ],
  wellKnown: goNames,
};

function fromLine(line: string): Dependency[] {
  const words = line.slice(0, 2_000).replace(/\/\/.*$/, "");
  const replace = replaced.exec(words);
  if (replace) return [{ name: replace[1] ?? "", spec: `=> ${replace[2] ?? ""}` }];
  const require = required.exec(words);
  return require ? [{ name: require[1] ?? "", spec: require[2] ?? "" }] : [];
}
