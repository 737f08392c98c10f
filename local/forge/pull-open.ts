import { fetchCommit, findHead, pullsFrom } from "./forks.ts";
import { writeRef } from "./git/git-repo.ts";
import { commitsBetween, mergeBase } from "./git/history.ts";
import { addIssue, announce } from "./issue-actions.ts";
import { invalid, Refusal } from "./reply.ts";
import type { Actor } from "./state/account.ts";
import type { PullIssue } from "./state/pull.ts";
import { branchHead, type Repo } from "./state/repository.ts";
import type { World } from "./state/world.ts";

export interface NewPull {
  title: string;
  body: string | null;
  head: string;
  base: string;
  draft: boolean;
}

/** Opens a pull request, or refuses as GitHub does. */
export function openPull(world: World, repo: Repo, actor: Actor, wanted: NewPull): PullIssue {
  if (actor.kind === "workflow" && !repo.settings.actionsCanCreatePulls)
    throw new Refusal(403, "GitHub Actions is not permitted to create or approve pull requests.");
  if (wanted.draft && !repo.settings.draftsAllowed)
    throw invalid({
      resource: "PullRequest",
      code: "custom",
      message: "Draft pull requests are not supported in this repository.",
    });
  const { head, base } = endsOf(world, repo, wanted);
  const issue = addIssue(world, repo, actor, wanted);
  issue.pull = {
    id: world.nextId(),
    head,
    base,
    draft: wanted.draft,
    mergedAt: null,
    mergedBy: null,
    mergeCommitSha: null,
    requestedReviewers: [],
  };
  writeRef(repo.git, `refs/pull/${issue.number}/head`, head.sha);
  announce(world, repo, issue, { action: "opened", actor });
  return issue as PullIssue;
}

function endsOf(world: World, repo: Repo, wanted: NewPull) {
  const resource = "PullRequest";
  const place = findHead(world, repo, wanted.head);
  const [head, base] = [place && branchHead(place.from, place.name), branchHead(repo, wanted.base)];
  if (!place || !head) throw invalid({ resource, field: "head", code: "invalid" });
  if (!base) throw invalid({ resource, field: "base", code: "invalid" });
  const { from, name } = place;
  const twin = pullsFrom(world, from, name).some(
    (one) => one.base === repo && one.issue.state === "open" && one.issue.pull.base.ref === wanted.base,
  );
  const custom = (message: string) => invalid({ resource, code: "custom", message });
  if (twin) throw custom(`A pull request already exists for ${from.owner.login}:${name}.`);
  fetchCommit(repo, from, head);
  if (!mergeBase(repo.git, base, head))
    throw custom(`The ${name} branch has no history in common with ${wanted.base}`);
  if (commitsBetween(repo.git, base, head).length === 0)
    throw custom(`No commits between ${wanted.base} and ${name}`);
  const end = { ref: name, sha: head };
  return {
    head: from === repo ? end : { ...end, repo: from.fullName },
    base: { ref: wanted.base, sha: base },
  };
}

/** Draft or ready; only GraphQL can ask for it. */
export function setDraft(
  world: World,
  repo: Repo,
  actor: Actor,
  change: { issue: PullIssue; draft: boolean },
): void {
  const { issue, draft } = change;
  if (issue.pull.draft === draft) return;
  issue.pull.draft = draft;
  announce(world, repo, issue, { action: draft ? "converted_to_draft" : "ready_for_review", actor });
}
