import { markdown, text } from "../body.ts";
import { timestamp } from "../clock.ts";
import { editComment, tellComment } from "../comment-actions.ts";
import { hasRole } from "../permissions.ts";
import { created, found, noContent, ok, pages, Refusal } from "../reply.ts";
import type { Call, Routes } from "../router.ts";
import { commentShape } from "../shapes/issue.ts";
import { appOf } from "../state/account.ts";
import type { Comment } from "../state/issue.ts";
import { userOf } from "../state/world.ts";
import { issueOf } from "./issues.ts";

const repo = "/repos/{owner}/{repo}";

export const commentRoutes: Routes = {
  [`GET ${repo}/issues/{issue_number}/comments`]: listOfIssue,
  [`POST ${repo}/issues/{issue_number}/comments`]: createComment,
  [`GET ${repo}/issues/comments`]: listOfRepo,
  [`GET ${repo}/issues/comments/{comment_id}`]: (call) =>
    ok(commentShape(call.world, call.repo, commentOf(call))),
  [`PATCH ${repo}/issues/comments/{comment_id}`]: updateComment,
  [`DELETE ${repo}/issues/comments/{comment_id}`]: deleteComment,
};

export function commentOf(call: Call): Comment {
  return found(call.repo.comments.get(Number(call.params["comment_id"])));
}

function since(call: Call, comments: Comment[]): Comment[] {
  const from = call.query.get("since");
  return from ? comments.filter((comment) => Date.parse(comment.updatedAt) >= Date.parse(from)) : comments;
}

function listOfIssue(call: Call) {
  const { number } = issueOf(call);
  const own = [...call.repo.comments.values()].filter((comment) => comment.issue === number);
  return pages(since(call, own).map((comment) => commentShape(call.world, call.repo, comment)));
}

function listOfRepo(call: Call) {
  const key = call.query.get("sort") === "updated" ? "updatedAt" : "createdAt";
  const all = since(call, [...call.repo.comments.values()]);
  const sorted = all.toSorted((a, b) => a[key].localeCompare(b[key]) || a.id - b.id);
  // Without `sort` GitHub ignores `direction` and lists by id.
  if (call.query.get("direction") === "desc" && call.query.has("sort")) sorted.reverse();
  return pages(sorted.map((comment) => commentShape(call.world, call.repo, comment)));
}

function bodyOf(call: Call): string {
  markdown(call.body, "IssueComment");
  return text(call.body, "body", "IssueComment");
}

function createComment(call: Call) {
  const { world, repo, actor } = call;
  const issue = issueOf(call);
  const now = timestamp(world);
  const body = bodyOf(call);
  const comment: Comment = {
    id: world.nextId(),
    issue: issue.number,
    body,
    user: userOf(actor, world),
    app: appOf(actor),
    reactions: [],
    edits: [],
    createdAt: now,
    updatedAt: now,
  };
  repo.comments.set(comment.id, comment);
  issue.updatedAt = now;
  tellComment(call, comment, { action: "created" });
  return created(commentShape(world, repo, comment));
}

/** Authors and writers may change a comment. */
function requireOwn(call: Call, comment: Comment): void {
  const { actor, repo, world } = call;
  if (comment.user.id === userOf(actor, world).id) return;
  if (actor.kind === "user" && !hasRole(repo, actor.user.login, "write"))
    throw new Refusal(403, "Must have admin rights to Repository.");
}

function updateComment(call: Call) {
  const comment = commentOf(call);
  requireOwn(call, comment);
  editComment(call, comment, bodyOf(call));
  return ok(commentShape(call.world, call.repo, comment));
}

function deleteComment(call: Call) {
  const comment = commentOf(call);
  requireOwn(call, comment);
  tellComment(call, comment, { action: "deleted" });
  call.repo.comments.delete(comment.id);
  return noContent();
}
