import { type GitRepo, mustCommit, remember } from "./git-repo.ts";
import { runGit } from "./run-git.ts";

/** All commits reachable from one, itself included. */
function reachable(repo: GitRepo, from: string): Set<string> {
  const known = repo.reachable.get(from);
  if (known) return known;
  const seen = new Set<string>();
  const open = [from];
  for (let sha = open.pop(); sha !== undefined; sha = open.pop()) {
    if (seen.has(sha)) continue;
    seen.add(sha);
    open.push(...mustCommit(repo, sha).parents);
  }
  // Whole histories are large: keep the last few.
  if (repo.reachable.size >= 64) repo.reachable.delete(repo.reachable.keys().next().value!);
  repo.reachable.set(from, seen);
  return seen;
}

export function isAncestor(repo: GitRepo, ancestor: string, descendant: string): boolean {
  return ancestor === descendant || reachable(repo, descendant).has(ancestor);
}

/** The best common ancestor, as git finds it. */
export function mergeBase(repo: GitRepo, a: string, b: string): string | undefined {
  if (isAncestor(repo, a, b)) return a;
  if (isAncestor(repo, b, a)) return b;
  return remember(repo, `merge-base ${a} ${b}`, () => {
    const result = runGit(["--git-dir", repo.dir, "merge-base", a, b]);
    return result.status === 0 ? result.stdout.toString("utf8").trim() : undefined;
  });
}

/** Commits of `head` that `base` lacks, oldest first. */
export function commitsBetween(repo: GitRepo, base: string, head: string): string[] {
  return remember(repo, `between ${base} ${head}`, () => {
    const known = reachable(repo, base);
    const news = [...reachable(repo, head)].filter((sha) => !known.has(sha));
    return inOrder(repo, news);
  });
}

/** Parents before children; among equals the older first. */
function inOrder(repo: GitRepo, shas: string[]): string[] {
  const wanted = new Set(shas);
  const done = new Set<string>();
  const result: string[] = [];
  const visit = (start: string) => {
    const stack: { sha: string; entered: boolean }[] = [{ sha: start, entered: false }];
    for (let top = stack.pop(); top; top = stack.pop()) {
      if (top.entered) result.push(top.sha);
      else if (!done.has(top.sha) && wanted.has(top.sha)) {
        done.add(top.sha);
        stack.push({ sha: top.sha, entered: true });
        for (const parent of mustCommit(repo, top.sha).parents.toReversed())
          stack.push({ sha: parent, entered: false });
      }
    }
  };
  const date = (sha: string) => mustCommit(repo, sha).committer.date;
  for (const sha of shas.toSorted((a, b) => date(a).localeCompare(date(b)))) visit(sha);
  return result;
}

/** Commits reachable from one, newest first, optionally those that touch a path. */
export function log(repo: GitRepo, from: string, path?: string): string[] {
  return remember(repo, `log ${from} ${path ?? ""}`, () => {
    const result = runGit(["--git-dir", repo.dir, "rev-list", from, ...(path ? ["--", path] : [])]);
    return result.stdout.toString("utf8").split("\n").filter(Boolean);
  });
}
