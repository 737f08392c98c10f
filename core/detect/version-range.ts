/** A released version: three numbers. */
export type Version = readonly [major: number, minor: number, patch: number];

/** Which versions somebody asks for. */
export interface VersionRange {
  accepts(version: Version): boolean;
  /** The whole version, where it is one and no other will do. */
  exact?: Version;
}

const longest = 100;

/** `20.11.1` or `v20.11.1`; nothing for what is no released version. */
export function parseVersion(text: string): Version | undefined {
  const [, ...parts] = /^v?(\d{1,5})\.(\d{1,5})\.(\d{1,5})$/.exec(text) ?? [];
  return parts.length === 3 ? (parts.map(Number) as unknown as Version) : undefined;
}

export function formatVersion(version: Version): string {
  return version.join(".");
}

/** By their numbers: negative where the first is older. */
export function compareVersions(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** Reads a range by the rules of npm: `20`, `^20.1`, `>=18 <21`, `18 - 20`, `18 || 20`; nothing where it is none. */
export function parseRange(text: string): VersionRange | undefined {
  if (text.length > longest) return undefined;
  const exact = parseVersion(text.trim());
  const choices = text.split("||").map(parseChoice);
  if (choices.some((choice) => choice === undefined)) return undefined;
  const accepts = (version: Version) => choices.some((tests) => tests?.every((test) => test(version)));
  return exact ? { accepts, exact } : { accepts };
}

type Test = (version: Version) => boolean;
type Parts = readonly number[];

const number = "(?:\\d{1,5}|[xX*])";
const partial = `v?(${number}(?:\\.${number}){0,2})`;
const comparator = new RegExp(`^(\\^|~|>=|<=|>|<|=)?${partial}$`);
const hyphen = new RegExp(`^${partial} +- +${partial}$`);

function parseChoice(text: string): Test[] | undefined {
  const words = text.trim();
  const [, from, to] = hyphen.exec(words) ?? [];
  if (from !== undefined && to !== undefined) return [tests[">="](partsOf(from)), tests["<="](partsOf(to))];
  if (words === "") return [() => true];
  // An operator may stand apart from its version.
  const found = words.replaceAll(/([<>=^~]) +/g, "$1").split(/ +/);
  const read = found.map((word) => {
    const [, operator = "=", version] = comparator.exec(word) ?? [];
    return version === undefined ? undefined : tests[operator as Operator](partsOf(version));
  });
  return read.some((test) => test === undefined) ? undefined : (read as Test[]);
}

/** The numbers before the first `x`. */
function partsOf(text: string): Parts {
  const parts = text.split(".");
  const open = parts.findIndex((part) => /[xX*]/.test(part));
  return parts.slice(0, open === -1 ? undefined : open).map(Number);
}

type Operator = "=" | ">=" | "<=" | ">" | "<" | "^" | "~";

const begins = (version: Version, parts: Parts) => parts.every((part, at) => part === version[at]);
const lowest = (parts: Parts): Version => [parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0];
const isAtLeast = (version: Version, parts: Parts) => compareVersions(version, lowest(parts)) >= 0;

const tests: Readonly<Record<Operator, (parts: Parts) => Test>> = {
  "=": (parts) => (version) => begins(version, parts),
  ">=": (parts) => (version) => isAtLeast(version, parts),
  "<": (parts) => (version) => !isAtLeast(version, parts),
  ">": (parts) => (version) => isAtLeast(version, parts) && !begins(version, parts),
  "<=": (parts) => (version) => !isAtLeast(version, parts) || begins(version, parts),
  // Up to the first number that is not zero, nothing may change.
  "^": (parts) => {
    const first = parts.findIndex((part) => part > 0);
    const fixed = parts.slice(0, first === -1 ? parts.length : first + 1);
    return (version) => isAtLeast(version, parts) && begins(version, fixed);
  },
  "~": (parts) => (version) => isAtLeast(version, parts) && begins(version, parts.slice(0, 2)),
};
