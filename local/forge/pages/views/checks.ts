import { type Html, html } from "../../../../web/html.ts";
import { renderOutcome } from "../parts.ts";
import type { CheckRun, CombinedStatus } from "../types.ts";

/** Check runs and commit statuses of one head. */
export function renderChecks(
  repo: string,
  checks: readonly CheckRun[],
  status: CombinedStatus | undefined,
): Html {
  const statuses = status?.statuses ?? [];
  if (checks.length + statuses.length === 0)
    return html`<p class="empty">No checks or statuses on this head.</p>`;
  return html`<ul class="rows checks">
${statuses.map((one) => html`<li>${renderOutcome(one.state)} <strong>${one.context}</strong> ${one.description} ${renderDetails(one.target_url)}</li>`)}
${checks.map((one) => html`<li>${renderOutcome(one.conclusion ?? one.status)} <strong>${one.name}</strong> ${one.output?.title} ${renderDetails(one.details_url)}</li>`)}
</ul><p class="quiet">of <a href="/${repo}/commit/${status?.sha}"><code>${status?.sha?.slice(0, 7)}</code></a></p>`;
}

function renderDetails(url: string | null | undefined): Html | undefined {
  return url && /^https?:\/\//.test(url)
    ? html`<a href="${url}" rel="noopener noreferrer">details</a>`
    : undefined;
}
