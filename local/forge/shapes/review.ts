import type { Review, ReviewComment } from "../state/pull.ts";
import type { Repo } from "../state/repository.ts";
import type { World } from "../state/world.ts";
import { issueAddress, reactionRollup } from "./issue.ts";
import { association, simpleUser } from "./user.ts";

/** GitHub's `pull-request-review`; webhooks write the state in small letters. */
export function reviewShape(world: World, repo: Repo, review: Review) {
  const pull = repo.issues.get(review.pull)!;
  const page = `${issueAddress(world, repo, pull)}#pullrequestreview-${review.id}`;
  const url = `${world.urls.api}/repos/${repo.fullName}/pulls/${review.pull}`;
  return {
    id: review.id,
    node_id: `PRR_${review.id}`,
    user: simpleUser(world, review.user),
    body: review.body,
    state: review.state as string,
    html_url: page,
    pull_request_url: url,
    author_association: association(repo, review.user),
    _links: { html: { href: page }, pull_request: { href: url } },
    ...(review.submittedAt ? { submitted_at: review.submittedAt } : {}),
    commit_id: review.commitId,
  };
}

/** GitHub's `pull-request-review-comment`. */
export function reviewCommentShape(world: World, repo: Repo, comment: ReviewComment) {
  const api = `${world.urls.api}/repos/${repo.fullName}/pulls`;
  const pull = repo.issues.get(comment.pull)!;
  const page = `${issueAddress(world, repo, pull)}#discussion_r${comment.id}`;
  const url = `${api}/comments/${comment.id}`;
  return {
    id: comment.id,
    node_id: `PRRC_${comment.id}`,
    url,
    html_url: page,
    pull_request_url: `${api}/${comment.pull}`,
    pull_request_review_id: comment.review,
    ...(comment.replyTo === undefined ? {} : { in_reply_to_id: comment.replyTo }),
    diff_hunk: comment.diffHunk,
    path: comment.path,
    position: comment.line === null ? null : 1,
    original_position: 1,
    line: comment.line,
    original_line: comment.line,
    start_line: comment.startLine,
    original_start_line: comment.startLine,
    side: comment.side,
    start_side: comment.startLine === null ? null : comment.side,
    subject_type: comment.subjectType,
    commit_id: comment.commitId,
    original_commit_id: comment.originalCommitId,
    user: simpleUser(world, comment.user),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    author_association: association(repo, comment.user),
    reactions: reactionRollup(url, comment.reactions),
    _links: {
      self: { href: url },
      html: { href: page },
      pull_request: { href: `${api}/${comment.pull}` },
    },
  };
}
