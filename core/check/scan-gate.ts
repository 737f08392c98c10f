import type { Change } from "../model/manifest.ts";
import type { ScanResult } from "../model/scan.ts";
import { applyAllowList } from "../scan/allow-list.ts";
import { riskOf } from "../scan/risk.ts";
import { type ScannedChange, scanCode, scanSecrets } from "../scan/scan-change.ts";
import { dangerIn } from "../scan/scan-finding.ts";
import { lengthOf, mostCharacters } from "../scan/scanned-length.ts";
import { show } from "./check-paths.ts";
import type { ChangeCheck } from "./gate.ts";
import { findMoves } from "./rules/find-moves.ts";

/** What the scanner says of a change. Code that others wrote and a merge brings along was judged elsewhere: there only secrets count. */
export function scanOf(check: ChangeCheck): ScanResult {
  const files = textsOf(check);
  if (lengthOf(files) > mostCharacters) return { findings: [], risk: 1, allowed: 0, expired: [] };
  const moves = movesIn(check);
  const base = (path: string) => check.scan?.base(path);
  const change: ScannedChange = {
    files,
    base,
    moved: (path) => moves.find((move) => move.path === path),
  };
  const found = [...scanSecrets(change), ...(check.scope === "task" ? scanCode(change) : [])];
  const allow = check.config.scan?.allow ?? [];
  // Without a day nobody can tell what has ended, so that nothing is allowed.
  const today = check.scan?.today ?? "9999-12-31";
  const { left, allowed, expired } = applyAllowList(found, { allow, today });
  return { findings: left, risk: riskOf(left), allowed: allowed.length, expired };
}

/** What the scanner refuses, one sentence each, and the way out. */
export function scanProblems(check: ChangeCheck): string[] {
  const length = lengthOf(textsOf(check));
  if (length > mostCharacters)
    return [`The change has ${length} characters; at most ${mostCharacters} are scanned. Split it.`];
  const { findings, expired } = scanOf(check);
  const critical = findings.filter((finding) => dangerIn(finding) === "critical");
  if (critical.length === 0) return [];
  return [
    ...critical.map(
      ({ path, line, message, rule }) => `${show(path)}${line ? ` line ${line}` : ""}: ${message} (${rule})`,
    ),
    ...expired.map(({ class: name, until }) => `The entry of scan.allow for ${name} ended on ${until}.`),
    "If it is meant to be there, a person can allow it with a reason: scan.allow in .github/gsd.yml.",
  ];
}

/** Files that were elsewhere before, with what they said there. */
function movesIn({
  changes,
  existing,
  files,
  before,
}: ChangeCheck): { path: string; from: string; text: string }[] {
  const isDeleted = (change: Change) => "deleted" in change;
  if (!changes.some(isDeleted) || !changes.some(({ path }) => !existing.has(path))) return [];
  const texts = changes.map((change) => ({
    path: change.path,
    before: before?.(change.path),
    after: "sha256" in change ? files(change.sha256)?.text : undefined,
    isNew: !existing.has(change.path),
  }));
  return [...findMoves(texts)].map(([path, from]) => ({ path, from, text: before?.(from) ?? "" }));
}

function textsOf({ changes, files }: ChangeCheck): { path: string; text: string }[] {
  return changes.flatMap((change) => {
    const file = "sha256" in change ? files(change.sha256) : undefined;
    return file ? [{ path: change.path, text: file.text }] : [];
  });
}
