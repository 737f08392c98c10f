import type { Finding } from "../model/answers.ts";
import type { Feedback } from "../model/feedback.ts";
import type { TaskId } from "../model/ids.ts";
import type { Trouble } from "../model/notice.ts";
import { isQuick } from "../model/route.ts";
import type { Signal } from "../model/signal.ts";
import type { Proposal } from "../model/task.ts";
import type { Track } from "../model/track.ts";
import type { Draft } from "./draft.ts";

export function blockersIn(findings: readonly Finding[]): Finding[] {
  return findings.filter(({ severity }) => severity === "blocker");
}

/** What code alone saw that holds a proposal up: nobody would look at what merges by itself. */
export function blockingSignals(
  track: Pick<Track, "config" | "route">,
  { signals = [], ...proposal }: Pick<Proposal, "handsOff" | "signals" | "risk">,
): Signal[] {
  return mergesByItself(track, proposal) ? signals : [];
}

/** Whether a proposal waits for nobody, once it is ready. */
export function mergesByItself(
  track: Pick<Track, "config" | "route">,
  { handsOff, risk = 0 }: Pick<Proposal, "handsOff" | "risk">,
): boolean {
  const { auto_merge, limits } = track.config;
  // Ledgers of an older version know no such limit.
  return auto_merge && !handsOff && !isQuick(track) && risk <= (limits.risk ?? 0);
}

/** Whether blockers of a fresh review go back to the executor: a bounded number of times, where the branch is still ours. */
export function goesBack({ tasks, config }: Track, id: TaskId, findings: readonly Finding[]): boolean {
  const known = tasks[id];
  if (!known?.proposal || known.proposal.handsOff || blockersIn(findings).length === 0) return false;
  return known.attempts + 1 < config.limits.attempts;
}

/** What stands between a proposal and its approval; the review on its pull request says the same. */
function troubleOf(
  track: Track,
  id: TaskId,
  proposal: Proposal,
  { missing, failing = [] }: Judged,
): Trouble | undefined {
  const { handsOff } = proposal;
  const findings = blockersIn(proposal.findings);
  const signals = blockingSignals(track, proposal);
  if (signals.length > 0) return { type: "blocked", task: id, findings, signals, handsOff };
  if (findings.length > 0) return { type: "blocked", task: id, findings, handsOff };
  if (proposal.checks === "failed") {
    return { type: "head-fails", task: id, head: proposal.head, failing };
  }
  if (missing.length > 0) {
    return { type: "review-failed", task: id, why: { outcome: "crashed" }, missing };
  }
  return undefined;
}

/** What was found besides remarks: who gave no review, and which commands fail. */
interface Judged {
  missing: string[];
  failing?: string[];
}

/** Whether a task that was just checked and reviewed is ready to be approved, or needs a person, whom its review calls. */
export function judge(draft: Draft, id: TaskId, judged: Judged): void {
  const { track, moment } = draft;
  const known = track.tasks[id];
  if (!known?.proposal) return;
  const { resume: _, ...task } = { ...known, feedback: [] };
  const trouble = troubleOf(track, id, known.proposal, judged);
  const alone = trouble === undefined && mergesByItself(track, known.proposal);
  const proposal = alone ? known.proposal : { ...known.proposal, called: true };
  const feedback = trouble ? feedbackOn(trouble) : [];
  if (!trouble)
    track.tasks[id] = { ...task, status: "review", proposal: { ...proposal, readyAt: moment.now } };
  else if (feedback.length === 0)
    track.tasks[id] = {
      ...task,
      status: "needs_input",
      trouble,
      proposal: { ...proposal, blockedAt: moment.now },
    };
  // Where a person says `/retry`, its author goes on from here and knows what was found.
  else {
    const resume = { commit: proposal.head, done: [] };
    const blocked = { ...proposal, blockedAt: moment.now };
    track.tasks[id] = { ...task, status: "needs_input", trouble, feedback, resume, proposal: blocked };
  }
}

/** Remarks and what code saw, for the author of a change. */
export function feedbackOf(findings: readonly Finding[], signals: readonly Signal[] = []): Feedback[] {
  return [
    ...signals.map((signal) => ({ type: "signal" as const, signal })),
    ...findings.map((finding) => ({ type: "finding" as const, finding })),
  ];
}

/** What the author of a change is told about what is wrong with it; nothing where nothing is known to be. */
function feedbackOn(trouble: Trouble): Feedback[] {
  if (trouble.type === "blocked") {
    return feedbackOf(trouble.findings, trouble.signals);
  }
  return trouble.type === "head-fails" ? [{ type: "attempt", outcome: "checks-failed" }] : [];
}
