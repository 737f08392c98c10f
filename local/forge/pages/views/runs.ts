import { type Html, html } from "../../../../web/html.ts";
import { formatDuration, renderOutcome, renderTime } from "../parts.ts";
import type { Run, View } from "../types.ts";

/** Seconds between loads while something is running. */
export const REFRESH = 4;

/** `/{owner}/{repo}/actions`. */
export const showRuns: View = async ({ api, repo }) => {
  const runs = await api.list<Run>(`/repos/${repo}/actions/runs`, "workflow_runs");
  const running = runs.some((run) => run.status !== "completed" && run.status !== "waiting");
  return {
    title: "Actions",
    tab: "actions",
    ...(running && { refresh: REFRESH }),
    body: html`<h1>Workflow runs</h1>
${runs.length > 0 ? html`<ul class="rows">${runs.map((run) => renderRow(repo, run))}</ul>` : html`<p class="empty">Nothing has run yet.</p>`}`,
  };
};

function renderRow(repo: string, run: Run): Html {
  return html`<li>${renderOutcome(run.conclusion ?? run.status)}
<a class="title" href="/${repo}/actions/runs/${run.id}">${run.display_title || run.name}</a>
<p class="quiet">${run.name} #${run.run_number} · ${run.event} by ${run.actor?.login} · <code>${run.head_branch}</code> ·
${renderTime(run.created_at)} · ${formatDuration(run.run_started_at, run.status === "completed" ? run.updated_at : null)}</p></li>`;
}
