import { isClean } from "../text/clean-text.ts";
import { foldName } from "../text/fold-name.ts";

/** What is wrong with a path that is new, in words; undefined when every system can have it. */
export function checkPath(path: string): string | undefined {
  return findDanger(path) ?? findOddity(path);
}

/** What no path may be, not even one that was there before: it would mean another place than it says. */
export function findDanger(path: string): string | undefined {
  if (path.startsWith("/")) return "is absolute";
  if (path.includes("\\")) return "contains a backslash";
  for (const part of new Set(path.split("/"))) {
    if (part === "") return "has an empty part";
    if (part === "." || part === "..") return "has a part `.` or `..`";
    if (isGitFolder(part)) return "names git's own folder, or what some systems take for it";
  }
  return undefined;
}

/** `.git` as Windows and macOS would find it: any case, short name, stream, trailing dots, marks, ignored characters. */
function isGitFolder(part: string): boolean {
  const plain = printable.test(part) ? part : foldName(part.normalize("NFKD").replaceAll(/\p{M}/gu, ""));
  return /^(\.git|git~\d+)[. ]*(:|$)/i.test(plain);
}

const printable = /^[\x20-\x7e]*$/;
const longestPath = 4_000;
const longestPart = 255;

/** What keeps some system, or some reader, from telling a path for what it is. */
function findOddity(path: string): string | undefined {
  if (!printable.test(path)) {
    if (!isClean(path) || /[\n\t]/.test(path)) return "contains control or invisible characters";
    if (path !== path.normalize("NFC")) return "is not written in composed Unicode (NFC)";
  }
  if (bytesOf(path) > longestPath) return `is longer than ${longestPath} bytes`;
  if (path.startsWith("-")) return "begins with a dash";
  for (const part of new Set(path.split("/"))) {
    const odd = findOddPart(part);
    if (odd) return odd;
  }
  return undefined;
}

/** Names that mean a device on Windows, whatever follows a dot. */
const device = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$|clock\$)$/;
/** How Windows abbreviates a name that is longer: `GITHUB~1`, `x~2.yml`. */
const shortName = /^(?=[^.]{1,8}(\.|$))[^.~]*~\d+(\.[^.]{0,3})?$/;

function findOddPart(part: string): string | undefined {
  if (part.length * 3 > longestPart && bytesOf(part) > longestPart)
    return `has a part of more than ${longestPart} bytes`;
  if (/^[\p{Z}\p{M}]|[\p{Z}.]$/u.test(part))
    return "has a part that begins or ends with a blank, or ends in a dot";
  if (/[<>:"|?*]/.test(part)) return 'contains one of < > : " | ? *, which Windows cannot have';
  if (device.test(foldName(part.replace(/\..*$/s, "").trimEnd())))
    return "has a part that names a device on Windows";
  if (shortName.test(part)) return "has a part that Windows takes for the short form of another name";
  return undefined;
}

function bytesOf(text: string): number {
  return printable.test(text) ? text.length : new TextEncoder().encode(text).length;
}

/** A path in words, whatever is in it. */
export function show(path: string): string {
  const plain = path.replaceAll(/[^\x20-\x7e]|`/g, (point) => `\\u{${point.charCodeAt(0).toString(16)}}`);
  return `\`${plain.length > 120 ? `${plain.slice(0, 119)}…` : plain}\``;
}
