import { type Html, html } from "../../../../web/html.ts";
import { encodePath, renderForm, renderState, renderTime } from "../parts.ts";
import { redirect } from "../redirect.ts";
import type {
  CheckRun,
  CombinedStatus,
  Comment,
  CommitSummary,
  DiffFile,
  Issue,
  PageContext,
  Pull,
  Review,
  ReviewComment,
  View,
} from "../types.ts";
import { renderChecks } from "./checks.ts";
import { renderCommits } from "./commits.ts";
import { renderDiff, renderInline } from "./diff.ts";
import { renderStateForm } from "./issues.ts";
import { pullState } from "./pulls.ts";
import {
  renderCommentForm,
  renderLabels,
  renderSaid,
  type Said,
  saidInComment,
  saidInIssue,
} from "./thread.ts";

/** `/{owner}/{repo}/pull/{number}`: the conversation, what checks say, commits and the diff on one page. */
export const showPull: View = async (context) => {
  const { repo } = context;
  const found = await loadPull(context);
  const { pull, commits, files, remarks } = found;
  return {
    title: `${pull.title} · #${pull.number}`,
    tab: "pulls",
    body: html`<h1>${pull.title} <span class="quiet">#${pull.number}</span></h1>
${renderHeadline(repo, pull)}
<nav class="jump" aria-label="On this page"><a href="#conversation">Conversation</a> <a href="#checks">Checks</a>
<a href="#commits">Commits (${commits.length})</a> <a href="#files">Files changed (${files.length})</a></nav>
<div class="columns"><div id="conversation">
${renderConversation(repo, found)}
${pull.state === "open" && renderDecisionForms(context, pull)}
${renderCommentForm(context, pull.number)}
</div><aside>${await renderLabels(context, { number: pull.number, labels: pull.labels as Issue["labels"] })}
${!pull.merged_at && renderStateForm(context, pull)}</aside></div>
<h2 id="checks">Checks</h2>${renderChecks(repo, found.checks, found.status)}
<h2 id="commits">Commits</h2>${renderCommits(repo, commits)}
<h2 id="files">Files changed</h2>${renderDiff(repo, files, remarks)}`,
  };
};

/** `/{owner}/{repo}/pull/{number}/…`: GitHub's tabs are parts of one page here. */
export const showPullPart: View = async ({ repo, params }) => {
  const part = ["files", "commits", "checks"].find((name) => name === params["rest"]) ?? "conversation";
  return redirect(302, `/${repo}/pull/${Number(params["number"])}#${part}`);
};

async function loadPull({ api, repo, params }: PageContext) {
  const number = Number(params["number"]);
  const pull = await api.get<Pull>(`/repos/${repo}/pulls/${number}`);
  const path = `/repos/${repo}/pulls/${number}`;
  const head = `/repos/${repo}/commits/${pull.head.sha}`;
  const [issue, comments, reviews, remarks, commits, files, checks, status] = await Promise.all([
    api.get<Issue>(`/repos/${repo}/issues/${number}`),
    api.list<Comment>(`/repos/${repo}/issues/${number}/comments`),
    api.list<Review>(`${path}/reviews`),
    api.list<ReviewComment>(`${path}/comments`),
    api.list<CommitSummary>(`${path}/commits`),
    api.list<DiffFile>(`${path}/files`),
    api.find<{ check_runs: CheckRun[] }>(`${head}/check-runs`),
    api.find<CombinedStatus>(`${head}/status`),
  ]);
  return {
    pull,
    issue,
    comments,
    reviews,
    remarks,
    commits,
    files,
    checks: checks?.check_runs ?? [],
    status,
  };
}

type FoundPull = Awaited<ReturnType<typeof loadPull>>;

function renderHeadline(repo: string, pull: Pull): Html {
  const branch = (name: string) => html`<a href="/${repo}/tree/${encodePath(name)}"><code>${name}</code></a>`;
  const merged =
    pull.merged_at &&
    html` · merged by ${pull.merged_by?.login} ${renderTime(pull.merged_at)} as
<a href="/${repo}/commit/${pull.merge_commit_sha}"><code>${pull.merge_commit_sha?.slice(0, 7)}</code></a>`;
  return html`<p>${renderState(pullState(pull))} ${branch(pull.head.ref)} into ${branch(pull.base.ref)}
<span class="quiet">by ${pull.user?.login}${merged}</span></p>`;
}

function renderConversation(repo: string, { issue, comments, reviews, remarks }: FoundPull): Html[] {
  const said = [
    ...comments.map((comment) => ({ id: comment.id, said: saidInComment(comment) })),
    ...reviews.map((review) => ({ id: review.id, said: saidInReview(repo, review, remarks) })),
  ];
  // Times are whole seconds; ids tell the order within one.
  const inOrder = said.sort(
    (a, b) => Date.parse(a.said.at ?? "") - Date.parse(b.said.at ?? "") || a.id - b.id,
  );
  return [saidInIssue(issue), ...inOrder.map((one) => one.said)].map((one) => renderSaid(repo, one));
}

const VERBS: Record<string, string> = {
  APPROVED: "approved",
  CHANGES_REQUESTED: "asked for changes",
  COMMENTED: "reviewed",
  DISMISSED: "reviewed (dismissed)",
};

function saidInReview(repo: string, review: Review, remarks: ReviewComment[]): Said {
  const own = remarks.filter((remark) => remark.pull_request_review_id === review.id);
  return {
    id: `pullrequestreview-${review.id}`,
    login: review.user?.login,
    bot: review.user?.type === "Bot",
    verb: html`<span class="verdict ${review.state.toLowerCase()}">${VERBS[review.state] ?? review.state}</span>
<code>${review.commit_id?.slice(0, 7)}</code>`,
    at: review.submitted_at,
    body: review.body,
    more: own.map((remark) => renderInline(repo, remark)),
  };
}

/** Both carry the head that is shown: a push in between makes GitHub refuse. */
function renderDecisionForms(context: PageContext, pull: Pull): Html {
  const action = `/${context.repo}/pull/${pull.number}`;
  const head = html`<input type="hidden" name="sha" value="${pull.head.sha}">`;
  const methods = ["squash", "merge", "rebase"].map((name) => html`<option>${name}</option>`);
  return html`<section class="box decide">
${renderForm(
  context,
  `${action}/review`,
  html`${head}<input name="body" placeholder="a word with it (optional)" aria-label="Review text">
<button name="event" value="APPROVE" class="main">Approve</button>
<button name="event" value="REQUEST_CHANGES">Ask for changes</button>`,
)}
${renderForm(
  context,
  `${action}/merge`,
  html`${head}<select name="method" aria-label="Merge method">${methods}</select>
<button${pull.draft && html` disabled title="A draft cannot be merged"`}>Merge</button>
<span class="quiet">${pull.mergeable === false ? "conflicts with its base" : (pull.mergeable_state ?? "")}</span>`,
)}
</section>`;
}
