import { isLockfile } from "../detect/dependency-files.ts";
import type { Finding } from "../model/answers.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { findSecrets, type Secret } from "./find-secrets.ts";
import { type ScanFact, toFinding } from "./scan-finding.ts";
import { scanHidden } from "./scan-hidden.ts";
import { checksFor, type ScannedFile, scanLines } from "./scan-lines.ts";
import { isWorkflow, scanWorkflow } from "./scan-workflow.ts";
import { lengthOf, mostCharacters } from "./scanned-length.ts";
import { lockPaths, scanSupply } from "./supply/scan-supply.ts";

/** A change: files with all their words, and how the base reads where that is known. */
export interface ScannedChange {
  files: readonly { path: string; text: string }[];
  /** A file of the base; undefined for one that is not there. Whoever does not know it yet says so for all. */
  base(path: string): string | undefined;
  /** Where a new file was before, and what it said there; undefined for one that is new indeed. */
  moved?(path: string): { from: string; text: string } | undefined;
}

/** Nobody reads more, and the first ones say enough. */
const mostFindings = 50;
const mostSecrets = 5;

/** Credentials in what a change writes; those that the base has already are not new. */
export function scanSecrets({ files, base, moved }: ScannedChange): Finding[] {
  const facts = files.flatMap(({ path, text }) => {
    const found = findSecrets(text, path, base(path) ?? moved?.(path)?.text).slice(0, mostSecrets);
    return found.map((secret) => secretFact(path, secret));
  });
  return facts.slice(0, mostFindings).map(toFinding);
}

/** Paths of files whose names are credentials. All are looked at together first: there may be thousands. */
export function secretNames(files: readonly { path: string }[]): string[] {
  const paths = files.map(({ path }) => path);
  if (findSecrets(paths.join("\n"), "").length === 0) return [];
  return paths.filter((path) => findSecrets(path, "").length > 0);
}

/** What else is dangerous in a change: in its new lines, and in the packages that it asks for. */
export function scanCode({ files, base, moved }: ScannedChange): Finding[] {
  const changed = new Map(files.map(({ path, text }) => [path, text]));
  const scanned: ScannedFile[] = files.map(({ path, text }) => {
    const old = moved?.(path);
    // What was harmless where it was may not be so here: another kind of file is looked at as a new one.
    const known = old && kindOf(old.from) === kindOf(path) ? old.text : undefined;
    return withoutUndefined({ path, text, before: base(path) ?? known });
  });
  const after = (path: string) => changed.get(path) ?? base(path);
  const facts = [
    ...scanned.flatMap(scanLines),
    ...scanned.flatMap(scanWorkflow),
    ...scanned.flatMap(scanHidden),
    ...scanSupply({ files: scanned, after }),
  ];
  return gravestFirst(facts).slice(0, mostFindings).map(toFinding);
}

/** Files of the base that have to be known before a change can be judged: manifests, lockfiles, and whatever something was found in. */
export function basePaths(files: ScannedChange["files"]): string[] {
  if (lengthOf(files) > mostCharacters) return [];
  const locks = files.flatMap(({ path }) => lockPaths(path));
  const unknown: ScannedChange = { files, base: () => undefined };
  const found = [...scanSecrets(unknown), ...scanCode(unknown)].map(({ path }) => path);
  const manifests = files.map(({ path }) => path).filter((path) => lockPaths(path).length > 0);
  return [...new Set([...locks, ...manifests, ...found])];
}

/** What decides which checks look at a file. */
function kindOf(path: string): string {
  return [
    checksFor(path, "").map(({ message }) => message),
    isWorkflow(path),
    lockPaths(path).length,
    isLockfile(path),
  ].join();
}

function secretFact(path: string, { kind, line, mark }: Secret): ScanFact {
  const message = `This looks like a secret (${kind}, begins with ${mark}). Take it out, and revoke it if it is real.`;
  return { class: "secret", danger: "critical", path, line, message };
}

const order = ["critical", "high", "low"];

function gravestFirst(facts: readonly ScanFact[]): ScanFact[] {
  return facts.toSorted((a, b) => order.indexOf(a.danger) - order.indexOf(b.danger));
}
