import { calm, type Draft } from "../jobs/draft.ts";
import type { Feedback } from "../model/feedback.ts";
import type { Commented } from "../model/trigger.ts";
import type { Unmet } from "../model/verification.ts";
import { isUnderWay } from "./amend.ts";
import { type Reply, refuse } from "./on-commented.ts";

/** `/plan --gaps`: tasks for what verification found missing, as an edit of the approved plan that people approve. */
export function planGaps(draft: Draft, { sender }: Commented): Reply {
  const { track } = draft;
  const { revision, resume: _, ...plan } = track.plan;
  if (revision) return refuse({ type: "revision-under-way", by: revision.by });
  const { unmet = [] } = track.verification;
  if (unmet.length === 0 || !isUnderWay(track)) return refuse({ type: "no-gaps" });
  const feedback = unmet.map(toFeedback);
  track.plan = { ...plan, attempts: 0, feedback, revision: { by: sender.login, gaps: true } };
  calm(draft);
  return { ok: true, notice: { type: "gaps-planned", criteria: unmet.map(({ id }) => id) } };
}

function toFeedback({ id, text, evidence }: Unmet): Feedback {
  return { type: "unmet", id, text, evidence };
}
