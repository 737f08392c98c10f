import { objects, optionalText, text } from "../body.ts";
import { timestamp } from "../clock.ts";
import { emit } from "../emit.ts";
import { found, ok, pages, Refusal } from "../reply.ts";
import type { Call, Routes } from "../router.ts";
import { simplePull } from "../shapes/pull.ts";
import { reviewCommentShape, reviewShape } from "../shapes/review.ts";
import type { PullIssue, Review, ReviewState } from "../state/pull.ts";
import { userOf } from "../state/world.ts";
import { makeReviewComment, pullOf, tellComment } from "./review-comments.ts";

const repo = "/repos/{owner}/{repo}";
const STATES: Record<string, ReviewState> = {
  COMMENT: "COMMENTED",
  APPROVE: "APPROVED",
  REQUEST_CHANGES: "CHANGES_REQUESTED",
};

export const reviewRoutes: Routes = {
  [`GET ${repo}/pulls/{pull_number}/reviews`]: listReviews,
  [`POST ${repo}/pulls/{pull_number}/reviews`]: createReview,
  [`GET ${repo}/pulls/{pull_number}/reviews/{review_id}`]: (call) =>
    ok(reviewShape(call.world, call.repo, reviewOf(call))),
  [`GET ${repo}/pulls/{pull_number}/reviews/{review_id}/comments`]: listCommentsOf,
  [`PUT ${repo}/pulls/{pull_number}/reviews/{review_id}/dismissals`]: dismiss,
};

function reviewOf(call: Call): Review {
  const review = found(call.repo.reviews.get(Number(call.params["review_id"])));
  return found(review.pull === pullOf(call).number ? review : undefined);
}

function listReviews(call: Call) {
  const { number } = pullOf(call);
  const own = [...call.repo.reviews.values()].filter((review) => review.pull === number);
  return pages(own.map((review) => reviewShape(call.world, call.repo, review)));
}

function createReview(call: Call) {
  const { world, repo, actor, body } = call;
  const issue = pullOf(call);
  const event = optionalText(body, "event");
  const state = event ? STATES[event] : "PENDING";
  if (!state)
    throw new Refusal(422, "Unprocessable Entity", {
      errors: [`Variable $event of type PullRequestReviewEvent was provided invalid value`],
    });
  checkReview(call, issue, { state, body: optionalText(body, "body") ?? "" });
  const review: Review = {
    id: world.nextId(),
    pull: issue.number,
    user: userOf(actor, world),
    body: optionalText(body, "body") ?? "",
    state,
    commitId: optionalText(body, "commit_id") ?? issue.pull.head.sha,
    submittedAt: state === "PENDING" ? null : timestamp(world),
  };
  const inline = objects(body, "comments").map((from) =>
    makeReviewComment(call, issue, { from, review: review.id }),
  );
  for (const comment of inline) repo.reviewComments.set(comment.id, comment);
  repo.reviews.set(review.id, review);
  issue.updatedAt = timestamp(world);
  if (state !== "PENDING") tellReview(call, issue, { review, action: "submitted" });
  for (const comment of inline) tellComment(call, comment, "created");
  return ok(reviewShape(world, repo, review));
}

function checkReview(call: Call, issue: PullIssue, review: { state: ReviewState; body: string }): void {
  const { actor, repo, world, body } = call;
  const verdict = review.state === "APPROVED" || review.state === "CHANGES_REQUESTED";
  const refuse = (message: string) => new Refusal(422, "Unprocessable Entity", { errors: [message] });
  if (actor.kind === "workflow" && review.state === "APPROVED" && !repo.settings.actionsCanCreatePulls)
    throw refuse("GitHub Actions is not permitted to approve pull requests.");
  if (verdict && issue.user.id === userOf(actor, world).id)
    throw refuse(
      `Can not ${review.state === "APPROVED" ? "approve" : "request changes on"} your own pull request`,
    );
  if (review.state === "COMMENTED" && !review.body && objects(body, "comments").length === 0)
    throw refuse("Review Can not be blank");
}

/** Webhooks write the state in small letters. */
function tellReview(
  call: Call,
  issue: PullIssue,
  { review, action }: { review: Review; action: string },
): void {
  const { world, repo, actor } = call;
  const shape = reviewShape(world, repo, review);
  emit(world, repo, {
    event: "pull_request_review",
    action,
    actor,
    pull: issue,
    payload: {
      review: { ...shape, body: shape.body || null, state: shape.state.toLowerCase() },
      pull_request: simplePull(world, repo, issue),
    },
  });
}

function listCommentsOf(call: Call) {
  const { id } = reviewOf(call);
  const own = [...call.repo.reviewComments.values()].filter((comment) => comment.review === id);
  return pages(own.map((comment) => reviewCommentShape(call.world, call.repo, comment)));
}

function dismiss(call: Call) {
  const review = reviewOf(call);
  text(call.body, "message", "PullRequestReview");
  review.state = "DISMISSED";
  tellReview(call, pullOf(call), { review, action: "dismissed" });
  return ok(reviewShape(call.world, call.repo, review));
}
