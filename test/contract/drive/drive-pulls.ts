import type { Octokit } from "@octokit/rest";
import { type Drivers, type Place, placeOf, refused } from "./visitor.ts";

/** Pull requests, reviews, merges and the GraphQL mutations that REST lacks. */
export async function drivePulls(drivers: Drivers): Promise<void> {
  const { pulls, issues } = drivers.maintainer.rest;
  const place = placeOf(drivers);
  await addFile(drivers.maintainer, place, "topic", "src/a.ts", "export const a = 1;\nexport const b = 2;\n");
  const { data: pull } = await pulls.create({
    ...place,
    title: "Add a",
    head: "topic",
    base: "main",
    body: "Part of #1",
    draft: true,
  });
  const one = { ...place, pull_number: pull.number };
  await refused(422, pulls.create({ ...place, title: "Add a", head: "topic", base: "main" }));
  await pulls.list({ ...place, state: "open", head: `${place.owner}:topic`, base: "main" });
  await pulls.get(one);
  await pulls.update({ ...one, title: "Add a and b" });
  await issues.addLabels({ ...place, issue_number: pull.number, labels: ["bug"] });
  await issues.removeLabel({ ...place, issue_number: pull.number, name: "bug" });
  await issues.createComment({ ...place, issue_number: pull.number, body: "/approve" });
  await pulls.listFiles(one);
  await pulls.listCommits(one);
  await driveGraphql(drivers, pull.node_id, pull.number);
  await driveReviews(drivers, pull.number, pull.head.sha);
  await pulls.update({ ...one, state: "closed" });
  await pulls.update({ ...one, state: "open" });
  await addFile(drivers.maintainer, place, "main-moves", "other.txt", "x\n");
  await driveMerge(drivers, pull.number);
}

async function driveReviews(drivers: Drivers, number: number, sha: string): Promise<void> {
  const { pulls } = drivers.writer.rest;
  const one = { ...placeOf(drivers), pull_number: number };
  const { data: review } = await pulls.createReview({
    ...one,
    commit_id: sha,
    event: "COMMENT",
    body: "A look",
    comments: [{ path: "src/a.ts", line: 2, side: "RIGHT", body: "why b?" }],
  });
  const { data: approval } = await pulls.createReview({ ...one, commit_id: sha, event: "APPROVE" });
  await pulls.createReview({ ...one, event: "REQUEST_CHANGES", body: "not yet" });
  await pulls.createReview({ ...one, event: "APPROVE" });
  await refused(422, drivers.maintainer.rest.pulls.createReview({ ...one, event: "APPROVE" }));
  await pulls.listReviews(one);
  await pulls.getReview({ ...one, review_id: review.id });
  await pulls.listCommentsForReview({ ...one, review_id: review.id });
  await driveRemarks(drivers, number, sha);
  await pulls.dismissReview({ ...one, review_id: approval.id, message: "settled" });
  await pulls.listReviewComments(one);
  await pulls.listReviewCommentsForRepo(placeOf(drivers));
}

async function driveRemarks(drivers: Drivers, number: number, sha: string): Promise<void> {
  const { pulls, reactions, repos } = drivers.maintainer.rest;
  const place = placeOf(drivers);
  const one = { ...place, pull_number: number };
  const at = { commit_id: sha, path: "src/a.ts", line: 1, side: "RIGHT" as const };
  const { data: remark } = await pulls.createReviewComment({ ...one, ...at, body: "a?" });
  const comment = { ...place, comment_id: remark.id };
  await pulls.createReplyForReviewComment({ ...one, comment_id: remark.id, body: "because" });
  await pulls.getReviewComment(comment);
  await pulls.updateReviewComment({ ...comment, body: "a??" });
  const { data: reaction } = await reactions.createForPullRequestReviewComment({
    ...comment,
    content: "heart",
  });
  await reactions.listForPullRequestReviewComment(comment);
  await reactions.deleteForPullRequestComment({ ...comment, reaction_id: reaction.id });
  const { data: gone } = await pulls.createReplyForReviewComment({
    ...one,
    comment_id: remark.id,
    body: "gone",
  });
  await pulls.deleteReviewComment({ ...place, comment_id: gone.id });
  await pulls.requestReviewers({ ...one, reviewers: ["grace"] });
  await repos.listPullRequestsAssociatedWithCommit({ ...place, commit_sha: sha });
}

async function driveGraphql({ maintainer, ...drivers }: Drivers, id: string, number: number): Promise<void> {
  const ready = `mutation($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { id isDraft number } } }`;
  await maintainer.graphql(ready, { id });
  const draft = `mutation($id: ID!) { convertPullRequestToDraft(input: { pullRequestId: $id }) { pullRequest { id isDraft } } }`;
  await maintainer.graphql(draft, { id }).catch(() => undefined);
  await maintainer.graphql(ready, { id });
  const place = { owner: drivers.owner, repo: drivers.repo, issue_number: number };
  const { data: comment } = await maintainer.rest.issues.createComment({ ...place, body: "old news" });
  const react = `mutation($id: ID!) { addReaction(input: { subjectId: $id, content: ROCKET }) { clientMutationId } }`;
  const minimize = `mutation($id: ID!) { minimizeComment(input: { subjectId: $id, classifier: OUTDATED }) { minimizedComment { isMinimized minimizedReason } } }`;
  await maintainer.graphql(react, { id: comment.node_id });
  await maintainer.graphql(minimize, { id: comment.node_id });
}

async function driveMerge(drivers: Drivers, number: number): Promise<void> {
  const { pulls } = drivers.maintainer.rest;
  const one = { ...placeOf(drivers), pull_number: number };
  await refused(404, pulls.checkIfMerged(one));
  await pulls.updateBranch(one).catch(() => undefined);
  const { data: pull } = await pulls.get(one);
  await refused(409, pulls.merge({ ...one, sha: "0".repeat(40), merge_method: "squash" }));
  await pulls.merge({ ...one, sha: pull.head.sha, merge_method: "squash", commit_title: "Add a (#2)" });
  await pulls.checkIfMerged(one);
  await pulls.get(one);
  await refused(405, pulls.merge({ ...one, merge_method: "squash" }));
}

async function addFile(
  octokit: Octokit,
  place: Place,
  branch: string,
  path: string,
  text: string,
): Promise<void> {
  const { git, repos } = octokit.rest;
  const { data: main } = await git.getRef({ ...place, ref: "heads/main" });
  await git.createRef({ ...place, ref: `refs/heads/${branch}`, sha: main.object.sha });
  const content = Buffer.from(text).toString("base64");
  await repos.createOrUpdateFileContents({ ...place, path, branch, message: `feat: ${path}`, content });
}
