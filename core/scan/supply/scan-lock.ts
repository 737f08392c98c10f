import { isLockfile } from "../../detect/dependency-files.ts";
import { lineOf } from "../line-of.ts";
import type { ScanFact } from "../scan-finding.ts";
import type { ScannedFile } from "../scan-lines.ts";
import { foreignNames } from "./foreign-names.ts";
import { lockedPackages } from "./npm.ts";

/** Where a lockfile of any kind says that a package is fetched from. */
const address =
  /\b(?:resolved|tarball|registry|source|url)["']?\s{0,3}[:=]?\s{0,3}(?:\{\s{0,3}\w{1,20}\s{0,3}=\s{0,3})?["']?(?:(\w{1,10})\+)?(https?):\/\/([^/"'\s]{1,200})/;

/** What a changed lockfile installs that nobody asked for: other hosts, scripts, packages under a false name. */
export function scanLock(file: ScannedFile): ScanFact[] {
  if (!isLockfile(file.path)) return [];
  return [...scanHosts(file), ...(isNpmLock(file.path) ? scanPackages(file) : scanNames(file))];
}

function isNpmLock(path: string): boolean {
  return /(?:^|\/)(?:package-lock|npm-shrinkwrap)\.json$/.test(path);
}

/** Hosts by the first line that names each; of a new file the one that most packages come from is its registry. */
function scanHosts({ path, text, before }: ScannedFile): ScanFact[] {
  const hosts = hostsIn(text, path);
  const known = new Set(hostsIn(before ?? "", path).keys());
  if (known.size === 0) known.add(mostUsed(hosts));
  return [...hosts].flatMap(([host, { line }]): ScanFact[] => {
    if (known.has(host)) return [];
    const message = `Packages come from ${host}, where none came from before.`;
    return [{ class: "supply", danger: "high", path, line, message }];
  });
}

type Hosts = Map<string, { line: number; count: number }>;

function hostsIn(text: string, path: string): Hosts {
  const hosts: Hosts = new Map();
  for (const [index, line] of text.split("\n").entries()) {
    const [, scheme = "", protocol, host = ""] = address.exec(line.slice(0, 2_000)) ?? [];
    // npm writes down where people can give money, too.
    if (host === "" || (isNpmLock(path) && !line.includes('"resolved"'))) continue;
    // What is fetched without encryption, anybody on the way can change.
    const plain = protocol === "http" ? `http://${host}` : host;
    const name = scheme === "git" ? `git ${plain}` : plain;
    const known = hosts.get(name);
    if (known) known.count += 1;
    else hosts.set(name, { line: index + 1, count: 1 });
  }
  return hosts;
}

function mostUsed(hosts: Hosts): string {
  return [...hosts].toSorted(([, a], [, b]) => b.count - a.count)[0]?.[0] ?? "";
}

/** Nobody reads of more. */
const mostPackages = 20;

function scanPackages({ path, text, before }: ScannedFile): ScanFact[] {
  const known = lockedPackages(before);
  const scripts: string[] = [];
  const facts: ScanFact[] = [];
  for (const [place, { name, resolved, integrity, runsScript }] of lockedPackages(text)) {
    const old = known.get(place);
    const isSame = old?.resolved === resolved && old.integrity === integrity && old.runsScript === runsScript;
    if (isSame) continue;
    if (facts.length >= mostPackages) break;
    const at = (): Pick<ScanFact, "class" | "path" | "line"> => ({
      class: "supply",
      path,
      line: lineOf(text, place),
    });
    if (runsScript && !old?.runsScript) scripts.push(name);
    if (isForeign(name, resolved))
      facts.push({
        ...at(),
        danger: "critical",
        message: `The package ${name} is fetched under another name.`,
      });
    if (old && isOtherContent(old, { resolved, integrity }))
      facts.push({
        ...at(),
        danger: "high",
        message: `The package ${name} has another digest at the same address.`,
      });
    if (old?.integrity && !integrity && resolved !== "")
      facts.push({
        ...at(),
        danger: "high",
        message: `The package ${name} lost the digest that it is held to.`,
      });
  }
  if (scripts.length === 0) return facts;
  const shown = scripts.slice(0, 5).join(", ");
  const more = scripts.length > 5 ? ` and ${scripts.length - 5} more` : "";
  const message = `Installing runs scripts of packages that are new or had none: ${shown}${more}.`;
  return [...facts, { class: "supply", danger: "high", path, line: lineOf(text, scripts[0] ?? ""), message }];
}

/** Packages of other lockfiles under a name that is not theirs. */
function scanNames({ path, text, before }: ScannedFile): ScanFact[] {
  const known = new Set(foreignNames(path, before ?? "").map(({ name, other }) => `${name} ${other}`));
  return foreignNames(path, text)
    .filter(({ name, other }) => !known.has(`${name} ${other}`))
    .slice(0, mostPackages)
    .map(({ name, line }) => {
      const message = `The package ${name} is fetched under another name.`;
      return { class: "supply", danger: "critical", path, line, message };
    });
}

type Fetched = Record<"resolved" | "integrity", string>;

/** A version that was published never changes; with another algorithm its digest does. */
function isOtherContent(old: Fetched, now: Fetched): boolean {
  const algorithm = ({ integrity }: Fetched) => integrity.split("-")[0];
  const isSame = old.resolved === now.resolved && old.integrity === now.integrity;
  return (
    !isSame && old.resolved === now.resolved && now.integrity !== "" && algorithm(old) === algorithm(now)
  );
}

/** A registry's address of an archive has the package's name in it: `…/name/-/name-1.0.0.tgz`. */
function isForeign(name: string, resolved: string): boolean {
  const path = /^https?:\/\/[^/]+\/(.*)\/-\/[^/]+\.tgz$/.exec(resolved)?.[1];
  if (path === undefined || name === "") return false;
  return !decoded(path).endsWith(name);
}

function decoded(path: string): string {
  return path.replaceAll(/%2f/gi, "/").replaceAll("%40", "@");
}
