import { findInstallCode } from "../../detect/dependency-files.ts";
import { lineOf } from "../line-of.ts";
import type { ScanFact } from "../scan-finding.ts";
import type { ScannedFile } from "../scan-lines.ts";
import { cargo } from "./cargo.ts";
import type { Dependency, Ecosystem } from "./dependency.ts";
import { go } from "./go.ts";
import { findNear } from "./near-names.ts";
import { npm } from "./npm.ts";
import { python } from "./python.ts";
import { scanLock } from "./scan-lock.ts";

const ecosystems: readonly Ecosystem[] = [npm, python, go, cargo];

/** Changed files, and how any file of the base reads; what is changed is read as it will be. */
export interface Supply {
  files: readonly ScannedFile[];
  /** A file as it is after the change; undefined where there is none. */
  after(path: string): string | undefined;
}

/** What a change does to the packages that a project installs. */
export function scanSupply({ files, after }: Supply): ScanFact[] {
  return files.flatMap((file) => {
    const family = ecosystems.find(({ isManifest }) => isManifest(file.path));
    const facts = family ? scanManifest(file, family, after) : [];
    return [...facts, ...scanScripts(file), ...scanLock(file)];
  });
}

/** The lockfiles that a manifest may have beside it: who scans it has to know what they say. */
export function lockPaths(path: string): string[] {
  const family = ecosystems.find(({ isManifest }) => isManifest(path));
  return (family?.locks ?? []).map(({ name }) => `${folderOf(path)}${name}`);
}

function scanManifest(file: ScannedFile, family: Ecosystem, after: Supply["after"]): ScanFact[] {
  const known = family.read(file.before ?? "", file.path);
  const keys = new Set(known.map(keyOf));
  const all = family.read(file.text, file.path).filter((dependency) => !keys.has(keyOf(dependency)));
  const changed = all.slice(0, mostPackages);
  const names = new Set(known.map(({ name }) => name));
  const facts = changed.flatMap((dependency) => scanDependency(dependency, { file, family, names }));
  return [...facts, ...tooMany(file, all.length), ...unlocked(file, { family, changed, after })];
}

/** More are not looked at, and so not trusted: one of them may stand behind a thousand that are fine. */
const mostPackages = 1_000;

function tooMany({ path }: ScannedFile, count: number): ScanFact[] {
  if (count <= mostPackages) return [];
  const message = `This asks for ${count} other packages; gsd looks at the first ${mostPackages}. Do it in parts.`;
  return [{ class: "supply", danger: "critical", path, line: 1, message }];
}

function keyOf({ name, spec }: Dependency): string {
  return `${name} ${spec}`;
}

interface Place {
  file: ScannedFile;
  family: Ecosystem;
  names: ReadonlySet<string>;
}

function scanDependency(dependency: Dependency, { file, family, names }: Place): ScanFact[] {
  const { path, text } = file;
  const { name } = dependency;
  const isNew = !names.has(name);
  const place = { class: "supply" as const, path, line: lineOf(text, name) };
  const source = family.findSource(dependency, folderOf(path).slice(0, -1));
  const near = isNew ? findNear(name, [...family.wellKnown, ...names]) : undefined;
  const facts: ScanFact[] = [];
  if (source) facts.push({ ...place, danger: "high", message: `The package ${name} ${source}.` });
  if (near)
    facts.push({ ...place, danger: "high", message: `The package ${name} is new here; is ${near} meant?` });
  // A project's first manifest is all new, and people read it as a whole.
  if (isNew && facts.length === 0 && file.before !== undefined)
    facts.push({
      ...place,
      danger: "low",
      message: `The package ${name} is new here. Its authors' code will run.`,
    });
  return facts;
}

/** Files that are code which an install or a build runs, whoever depends on the project. */
const runAtInstall = /(?:^|\/)(?:setup\.py|binding\.gyp|build\.rs)$/;
/** What such code does when it does more than say what the project is called. */
const doesMore =
  /\b(?:cmdclass|subprocess|os|sys|socket|urllib|requests|shutil|exec|eval|compile|open|Command|std::(?:process|net|env|fs)|__import__|importlib|actions?)\b/;

/** What is run of this very project when somebody installs or builds it. */
function scanScripts({ path, text, before }: ScannedFile): ScanFact[] {
  if (runAtInstall.test(path)) return scanInstallCode({ path, text, before });
  const name = nameOf(path);
  if (name !== "package.json" && name !== "pyproject.toml") return [];
  const found = findInstallCode({ path, before: before ?? "", after: text }, { command: "" });
  if (!found) return [];
  const script = /`(.*)`/.exec(found)?.[1];
  const message = `Installing this project runs ${found}, which is new or changed.`;
  const line = lineOf(text, script === undefined ? "backend-path" : `"${script}"`);
  return [{ class: "supply", danger: "high", path, line, message }];
}

function scanInstallCode({
  path,
  text,
  before,
}: Pick<ScannedFile, "path" | "text"> & { before: string | undefined }) {
  const known = new Set(before?.split(/\r?\n/));
  const index = text
    .split(/\r?\n/)
    .findIndex((line) => !known.has(line) && doesMore.test(line.slice(0, 2_000)));
  if (index < 0 && before !== undefined) return [];
  const message =
    "Installing or building this project runs this file, which is new or does more than before.";
  return [{ class: "supply" as const, danger: "high" as const, path, line: Math.max(index, 0) + 1, message }];
}

interface Locking {
  family: Ecosystem;
  changed: readonly Dependency[];
  after: Supply["after"];
}

/** Changed packages that the lockfile beside the manifest does not have: what is installed is another thing then. */
function unlocked({ path, text }: ScannedFile, { family, changed, after }: Locking): ScanFact[] {
  return family.locks.flatMap(({ name: lockName, read }): ScanFact[] => {
    const lock = after(`${folderOf(path)}${lockName}`);
    if (lock === undefined) return [];
    const missing = changed
      .filter(({ isUnlocked }) => !isUnlocked)
      .filter(read(lock))
      .map(({ name }) => name);
    const [first] = missing;
    if (first === undefined) return [];
    const more = missing.length > 1 ? ` and ${missing.length - 1} more` : "";
    const message = `${lockName} does not have ${first}${more} as this file asks for it. Let the package manager write it.`;
    return [{ class: "supply", danger: "high", path, line: lineOf(text, first), message }];
  });
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}
