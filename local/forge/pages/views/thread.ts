import { type Html, html, type Part } from "../../../../web/html.ts";
import { renderMarkdown } from "../../../../web/markdown/render-markdown.ts";
import { renderForm, renderLabel, renderReactions, renderTime } from "../parts.ts";
import type { Comment, Issue, Label, PageContext, Reactions } from "../types.ts";

/** One thing that someone said. */
export interface Said {
  id: string;
  login: string | undefined;
  bot: boolean;
  verb: Part;
  at: string | null | undefined;
  body: string | null | undefined;
  reactions?: Reactions;
  /** Shown below the text, e.g. inline comments. */
  more?: Part;
}

export function renderSaid(repo: string, said: Said): Html {
  return html`<article class="box said${said.bot && " bot"}" id="${said.id}">
<header><strong>${said.login ?? "ghost"}</strong>${said.bot && html` <span class="badge">bot</span>`} ${said.verb}
<a class="quiet" href="#${said.id}">${renderTime(said.at)}</a></header>
${said.body && renderMarkdown(said.body, { repo })}
${said.more}
${renderReactions(said.reactions)}
</article>`;
}

export function saidInIssue(issue: Pick<Issue, "user" | "created_at" | "body" | "reactions">): Said {
  return {
    id: "body",
    login: issue.user?.login,
    bot: issue.user?.type === "Bot",
    verb: "opened this",
    at: issue.created_at,
    body: issue.body || "*No description.*",
    reactions: issue.reactions,
  };
}

export function saidInComment(comment: Comment): Said {
  const edited = comment.updated_at !== comment.created_at;
  return {
    id: `issuecomment-${comment.id}`,
    login: comment.user?.login,
    bot: comment.user?.type === "Bot",
    verb: edited ? "commented (edited)" : "commented",
    at: comment.created_at,
    body: comment.body,
    reactions: comment.reactions,
  };
}

/** Labels with a cross each, and a field for one more. */
export async function renderLabels(
  context: PageContext,
  issue: Pick<Issue, "number" | "labels">,
): Promise<Html> {
  const action = `/${context.repo}/issues/${issue.number}/labels`;
  const all = (await context.api.find<Label[]>(`/repos/${context.repo}/labels?per_page=100`)) ?? [];
  const own = issue.labels.map((label) => (typeof label === "string" ? label : (label.name ?? "")));
  const crosses = issue.labels.map((label, index) =>
    renderForm(
      context,
      `${action}/remove`,
      html`<input type="hidden" name="name" value="${own[index]}">${renderLabel(label)}
<button class="cross" title="Remove ${own[index]}" aria-label="Remove ${own[index]}">×</button>`,
    ),
  );
  const more = all
    .filter(({ name }) => !own.includes(name))
    .map(({ name }) => html`<option value="${name}">`);
  return html`<section class="labels"><h2>Labels</h2>
${own.length > 0 ? crosses : html`<p class="quiet">None yet</p>`}
${renderForm(
  context,
  `${action}/add`,
  html`<input name="name" list="all-labels" placeholder="add a label" aria-label="Label" required>
<datalist id="all-labels">${more}</datalist> <button>Add</button>`,
)}
</section>`;
}

export function renderCommentForm(context: PageContext, number: number, more?: Part): Html {
  return html`<section class="box answer">${renderForm(
    context,
    `/${context.repo}/issues/${number}/comment`,
    html`<textarea id="issuecomment-new" name="body" rows="4" aria-label="Comment" placeholder="Comment as ${context.viewer.login}; a command such as /status starts a line"></textarea>
<div class="bar"><button class="main">Comment</button>${more}</div>`,
  )}</section>`;
}
