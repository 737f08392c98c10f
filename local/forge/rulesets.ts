import { isAncestor } from "./git/history.ts";
import { Refusal } from "./reply.ts";
import type { Repo, Ruleset } from "./state/repository.ts";

/** A rule as it applies to one branch, with the ruleset that it comes from. */
interface BranchRule {
  type: string;
  ruleset: Ruleset;
}

/** The rules that apply to a branch of this name, whether it exists or not. */
export function rulesOf(repo: Repo, branch: string): BranchRule[] {
  return repo.settings.rulesets
    .filter(({ include }) => include.some((pattern) => matches(pattern, branch)))
    .flatMap((ruleset) => ruleset.rules.map((type) => ({ type, ruleset })));
}

const words: Record<string, string> = {
  creation: "Cannot create ref due to creations being restricted.",
  update: "Cannot update this protected ref.",
  deletion: "Cannot delete this protected ref.",
  non_fast_forward: "Cannot force-push to this branch",
  pull_request: "Changes must be made through a pull request.",
};

/** Refuses what a ruleset forbids, in GitHub's words. */
export function requireRules(
  repo: Repo,
  { ref, before, after }: { ref: string; before: string | undefined; after: string | undefined },
): void {
  if (!ref.startsWith("refs/heads/")) return;
  const held = rulesOf(repo, ref.slice(11)).map(({ type }) => type);
  const broken = held.find((type) => breaks(repo, type, { before, after }));
  if (broken) throw new Refusal(422, `Repository rule violations found\n\n${words[broken]}\n\n`);
}

function breaks(
  repo: Repo,
  type: string,
  { before, after }: { before: string | undefined; after: string | undefined },
): boolean {
  if (type === "creation") return !before;
  if (type === "deletion") return !after;
  if (!before || !after) return false;
  if (type === "non_fast_forward") return !isAncestor(repo.git, before, after);
  return type === "update" || type === "pull_request";
}

/** GitHub matches names by File.fnmatch: `*` stops at a slash, two of them do not. */
function matches(pattern: string, branch: string): boolean {
  if (pattern === "~ALL") return true;
  const source = pattern
    .replace(/^refs\/heads\//, "")
    .replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll(/\*\*\/?|\*/g, (stars) => (stars === "*" ? "[^/]*" : ".*"));
  return new RegExp(`^${source}$`).test(branch);
}
