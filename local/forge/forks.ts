import { mustGit } from "./git/run-git.ts";
import { type PullIssue, pullsOf } from "./state/pull.ts";
import type { Repo } from "./state/repository.ts";
import { findRepo, type World } from "./state/world.ts";

/** The repository that a pull request's head is in. */
export function headRepo(world: World, repo: Repo, { pull }: PullIssue): Repo {
  return (pull.head.repo === undefined ? undefined : findRepo(world, pull.head.repo)) ?? repo;
}

/** `owner:branch` as a pull request names its head: in the repository itself, or in that owner's fork of it. */
export function findHead(world: World, repo: Repo, head: string): { from: Repo; name: string } | undefined {
  const [, owner, name = ""] = /^(?:([^:]+):)?(.+)$/.exec(head) ?? [];
  if (owner === undefined || isSame(owner, repo.owner.login)) return { from: repo, name };
  const from = [...world.repos.values()].find(
    (one) => one.forkOf === repo.fullName && isSame(owner, one.owner.login),
  );
  return from && { from, name };
}

/** GitHub keeps a fork's commits where the original has its own; here they are brought along. */
export function fetchCommit(repo: Repo, from: Repo, sha: string): void {
  if (from !== repo)
    mustGit(["--git-dir", repo.git.dir, "fetch", "--quiet", "--no-write-fetch-head", from.git.dir, sha]);
}

/** Pull requests from a branch: in its own repository, and in the one that this is a fork of. */
export function pullsFrom(world: World, repo: Repo, branch: string): { base: Repo; issue: PullIssue }[] {
  const parent = repo.forkOf === undefined ? undefined : findRepo(world, repo.forkOf);
  return [repo, parent].flatMap((base) =>
    base === undefined
      ? []
      : pullsOf(base)
          .filter((issue) => issue.pull.head.ref === branch && headRepo(world, base, issue) === repo)
          .map((issue) => ({ base, issue })),
  );
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
