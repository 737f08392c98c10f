import { type Html, html } from "../../../../web/html.ts";
import { renderForm, renderLabel, renderState, renderTime } from "../parts.ts";
import { redirect } from "../redirect.ts";
import type { Comment, Issue, PageContext, View } from "../types.ts";
import { renderCommentForm, renderLabels, renderSaid, saidInComment, saidInIssue } from "./thread.ts";

/** `/{owner}/{repo}/issues`. */
export const showIssues: View = async ({ api, repo, query }) => {
  const state = query.get("state") === "closed" ? "closed" : "open";
  const found = await api.list<Issue>(`/repos/${repo}/issues?state=${state}`);
  const issues = found.filter((issue) => !issue.pull_request);
  return {
    title: "Issues",
    tab: "issues",
    body: html`<div class="bar"><h1>Issues</h1>${renderStateLinks(state)}
<a class="button main" href="/${repo}/issues/new">New issue</a></div>
${issues.length > 0 ? html`<ul class="rows">${issues.map((issue) => renderRow(repo, issue))}</ul>` : html`<p class="empty">No ${state} issues.</p>`}`,
  };
};

export function renderStateLinks(current: string): Html {
  const links = ["open", "closed"].map(
    (state) => html`<a href="?state=${state}"${state === current && html` class="active"`}>${state}</a>`,
  );
  return html`<nav class="states" aria-label="State">${links}</nav>`;
}

function renderRow(repo: string, issue: Issue): Html {
  return html`<li><a class="title" href="/${repo}/issues/${issue.number}">${issue.title}</a>
${issue.labels.map(renderLabel)}
<p class="quiet">#${issue.number} opened ${renderTime(issue.created_at)} by ${issue.user?.login} · ${issue.comments} comments</p></li>`;
}

/** `/{owner}/{repo}/issues/new`. */
export const showNewIssue: View = async (context) => ({
  title: "New issue",
  tab: "issues",
  body: html`<h1>New issue</h1><section class="box answer">${renderForm(
    context,
    `/${context.repo}/issues/new`,
    html`<input name="title" placeholder="Title" aria-label="Title" required>
<textarea name="body" rows="8" aria-label="Description" placeholder="What should change, and why"></textarea>
<div class="bar"><button class="main">Open issue</button></div>`,
  )}</section>`,
});

/** `/{owner}/{repo}/issues/{number}`; a pull request's number leads to its own page, as on GitHub. */
export const showIssue: View = async (context) => {
  const { api, repo, params } = context;
  const path = `/repos/${repo}/issues/${Number(params["number"])}`;
  const issue = await api.get<Issue>(path);
  if (issue.pull_request) {
    return redirect(302, `/${repo}/pull/${issue.number}`);
  }
  const comments = await api.list<Comment>(`${path}/comments`);
  return {
    title: `${issue.title} · #${issue.number}`,
    tab: "issues",
    body: html`<h1>${issue.title} <span class="quiet">#${issue.number}</span></h1>
<p>${renderState(issue.state === "open" ? "open" : "closed")} <span class="quiet">${comments.length} comments</span></p>
<div class="columns"><div>
${renderSaid(repo, saidInIssue(issue))}
${comments.map((comment) => renderSaid(repo, saidInComment(comment)))}
${renderCommentForm(context, issue.number)}
</div><aside>${await renderLabels(context, issue)}${renderStateForm(context, issue)}</aside></div>`,
  };
};

/** Closes what is open, and the other way round. */
export function renderStateForm(context: PageContext, issue: { number: number; state: string }): Html {
  const open = issue.state === "open";
  return renderForm(
    context,
    `/${context.repo}/issues/${issue.number}/state`,
    html`<button name="state" value="${open ? "closed" : "open"}">${open ? "Close" : "Reopen"}</button>`,
  );
}
