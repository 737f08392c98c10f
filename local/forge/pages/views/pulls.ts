import { type Html, html } from "../../../../web/html.ts";
import { renderLabel, renderState, renderTime, type State } from "../parts.ts";
import type { Pull, PullSummary, View } from "../types.ts";
import { renderStateLinks } from "./issues.ts";

/** `/{owner}/{repo}/pulls`. */
export const showPulls: View = async ({ api, repo, query }) => {
  const state = query.get("state") === "closed" ? "closed" : "open";
  const pulls = await api.list<PullSummary>(`/repos/${repo}/pulls?state=${state}`);
  return {
    title: "Pull requests",
    tab: "pulls",
    body: html`<div class="bar"><h1>Pull requests</h1>${renderStateLinks(state)}</div>
${pulls.length > 0 ? html`<ul class="rows">${pulls.map((pull) => renderRow(repo, pull))}</ul>` : html`<p class="empty">No ${state} pull requests.</p>`}`,
  };
};

function renderRow(repo: string, pull: PullSummary): Html {
  return html`<li>${renderState(pullState(pull))} <a class="title" href="/${repo}/pull/${pull.number}">${pull.title}</a>
${pull.labels.map(renderLabel)}
<p class="quiet">#${pull.number} opened ${renderTime(pull.created_at)} by ${pull.user?.login} ·
<code>${pull.head.ref}</code> into <code>${pull.base.ref}</code></p></li>`;
}

export function pullState(pull: Pick<Pull | PullSummary, "state" | "draft" | "merged_at">): State {
  if (pull.merged_at) return "merged";
  if (pull.state !== "open") return "closed";
  return pull.draft ? "draft" : "open";
}
