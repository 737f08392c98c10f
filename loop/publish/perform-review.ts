import { looseFindings } from "../../core/check/place-findings.ts";
import { jobKey } from "../../core/codec/keys.ts";
import { reviewMark } from "../../core/codec/marker-starts.ts";
import { marker } from "../../core/codec/markers.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { PublicationInput } from "../../core/jobs/row.ts";
import type { Finding } from "../../core/model/answers.ts";
import type { Bound, PublishStep } from "../../core/model/publication.ts";
import type { ReviewComment } from "../../core/ports/github/pulls.ts";
import { type Stage, unbound } from "./perform-publication.ts";

type ReviewStep = Extract<PublishStep, { type: "review" }>;

/** Posts one review: remarks inline where GitHub takes them, else in its body. Bots comment; they never approve. */
export async function performReview(stage: Stage, step: ReviewStep): Promise<Bound> {
  const { bound, input } = stage;
  const { pull = bound.pull, head = bound.head, verdict } = step;
  const { findings } = verdict;
  if (pull === undefined || head === undefined) throw unbound("pull request");
  const review = (loose: Finding[]) => ({
    pull,
    commit: head,
    body: stage.write({ type: "review-body", loose, verdict }),
    comments: findings.flatMap((finding) =>
      finding.line && !loose.includes(finding)
        ? [{ ...placeOf(finding, finding.line), body: stage.write({ type: "finding", finding }) }]
        : [],
    ),
  });
  const inline = review(looseFindings(findings));
  const mark = marker.format("review", jobKey.format(input.job));
  await post(stage, { mark, look: stage.again, inline, plain: review(findings) });
  if (hasEarlier(input)) await hideEarlier(stage, { pull, mark });
  return {};
}

/** GitHub names the last of several lines, and the first beside it. */
function placeOf({ path, last_line: last }: Finding, line: number): Omit<ReviewComment, "body"> {
  return last !== undefined && last > line ? { path, line: last, startLine: line } : { path, line };
}

/** Whether the pull request was there before this job. */
function hasEarlier({ track, job }: PublicationInput): boolean {
  return job.task !== undefined && track.tasks[job.task]?.proposal !== undefined;
}

/** What was said of an earlier head is folded away; that GitHub refuses it is no reason to fail. */
async function hideEarlier({ ports }: Stage, { pull, mark }: { pull: number; mark: string }): Promise<void> {
  try {
    const reviews = await ports.github.botReviews(pull);
    const ours = reviews.filter(({ body }) => body.includes(reviewMark) && !body.includes(mark));
    const shown = ours.flatMap((review) => review.shown);
    if (shown.length > 0) await ports.github.hideOutdated(shown);
  } catch (error) {
    if (!(error instanceof GsdError) || error.code === "rate-limited") throw error;
    ports.log.warn("earlier reviews could not be hidden", { pull, why: error.message });
  }
}

type Review = Parameters<Stage["ports"]["github"]["createReview"]>[0];

/**
 * A job posts one review: an earlier try to publish it may have done so and died before it could say so.
 * GitHub refuses a review when one of its lines is not in the diff, and so it does while it has not made the diff of a new
 * pull request: so it is tried once more, and only then do all remarks go into its body.
 */
async function post(
  { ports: { github }, pause }: Stage,
  { mark, look, inline, plain }: { mark: string; look: boolean; inline: Review; plain: Review },
): Promise<void> {
  const isPosted = async () =>
    (await github.reviews(inline.pull)).some(({ author, body }) => author.bot && body.includes(mark));
  if (look && (await isPosted())) return;
  let review = inline;
  for (let attempt = 0; ; attempt += 1) {
    try {
      await github.createReview(review);
      return;
    } catch (error) {
      const code = error instanceof GsdError ? error.code : "";
      if ((code !== "invalid" && code !== "unavailable") || attempt >= 3) throw error;
      if (code === "invalid" && attempt > 0) review = plain;
      else await pause(1_000 * 2 ** attempt);
      if (await isPosted()) return;
    }
  }
}
