import { type LinePlace, looseFindings, placeInPatch, placeOf } from "../../core/check/place-findings.ts";
import { jobKey } from "../../core/codec/keys.ts";
import { reviewMark } from "../../core/codec/marker-starts.ts";
import { marker } from "../../core/codec/markers.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { PublicationInput } from "../../core/jobs/row.ts";
import type { Finding } from "../../core/model/answers.ts";
import type { Bound, PublishStep } from "../../core/model/publication.ts";
import { type Stage, unbound } from "./perform-publication.ts";

type ReviewStep = Extract<PublishStep, { type: "review" }>;

/** Posts one review: remarks inline where GitHub takes them, else in its body. Bots comment; they never approve. */
export async function performReview(stage: Stage, step: ReviewStep): Promise<Bound> {
  const { bound, input } = stage;
  const { pull = bound.pull, head = bound.head, verdict } = step;
  if (pull === undefined || head === undefined) throw unbound("pull request");
  const loose = looseFindings(verdict.findings);
  const write = (place: Place): Review => {
    const comments = verdict.findings.flatMap((finding) => {
      const at = loose.includes(finding) ? undefined : place(finding);
      return at ? [{ finding, at }] : [];
    });
    const placed = new Set(comments.map(({ finding }) => finding));
    const rest = verdict.findings.filter((finding) => !placed.has(finding));
    return {
      pull,
      commit: head,
      body: stage.write({ type: "review-body", loose: rest, verdict }),
      comments: comments.map(({ finding, at }) => ({
        path: finding.path,
        ...at,
        body: stage.write({ type: "finding", finding }),
      })),
    };
  };
  const mark = marker.format("review", jobKey.format(input.job));
  await post(stage, { mark, pull, write });
  if (hasEarlier(input)) await hideEarlier(stage, { pull, mark });
  return {};
}

/** Where a remark is to stand; undefined for one that belongs into the body. */
type Place = (finding: Finding) => LinePlace | undefined;

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

interface Post {
  mark: string;
  pull: number;
  write: (place: Place) => Review;
}

/**
 * A job posts one review: an earlier try to publish it may have done so and died before it could say so.
 * GitHub refuses a review as a whole when one of its lines is not in the diff, and so it does while it has not made the diff of a
 * new pull request. So it is tried once more; then remarks stand at the lines that GitHub says it shows; then all are in its body.
 */
async function post(stage: Stage, { mark, pull, write }: Post): Promise<void> {
  const { github } = stage.ports;
  const isPosted = async () =>
    (await github.reviews(pull)).some(({ author, body }) => author.bot && body.includes(mark));
  if (stage.again && (await isPosted())) return;
  let review = write(placeOf);
  for (let attempt = 0; ; attempt += 1) {
    try {
      await github.createReview(review);
      return;
    } catch (error) {
      const code = error instanceof GsdError ? error.code : "";
      if ((code !== "invalid" && code !== "unavailable") || attempt >= 3) throw error;
      if (code === "invalid" && attempt > 0) {
        review = write(attempt === 1 ? await placeAsShown(stage, pull) : () => undefined);
      } else await stage.pause(1_000 * 2 ** attempt);
      if (await isPosted()) return;
    }
  }
}

/** Renamed, deleted and long files: only GitHub knows which lines of them it shows. */
async function placeAsShown({ ports: { github } }: Stage, pull: number): Promise<Place> {
  const files = new Map((await github.changedFiles(pull)).map(({ path, patch }) => [path, patch]));
  return (finding) => placeInPatch(finding, files.get(finding.path));
}
