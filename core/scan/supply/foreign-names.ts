/** A package of a lockfile that is fetched from where another one is. */
export interface ForeignName {
  name: string;
  other: string;
  line: number;
}

type Reader = (lines: readonly string[]) => ForeignName[];

const readers: readonly { file: RegExp; read: Reader }[] = [
  { file: /(?:^|\/)yarn\.lock$/, read: inYarn },
  { file: /(?:^|\/)pnpm-lock\.yaml$/, read: inPnpm },
  { file: /(?:^|\/)bun\.lock$/, read: inBun },
];

/** Packages of yarn's, pnpm's and bun's lockfiles whose archive, by its address or its own name, is another's. */
export function foreignNames(path: string, text: string): ForeignName[] {
  const reader = readers.find(({ file }) => file.test(path));
  return reader && text !== "" ? reader.read(text.split(/\r?\n/).map((line) => line.slice(0, 2_000))) : [];
}

/** A registry's address of an archive has the package's name in it: `…/name/-/name-1.0.0.tgz`. */
function nameInAddress(address: string): string | undefined {
  const path = /^https?:\/\/[^/]+\/(.*)\/-\/[^/]+\.tgz/.exec(address)?.[1];
  return path?.replaceAll(/%2f/gi, "/").replaceAll("%40", "@");
}

function isForeign(name: string, other: string | undefined): other is string {
  return other !== undefined && name !== "" && other !== name && !other.endsWith(`/${name}`);
}

/** `"react@^18", react@^18.1:` above, then `resolved "address"`, or `resolution: "react@npm:18.0.0"`. */
function inYarn(lines: readonly string[]): ForeignName[] {
  let names: string[] = [];
  return lines.flatMap((line, index) => {
    if (/^\S/.test(line) && !line.startsWith("#"))
      names = line
        .replaceAll(/["':]+$|["']/g, "")
        .split(/,\s*/)
        .flatMap(nameAsked);
    const address = /^\s{2,8}resolved\s{1,3}"([^"]+)"/.exec(line)?.[1];
    const own = /^\s{2,8}resolution:\s{1,3}"((?:@[^/@"]+\/)?[^@"]+)@(?:npm:|https?:)/.exec(line)?.[1];
    const other = own ?? (address === undefined ? undefined : nameInAddress(address));
    const [name = ""] = names;
    return isForeign(name, other) ? [{ name, other, line: index + 1 }] : [];
  });
}

/** The package that is meant: an alias says so itself. */
function nameAsked(words: string): string[] {
  const [, name = "", spec = ""] = /^((?:@[^/]+\/)?[^@]+)@(.*)$/.exec(words.trim()) ?? [];
  const alias = /^npm:((?:@[^/]+\/)?[^@]+)@/.exec(spec)?.[1];
  return name === "" ? [] : [alias ?? name];
}

/** `react@18.0.0:` or `/react/18.0.0:` above, then `resolution: {tarball: address}`. */
function inPnpm(lines: readonly string[]): ForeignName[] {
  let name = "";
  return lines.flatMap((line, index) => {
    const key = /^ {2}['"]?\/?((?:@[^/@]+\/)?[^/@'"]+)[@/][^'"]*['"]?:/.exec(line)?.[1];
    if (key !== undefined) name = key;
    const address = /\btarball:\s{0,3}['"]?(https?:[^\s'",}]+)/.exec(line)?.[1];
    const other = address === undefined ? undefined : nameInAddress(address);
    return isForeign(name, other) ? [{ name, other, line: index + 1 }] : [];
  });
}

/** `"react": ["react@18.0.0", …]`; a nested one is `"a/react"`. */
function inBun(lines: readonly string[]): ForeignName[] {
  return lines.flatMap((line, index) => {
    const [, key = "", other] =
      /^\s{2,8}"([^"]+)":\s{0,3}\["((?:@[^/@"]+\/)?[^@"]+)@(?!npm:|file:|link:|workspace:|github:|git)/.exec(
        line,
      ) ?? [];
    const name = /(?:@[^/]+\/)?[^/]+$/.exec(key)?.[0] ?? "";
    return isForeign(name, other) ? [{ name, other, line: index + 1 }] : [];
  });
}
