import { optionalNumber, optionalText, text } from "../body.ts";
import { timestamp } from "../clock.ts";
import { emit } from "../emit.ts";
import { created, found, invalid, noContent, ok, pages } from "../reply.ts";
import type { Call, Routes } from "../router.ts";
import { pullFiles, simplePull } from "../shapes/pull.ts";
import { reviewCommentShape } from "../shapes/review.ts";
import { findPull, type PullIssue, type ReviewComment } from "../state/pull.ts";
import { userOf } from "../state/world.ts";

const repo = "/repos/{owner}/{repo}";

export const reviewCommentRoutes: Routes = {
  [`GET ${repo}/pulls/{pull_number}/comments`]: (call) =>
    listComments(call, (comment) => comment.pull === pullOf(call).number),
  [`GET ${repo}/pulls/comments`]: (call) => listComments(call, () => true),
  [`POST ${repo}/pulls/{pull_number}/comments`]: createOne,
  [`POST ${repo}/pulls/{pull_number}/comments/{comment_id}/replies`]: (call) =>
    reply(call, Number(call.params["comment_id"])),
  [`GET ${repo}/pulls/comments/{comment_id}`]: (call) =>
    ok(reviewCommentShape(call.world, call.repo, reviewCommentOf(call))),
  [`PATCH ${repo}/pulls/comments/{comment_id}`]: update,
  [`DELETE ${repo}/pulls/comments/{comment_id}`]: remove,
};

/** The pull request that the address names. */
export function pullOf(call: Call): PullIssue {
  return found(findPull(call.repo, Number(call.params["pull_number"])));
}

export function reviewCommentOf(call: Call): ReviewComment {
  return found(call.repo.reviewComments.get(Number(call.params["comment_id"])));
}

function listComments(call: Call, wanted: (comment: ReviewComment) => boolean) {
  const since = call.query.get("since");
  const hits = [...call.repo.reviewComments.values()].filter(
    (comment) => wanted(comment) && (!since || Date.parse(comment.updatedAt) >= Date.parse(since)),
  );
  if (call.query.get("direction") === "desc") hits.reverse();
  return pages(hits.map((comment) => reviewCommentShape(call.world, call.repo, comment)));
}

function createOne(call: Call) {
  const inReplyTo = optionalNumber(call.body, "in_reply_to");
  if (inReplyTo !== undefined) return reply(call, inReplyTo);
  const comment = makeReviewComment(call, pullOf(call), { from: call.body, review: null });
  call.repo.reviewComments.set(comment.id, comment);
  tellComment(call, comment, "created");
  return created(reviewCommentShape(call.world, call.repo, comment));
}

/** An inline comment on a line that the pull request's difference shows; neither kept nor announced yet. */
export function makeReviewComment(
  call: Call,
  issue: PullIssue,
  { from, review }: { from: Record<string, unknown>; review: number | null },
): ReviewComment {
  const { world, repo, actor } = call;
  const path = text(from, "path", "PullRequestReviewComment");
  const patch = pullFiles(repo, issue).find((file) => file.filename === path)?.patch;
  const line = optionalNumber(from, "line") ?? lineAt(patch, optionalNumber(from, "position")) ?? null;
  const side = optionalText(from, "side") === "LEFT" ? "LEFT" : "RIGHT";
  const wholeFile = optionalText(from, "subject_type") === "file";
  const hunk = wholeFile ? "" : hunkAt(patch, { line: line ?? 0, side });
  if (hunk === undefined)
    throw invalid(
      {
        resource: "PullRequestReviewComment",
        field: "pull_request_review_thread.line",
        code: "custom",
        message: "pull_request_review_thread.line must be part of the diff",
      },
      {
        resource: "PullRequestReviewComment",
        field: "pull_request_review_thread.diff_hunk",
        code: "missing_field",
      },
    );
  const startLine = optionalNumber(from, "start_line") ?? null;
  if (startLine !== null) requireOneHunk(patch, { line: line ?? 0, startLine, side });
  const now = timestamp(world);
  const comment: ReviewComment = {
    id: world.nextId(),
    pull: issue.number,
    review,
    user: userOf(actor, world),
    body: text(from, "body", "PullRequestReviewComment"),
    path,
    line: wholeFile ? null : line,
    startLine,
    side,
    commitId: optionalText(from, "commit_id") ?? issue.pull.head.sha,
    originalCommitId: issue.pull.head.sha,
    diffHunk: hunk,
    subjectType: wholeFile ? "file" : "line",
    reactions: [],
    createdAt: now,
    updatedAt: now,
  };
  return comment;
}

interface PatchLine {
  hunk: number;
  text: string;
  left: number | undefined;
  right: number | undefined;
}

function patchLines(patch: string): PatchLine[] {
  let [left, right, hunk] = [0, 0, -1];
  return patch.split("\n").map((text) => {
    const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(text);
    if (header) {
      [left, right, hunk] = [Number(header[1]), Number(header[2]), hunk + 1];
      return { hunk, text, left: undefined, right: undefined };
    }
    const [inLeft, inRight] = [!text.startsWith("+"), !text.startsWith("-")];
    const line = { hunk, text, left: inLeft ? left : undefined, right: inRight ? right : undefined };
    if (inLeft) left++;
    if (inRight) right++;
    return line;
  });
}

/** The hunk up to the commented line; undefined when the difference does not show that line. */
function hunkAt(patch: string | undefined, at: { line: number; side: "LEFT" | "RIGHT" }): string | undefined {
  const lines = patchLines(patch ?? "");
  const index = lines.findIndex(
    (line) => (at.side === "LEFT" ? line.left : line.right) === at.line && line.hunk >= 0,
  );
  const hit = lines[index];
  if (!hit) return undefined;
  return lines
    .slice(0, index + 1)
    .filter((line) => line.hunk === hit.hunk)
    .map((line) => line.text)
    .join("\n");
}

/** GitHub takes several lines only from the first to the last, and within one hunk. */
function requireOneHunk(
  patch: string | undefined,
  { line, startLine, side }: { line: number; startLine: number; side: "LEFT" | "RIGHT" },
): void {
  const hunkOf = (number: number) =>
    patchLines(patch ?? "").find(
      ({ hunk, left, right }) => hunk >= 0 && (side === "LEFT" ? left : right) === number,
    )?.hunk;
  const refuse = (message: string) =>
    invalid({
      resource: "PullRequestReviewComment",
      field: "pull_request_review_thread.start_line",
      code: "custom",
      message: `pull_request_review_thread.start_line ${message}`,
    });
  if (startLine >= line) throw refuse("must precede the end line.");
  if (hunkOf(startLine) === undefined) throw refuse("must be part of the diff");
  if (hunkOf(startLine) !== hunkOf(line)) throw refuse("must be part of the same hunk as the line.");
}

/** GitHub's older way of naming a line: its place below the first hunk header. */
function lineAt(patch: string | undefined, position: number | undefined): number | undefined {
  return position === undefined ? undefined : patchLines(patch ?? "")[position]?.right;
}

function reply(call: Call, to: number) {
  const first = found(call.repo.reviewComments.get(to));
  const now = timestamp(call.world);
  const comment: ReviewComment = {
    ...first,
    id: call.world.nextId(),
    review: null,
    replyTo: first.replyTo ?? first.id,
    user: userOf(call.actor, call.world),
    body: text(call.body, "body", "PullRequestReviewComment"),
    reactions: [],
    createdAt: now,
    updatedAt: now,
  };
  call.repo.reviewComments.set(comment.id, comment);
  tellComment(call, comment, "created");
  return created(reviewCommentShape(call.world, call.repo, comment));
}

export function tellComment(
  call: Call,
  comment: ReviewComment,
  action: string,
  more: Record<string, unknown> = {},
) {
  const { world, repo, actor } = call;
  const pull = findPull(repo, comment.pull)!;
  emit(world, repo, {
    event: "pull_request_review_comment",
    action,
    actor,
    pull,
    payload: {
      comment: reviewCommentShape(world, repo, comment),
      pull_request: simplePull(world, repo, pull),
      ...more,
    },
  });
}

function update(call: Call) {
  const comment = reviewCommentOf(call);
  const from = comment.body;
  comment.body = text(call.body, "body", "PullRequestReviewComment");
  comment.updatedAt = timestamp(call.world);
  tellComment(call, comment, "edited", { changes: { body: { from } } });
  return ok(reviewCommentShape(call.world, call.repo, comment));
}

function remove(call: Call) {
  const comment = reviewCommentOf(call);
  tellComment(call, comment, "deleted");
  call.repo.reviewComments.delete(comment.id);
  return noContent();
}
