import type { Proof } from "../model/answers.ts";
import type { CheckResult } from "../model/manifest.ts";
import type { JudgedProof } from "../model/verification.ts";
import { withoutUndefined } from "../model/without-undefined.ts";

/** What evidence is looked up in: the files of the commit that was verified, and what ran on it. */
export interface Ground {
  files: ReadonlySet<string>;
  checks: readonly CheckResult[];
}

/** As many files as are looked up for one answer; what is beyond them counts as not there. */
export const mostProofFiles = 300;

interface Showing {
  proofs?: readonly Proof[];
}

/** Every file that some evidence names, once. */
export function filesNamed(criteria: readonly Showing[]): string[] {
  const named = criteria.flatMap(({ proofs = [] }) => proofs.flatMap((proof) => fileOf(proof) ?? []));
  return [...new Set(named)].slice(0, mostProofFiles);
}

/** `./src/a.ts:12` is in `src/a.ts`; undefined for what is not in a file, or outside of the repository. */
function fileOf({ kind, at }: Proof): string | undefined {
  if (kind !== "test" && kind !== "code") return undefined;
  const path = at
    .trim()
    .replace(/^\.\//, "")
    .replace(/:\d+(?:[-:]\d+)?$/, "");
  const isPlain = path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
  return isPlain ? path : undefined;
}

/** Looks evidence up. A command counts by its name or as it was typed, and only if it passed. */
export function judgeProofs({ proofs = [] }: Showing, { files, checks }: Ground): JudgedProof[] {
  return proofs.map(({ kind, at }) => withoutUndefined({ kind, at, found: isFound({ kind, at }) }));

  function isFound(proof: Proof): boolean | undefined {
    if (proof.kind === "note") return undefined;
    const said = proof.at.trim();
    if (proof.kind === "command")
      return checks.some(({ name, command, ok }) => ok && (name === said || command === said));
    const file = fileOf(proof);
    return file !== undefined && files.has(file);
  }
}

/** What is named and is not there, where nothing that is named is. */
export function inventedIn(proofs: readonly JudgedProof[]): string[] {
  if (proofs.some(({ found }) => found)) return [];
  return proofs.filter(({ found }) => found === false).map(({ at }) => at.trim());
}

/** Whether there is more than somebody's word. */
export function isShown(proofs: readonly JudgedProof[]): boolean {
  return proofs.some(({ found }) => found);
}
