import { markdown, optionalText, text, texts } from "../body.ts";
import { timestamp } from "../clock.ts";
import { findHead, headRepo } from "../forks.ts";
import { diffText } from "../git/diff.ts";
import { writeCommit } from "../git/git-repo.ts";
import { commitsBetween, isAncestor, mergeBase } from "../git/history.ts";
import { mergeTree } from "../git/merge.ts";
import { editTexts, setState } from "../issue-actions.ts";
import { hasRole } from "../permissions.ts";
import { retarget } from "../pull-follow.ts";
import { mergePull } from "../pull-merge.ts";
import { openPull } from "../pull-open.ts";
import { changeRef } from "../ref-actions.ts";
import { created, found, invalid, noContent, ok, pages, Refusal } from "../reply.ts";
import type { Call, Routes } from "../router.ts";
import { commitShape, diffEntry, signatureOf } from "../shapes/commit.ts";
import { fullPull, pullFiles, simplePull } from "../shapes/pull.ts";
import { type PullIssue, pullsOf } from "../state/pull.ts";
import { branchHead, type MergeMethod } from "../state/repository.ts";
import { findUser, userOf } from "../state/world.ts";
import { textsIn } from "./issues.ts";
import { pullOf } from "./review-comments.ts";

const repo = "/repos/{owner}/{repo}";

export const pullRoutes: Routes = {
  [`GET ${repo}/pulls`]: listPulls,
  [`POST ${repo}/pulls`]: createPull,
  [`GET ${repo}/pulls/{pull_number}`]: getPull,
  [`PATCH ${repo}/pulls/{pull_number}`]: updatePull,
  [`GET ${repo}/pulls/{pull_number}/files`]: listFiles,
  [`GET ${repo}/pulls/{pull_number}/commits`]: listCommits,
  [`GET ${repo}/pulls/{pull_number}/merge`]: (call) => {
    found(pullOf(call).pull.mergedAt);
    return noContent();
  },
  [`PUT ${repo}/pulls/{pull_number}/merge`]: merge,
  [`PUT ${repo}/pulls/{pull_number}/update-branch`]: updateBranch,
  [`POST ${repo}/pulls/{pull_number}/requested_reviewers`]: requestReviewers,
};

function listPulls(call: Call) {
  const { query } = call;
  const state = query.get("state") ?? "open";
  const ownerOf = (issue: PullIssue) => headRepo(call.world, call.repo, issue).owner.login;
  const head = query.get("head")?.split(":");
  const base = query.get("base");
  const hits = pullsOf(call.repo).filter(
    (issue) =>
      (state === "all" || issue.state === state) &&
      (!base || issue.pull.base.ref === base) &&
      // As on GitHub, `head` without an owner filters nothing.
      (head?.length !== 2 || (head[0] === ownerOf(issue) && issue.pull.head.ref === head[1])),
  );
  const sort = query.get("sort") ?? "created";
  const key = sort === "updated" ? "updatedAt" : "createdAt";
  const sorted = hits.toSorted((a, b) => a[key].localeCompare(b[key]) || a.number - b.number);
  const direction = query.get("direction") ?? (query.has("sort") && sort !== "created" ? "asc" : "desc");
  if (direction === "desc") sorted.reverse();
  return pages(sorted.map((issue) => simplePull(call.world, call.repo, issue)));
}

function createPull(call: Call) {
  const { world, repo, actor, body } = call;
  const from = findHead(world, repo, text(body, "head", "PullRequest"))?.from ?? repo;
  if (actor.kind === "user" && !hasRole(from, actor.user.login, "write"))
    throw invalid({ resource: "PullRequest", code: "custom", message: "must be a collaborator" });
  const issue = openPull(world, repo, actor, {
    title: text(body, "title", "PullRequest"),
    body: markdown(body, "PullRequest") ?? null,
    head: text(body, "head", "PullRequest"),
    base: text(body, "base", "PullRequest"),
    draft: body["draft"] === true,
  });
  return created(fullPull(world, repo, issue));
}

function getPull(call: Call) {
  const issue = pullOf(call);
  if (!/diff|patch/.test(call.accept)) return ok(fullPull(call.world, call.repo, issue));
  const { base, head } = issue.pull;
  const from = mergeBase(call.repo.git, base.sha, head.sha);
  return {
    status: 200,
    raw: diffText(call.repo.git, from, head.sha),
    contentType: "application/vnd.github.diff; charset=utf-8",
  };
}

function updatePull(call: Call) {
  const { world, repo, actor, body } = call;
  const issue = pullOf(call);
  const own = issue.user.id === userOf(actor, world).id;
  if (!own && actor.kind === "user" && !hasRole(repo, actor.user.login, "triage"))
    throw new Refusal(403, "Must have admin rights to Repository.");
  editTexts(call, issue, textsIn(call));
  const base = optionalText(body, "base", "PullRequest");
  if (base && base !== issue.pull.base.ref) {
    if (!branchHead(repo, base)) throw invalid({ resource: "PullRequest", field: "base", code: "invalid" });
    retarget(world, repo, issue, { base, actor });
  }
  const state = optionalText(body, "state", "PullRequest");
  if (state === "closed") setState(world, repo, issue, { state, actor });
  if (state === "open") reopen(call, issue);
  return ok(fullPull(world, repo, issue));
}

function reopen(call: Call, issue: PullIssue): void {
  const { world, repo, actor } = call;
  const { pull } = issue;
  const refuse = (message: string) =>
    invalid({ resource: "PullRequest", field: "state", code: "invalid", message });
  if (issue.state === "open") return;
  if (pull.mergedAt) throw refuse("state cannot be changed. The pull request is already merged.");
  const head = branchHead(headRepo(world, repo, issue), pull.head.ref);
  if (!head) throw refuse("state cannot be changed. The head branch has been deleted.");
  if (!branchHead(repo, pull.base.ref))
    throw refuse("state cannot be changed. The base branch has been deleted.");
  pull.head.sha = head;
  setState(world, repo, issue, { state: "open", actor });
}

function listFiles(call: Call) {
  const issue = pullOf(call);
  const files = pullFiles(call.repo, issue).slice(0, 3000);
  return pages(files.map((file) => diffEntry(call.world, call.repo, issue.pull.head.sha, file)));
}

function listCommits(call: Call) {
  const { base, head } = pullOf(call).pull;
  const commits = commitsBetween(call.repo.git, base.sha, head.sha).slice(0, 250);
  return pages(commits.map((sha) => commitShape(call.world, call.repo, sha)));
}

function merge(call: Call) {
  const { world, repo, actor, body } = call;
  const sha = mergePull(world, repo, actor, pullOf(call), {
    method: (optionalText(body, "merge_method") ?? "merge") as MergeMethod,
    sha: optionalText(body, "sha"),
    title: optionalText(body, "commit_title"),
    message: optionalText(body, "commit_message"),
  });
  return ok({ sha, merged: true, message: "Pull Request successfully merged" });
}

/** Merges the base into the head branch. */
function updateBranch(call: Call) {
  const { world, repo, actor, body } = call;
  const issue = pullOf(call);
  const { head, base } = issue.pull;
  if (head.repo !== undefined) throw new Refusal(403, "Resource not accessible by integration");
  const expected = optionalText(body, "expected_head_sha");
  const refuse = (message: string) => new Refusal(422, message);
  if (expected && expected !== head.sha) throw refuse(`expected head sha didn’t match current head ref.`);
  const baseHead = branchHead(repo, base.ref);
  if (!baseHead || isAncestor(repo.git, baseHead, head.sha))
    throw refuse("There are no new commits on the base branch.");
  const tree = mergeTree(repo.git, head.sha, baseHead);
  if (!tree) throw refuse("merge conflict between base and head");
  const signature = signatureOf(userOf(actor, world), timestamp(world));
  const message = `Merge branch '${base.ref}' into ${head.ref}`;
  const parents = [head.sha, baseHead];
  const sha = writeCommit(repo.git, { tree, parents, author: signature, committer: signature, message });
  changeRef(world, repo, actor, { ref: `refs/heads/${head.ref}`, after: sha });
  const url = `${world.urls.api}/repos/${repo.fullName}/pulls/${issue.number}`;
  return { status: 202, body: { message: "Updating pull request branch.", url } };
}

/** All of them or none: one who cannot be asked spoils the request. That a public repository can be read by anybody makes nobody a collaborator. */
function requestReviewers(call: Call) {
  const { repo, world } = call;
  const issue = pullOf(call);
  const isKnown = (login: string) =>
    repo.collaborators.has(login.toLowerCase()) || login.toLowerCase() === repo.owner.login.toLowerCase();
  const users = (texts(call.body, "reviewers") ?? []).map((login) => {
    const user = isKnown(login) ? findUser(world, login) : undefined;
    if (!user)
      throw new Refusal(
        422,
        "Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the repository.",
      );
    if (user.id === issue.user.id)
      throw new Refusal(422, "Review cannot be requested from pull request author.");
    return user;
  });
  issue.pull.requestedReviewers = [...new Set([...issue.pull.requestedReviewers, ...users])];
  return created(simplePull(world, repo, issue));
}
