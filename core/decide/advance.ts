import type { Draft } from "../jobs/draft.ts";
import { calm } from "../jobs/draft.ts";
import { noticeForms } from "../jobs/forms.ts";
import { report } from "../jobs/report.ts";
import { noticeRequests } from "../jobs/requests.ts";
import { rollback } from "../jobs/rollback.ts";
import { rows } from "../jobs/rows.ts";
import { startJobs } from "../jobs/start-jobs.ts";
import type { Facts } from "../model/facts.ts";
import { isOpen } from "../model/track.ts";
import { noticeAmendment } from "./amend.ts";
import { callPeople } from "./call-people.ts";
import { mergeWhatIsApproved } from "./merge-approved.ts";
import { noticeConflict } from "./notice-conflict.ts";
import { noticeGaps } from "./notice-gaps.ts";
import { noticeHead } from "./notice-head.ts";
import { noticeIssue } from "./notice-issue.ts";
import { noticeLedger } from "./notice-ledger.ts";
import { noticePlan } from "./notice-plan.ts";
import { noticePulls } from "./notice-pulls.ts";
import { noticeRuns } from "./notice-runs.ts";
import { noticeSiblings } from "./notice-siblings.ts";
import { noticeTrackReopened } from "./revive.ts";

/** The one place that finds what is due: what is ready is queued and started, what is approved and green is merged. */
export function advance(draft: Draft, facts: Facts): void {
  noticeLedger(draft, facts);
  noticeGaps(draft, facts);
  noticeRuns(draft, facts);
  noticeTrackReopened(draft, facts);
  noticePulls(draft, facts);
  noticeHead(draft, facts);
  noticeRequests(draft, facts);
  noticeIssue(draft, facts);
  noticeAmendment(draft, facts);
  const works = isOpen(draft.track) && !draft.track.paused;
  if (works) noticeConflict(draft, facts);
  if (works) noticeSiblings(draft, facts);
  if (works) noticePlan(draft, facts);
  queueDue(draft, facts);
  if (works) mergeWhatIsApproved(draft, facts);
  if (works) callPeople(draft);
  noticeForms(draft);
  startJobs(draft, facts);
  // What could not start may be due again: the next loop finds it in the queue.
  queueDue(draft, facts);
}

function queueDue(draft: Draft, facts: Facts): void {
  const { track } = draft;
  if (isOpen(track) && track.paused) return;
  const waits = modelWaits(draft);
  // All that a track that is over can still be asked for.
  const due = isOpen(track) ? Object.values(rows) : [rollback, report];
  // Without a model there is still work that asks nobody.
  for (const row of due) if (!waits || !row.asksAgents) row.advance(draft, facts);
}

/** Whether the provider's limit still holds; the first loop after it goes on by itself. */
function modelWaits(draft: Draft): boolean {
  const { notBefore, ...track } = draft.track;
  if (notBefore === undefined) return false;
  if (notBefore > draft.moment.now) return true;
  draft.track = track;
  if (track.trouble?.type === "model-waits") calm(draft);
  return false;
}
