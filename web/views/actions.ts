import type { Track } from "../../core/model/track.ts";
import { type TrackAction, trackActions } from "../../core/view/track-actions.ts";
import { address, github } from "../address.ts";
import { type Html, html } from "../html.ts";
import type { RepositoryContext } from "../page.ts";
import { formField } from "../viewer.ts";

const labels: Record<TrackAction["what"], (action: TrackAction) => string> = {
  "approve-plan": () => "Approve the plan",
  "approve-task": ({ task, thread }) => `Approve ${task} (#${thread})`,
  "approve-rollback": ({ thread }) => `Approve the rollback (#${thread})`,
  retry: ({ task }) => `Retry ${task}`,
  skip: ({ task }) => `Skip ${task}`,
  pause: () => "Pause",
  resume: () => "Resume",
  cancel: () => "Cancel the track",
};

/** What came of the last click, and what may be clicked now; nothing of the kind for those who may only read. */
export async function renderActions(track: Track, context: RepositoryContext): Promise<Html | undefined> {
  const { viewer, repository } = context;
  if (!viewer || !(await viewer.mayCommand(repository.repository))) return undefined;
  const buttons = trackActions(track).map((action) => renderButton(action, track, context));
  return html`<div data-live="said" role="status">${renderSaid(track, context)}</div>
<div data-live="actions" class="actions">${buttons}</div>`;
}

/** Each says what it will post; what cannot be taken back easily asks once more. */
function renderButton(action: TrackAction, { issue }: Track, context: RepositoryContext): Html {
  const { viewer, repository } = context;
  const label = labels[action.what](action);
  const form = html`<form method="post"${action.what.startsWith("approve") && html` class="approve"`} action="${address.track(repository.repository, issue)}/act">
<input type="hidden" name="${formField}" value="${viewer?.formToken}">
<input type="hidden" name="command" value="${action.command}">
<input type="hidden" name="thread" value="${action.thread}">
<button title="Comments ${action.command} on #${action.thread} as you">${label}</button>
</form>`;
  if (action.what !== "cancel" && action.what !== "skip") return form;
  return html`<details class="ask"><summary>${label} …</summary><p>This comments <code>${action.command}</code> on #${action.thread} as you.</p>${form}</details>`;
}

/** A comment of theirs, and gsd's answer to it. */
function renderSaid(track: Track, { query, site, repository }: RepositoryContext): Html | undefined {
  const [, thread, comment] = /^([1-9]\d{0,9})-([1-9]\d{0,15})$/.exec(query.get("said") ?? "") ?? [];
  if (thread === undefined || comment === undefined) return undefined;
  const address = `${github.issue(site, repository.repository, Number(thread))}#issuecomment-${comment}`;
  const link = html`<a href="${address}">your comment</a>`;
  const rulings = (track.rulings ?? []).filter(({ source }) => source === `c${comment}`);
  const [first] = rulings;
  if (!first)
    return html`<p class="answer-line">gsd has not answered ${link} yet. This page follows by itself.</p>`;
  const command = html`<code>/${first.command}${first.task !== undefined && ` ${first.task}`}</code>`;
  if (rulings.every(({ ok }) => ok))
    return html`<p class="answer-line ok">gsd took ${command} from ${link}.</p>`;
  return html`<p class="answer-line refused">gsd refused ${command}: its answer stands below ${link}.</p>`;
}
