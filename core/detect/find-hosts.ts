import { hostsIn, mostHosts } from "./hosts-in.ts";
import { readObject } from "./read-object.ts";

/**
 * The lines of a file that say where packages come from; a lockfile also mentions pages about money and bugs.
 * None begins with `\s`: that goes on over blank lines, from each of them, and strangers write these files.
 */
const sourceLines: readonly { file: RegExp; line: RegExp }[] = [
  { file: /^\.npmrc$/, line: /^[ \t]*(@[^:\s]+:)?registry\s*=.*$/gim },
  { file: /^\.yarnrc(\.yml)?$/, line: /^[ \t]*("?(@[^\s:]+:)?registry"?\s|npmRegistryServer\s*:).*$/gim },
  { file: /^bunfig\.toml$/, line: /^.*\b(registry|url)\s*=.*$/gim },
  { file: /^(package-lock|npm-shrinkwrap)\.json$/, line: /"resolved"\s*:\s*"[^"\n]*"/g },
  { file: /^yarn\.lock$/, line: /^[ \t]*(resolved|resolution:)\s+"[^"\n]*"/gm },
  { file: /^pnpm-lock\.yaml$/, line: /\b(tarball|repo):\s*[^\s,}]+/g },
  { file: /^bun\.lock$/, line: /"https?:\/\/[^"\n]*"/g },
  {
    file: /^([\w.-]*-)?(requirements|constraints)[\w.-]*\.(txt|in)$/,
    line: /^[ \t]*(-i\b|-f\b|--(extra-)?index-url\b|--find-links\b|[^#\s][^#\n]*@\s*(git\+)?https?:|(-e\s+)?(git\+)?https?:).*$/gm,
  },
  {
    file: /^pyproject\.toml$/,
    line: /^(?!.*\b(homepage|documentation|repository|issues|changelog|source code)\b).*(\burl\s*=|\bindex-url\s*=|\bextra-index-url\s*=|\bgit\s*=|@\s*(git\+)?https?:).*$/gim,
  },
  { file: /^(Pipfile|Pipfile\.lock)$/, line: /^.*\burl"?\s*[:=].*$/gm },
  { file: /^(uv|poetry|pdm)\.lock$/, line: /\b(registry|url|git)\s*=\s*"[^"\n]*"/g },
  {
    file: /^(Cargo\.toml|config(\.toml)?)$/,
    line: /^(?![ \t]*(homepage|documentation|repository)\b).*\b(registry|index|git)\s*=\s*"[^"\n]*".*$/gm,
  },
  { file: /^Cargo\.lock$/, line: /^source\s*=\s*"[^"\n]*"/gm },
  { file: /^Gemfile$/, line: /^.*\b(source|git)\b.*$/gm },
  { file: /^Gemfile\.lock$/, line: /^[ \t]*remote:.*$/gm },
];

/** The name of cargo's public registry in its lockfiles stands for an index that lies elsewhere. */
const cargoIndex = /(registry|sparse)\+https:\/\/[^"\s]*crates\.io-index\b[^"\s]*/g;

/** The hosts that a manifest, a lockfile or a package manager's settings name as a source of packages. */
export function hostsOf(path: string, text: string): string[] {
  // All that lies in a folder of this name is of one kind.
  const isRequirement = /(^|\/)requirements\//.test(path);
  const name = isRequirement ? "requirements.txt" : path.slice(path.lastIndexOf("/") + 1);
  if (name === "package.json") return hostsIn(sourcesInPackage(text));
  const lines = sourceLines.filter(({ file }) => file.test(name)).map(({ line }) => line);
  const said = lines.flatMap((line) => text.match(line) ?? []).join("\n");
  return hostsIn(said.replaceAll(cargoIndex, ""));
}

/** Dependencies by address; everything else in a package.json is about people and pages. */
function sourcesInPackage(text: string): string {
  const manifest = readObject(text);
  if (!manifest) return text;
  const keys = ["Dependencies", "dependencies", "overrides", "resolutions", "pnpm", "packageManager"];
  const parts = Object.entries(manifest).filter(([key]) => keys.some((end) => key.endsWith(end)));
  return JSON.stringify(parts);
}

/** The same of several files. */
export function findHosts(files: Readonly<Record<string, string>>): string[] {
  const found = Object.entries(files).flatMap(([path, text]) => hostsOf(path, text));
  return [...new Set(found)].slice(0, mostHosts);
}
