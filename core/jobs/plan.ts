import { answersOf } from "../check/answers-of.ts";
import { trackBranch } from "../codec/branches.ts";
import { stepName } from "../codec/keys.ts";
import { backlogFile, documentFiles, planPath } from "../codec/paths.ts";
import { isFinal, isLesson } from "../model/job.ts";
import type { Why } from "../model/notice/parts.ts";
import type { NewFile } from "../model/publication.ts";
import type { Question } from "../model/question.ts";
import type { Track } from "../model/track.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { amendPlan, isAmending, isRevising, keptTasks, recordAmendment } from "./amend-plan.ts";
import { announcePlan } from "./announce-plan.ts";
import { type Draft, isLeaving, isStarting, liveJob, queueJob, say, settled } from "./draft.ts";
import { askPeople, numbersIn, planAsks } from "./forms.ts";
import { recordHealth } from "./health.ts";
import { documentProblems, soundDocuments } from "./plan-documents.ts";
import { proposePlan } from "./propose-plan.ts";
import { longestLeg, type PublicationInput, type Row } from "./row.ts";

/** Planners side by side with the health check, then the backlog: one draft pull request. */
export const plan: Row<"plan"> = {
  recipe: ({ plan: { revision } }) => (revision?.gaps ? "gaps" : revision ? "replan" : "plan"),
  asksAgents: true,
  asksPeople: true,
  minutes: () => longestLeg,
  place: (track) => ({ branch: trackBranch.format(track), ref: trackBranch.format(track) }),
  resume: (track) => track.plan.resume,
  readsLibrary: true,
  keepsDocuments: ({ plan: { revision } }) => revision?.gaps === true,
  replacesPlan: ({ plan: { revision } }) => revision !== undefined,
  keeps: (track) => (isAmending(track) ? keptTasks(track) : []),
  readsPast: true,
  scope: () => "none",
  needsHistory: ({ resume }) => resume !== undefined,
  instructedBy: (_, { base }) => base.sha,

  /** The planners work all the same. */
  recall(draft, result) {
    recordHealth(draft, result);
    return false;
  },

  advance(draft) {
    const { track } = draft;
    if (!isWritten(track) || !track.sticky || isStarting(track) || liveJob(track, "plan") || planAsks(track))
      return;
    if (isLeaving(track, "plan")) return;
    track.plan = { ...track.plan, runs: track.plan.runs + 1 };
    queueJob(draft, { issue: track.issue, kind: "plan", attempt: track.plan.runs });
  },

  publication(input) {
    if (!input.plan.backlog) return { outcome: "invalid-answer", reason: "The planners wrote no backlog." };
    // What people wrote into the documents is theirs, where only tasks are added.
    const wrong = input.track.plan.revision?.gaps ? [] : documentProblems(input.plan);
    if (wrong.length === 0) return isAmending(input.track) ? amendPlan(input) : proposePlan(input);
    const reason = wrong.map(({ path, message }) => `${path}: ${message}`).join("; ");
    return { outcome: "invalid-answer", reason: reason.slice(0, 4_000) };
  },

  lastResort: (input) => (isForPeople(input) ? proposePlan(input) : undefined),

  keep({ track, job, manifest, plan }) {
    // People read the plan that is there: half of another one has no place in its files.
    if (track.plan.revision) return undefined;
    const documents = soundDocuments(manifest, plan);
    const backlogs = answersOf(manifest, "backlog").filter(({ step }) => step.outcome === "done");
    // The first backlog's author need not be asked again; the newest is what is kept.
    const done = [...documents, ...backlogs.slice(0, 1)];
    // Whoever asks goes on from what it wrote, and is asked again.
    const drafts = soundDocuments(manifest, plan, "asked");
    if (done.length + drafts.length === 0) return undefined;
    const folder = planPath.folder(track);
    const files: NewFile[] = [...documents, ...drafts].map(({ name, text }) => ({
      path: `${folder}/${documentFiles[name]}`,
      text,
    }));
    const { backlog } = plan;
    if (backlog) files.push({ path: `${folder}/${backlogFile}`, text: backlog.text });
    const names = [...(job.resume?.done ?? []), ...done.map(({ step }) => stepName.format(step))];
    return {
      steps: [
        {
          type: "commit",
          branch: trackBranch.format(track),
          base: job.base,
          message: { type: "kept-message", outcome: manifest.outcome },
          changes: [],
          files,
          on: "shared",
          within: folder,
        },
      ],
      resume: ({ head }) => (head === undefined ? undefined : { commit: head, done: [...new Set(names)] }),
    };
  },

  left({ track }, _job, resume) {
    if (track.plan.proposed === undefined) track.plan = { ...track.plan, resume };
  },

  succeed(draft, _job, { result }) {
    const { track, moment } = draft;
    if (result.type !== "plan" || !isWritten(track)) return;
    if (isAmending(track)) return recordAmendment(draft, result);
    const { head, tree, pull, problems = [], estimates, revised, deltas } = result;
    const { resume: _, revision: __, estimates: ___, deltas: ____, ...rest } = track.plan;
    track.phase = "proposed";
    track.pull = pull;
    track.plan = withoutUndefined({ ...rest, attempts: 0, feedback: [], estimates, deltas });
    announcePlan(track, { tree, head, at: moment.now, problems: problems.length });
    if (problems.length > 0) say(draft, track.issue, { type: "plan-unfinished", problems });
    else if (revised) say(draft, pull, { type: "plan-revised", tree, ...revised });
    else say(draft, track.issue, { type: "plan-ready" });
    if (result.health) recordHealth(draft, result.health);
    if (result.shown && track.health) track.health = { ...track.health, shown: track.health.runs };
  },

  fail(draft, _job, { until: _, resume, questions, ...why }) {
    const { track } = draft;
    if (!isWritten(track)) return;
    if (resume) track.plan = { ...track.plan, resume };
    if (why.outcome === "rate-limited" || asks(draft, questions)) return;
    const attempts = track.plan.attempts + 1;
    const words = track.plan.feedback.filter(({ type }) => type === "words");
    const feedback = isLesson(why.outcome) ? [...words, toFeedback(why)] : track.plan.feedback;
    track.plan = { ...track.plan, attempts, feedback };
    if (!isFinal(why) && attempts < track.config.limits.attempts) return;
    giveUp(draft, why);
  },

  spentOn: (track) => ({ on: "this track", usd: track.usd }),
};

/** Whether a plan is being written: the first one, or another one in place of what is there. */
function isWritten(track: Track): boolean {
  return track.phase === "planning" || isRevising(track);
}

/** Whether planning waits for people now. */
function asks(draft: Draft, questions: readonly Question[] = []): boolean {
  const asked = askPeople(draft, questions);
  if (!asked) return false;
  draft.track.trouble = { type: "questions-asked", questions: numbersIn(asked.form) };
  return true;
}

/** Nobody is asked again after this leg, and there is something to read: people can put it right. */
function isForPeople(input: PublicationInput): boolean {
  const { track, manifest, plan } = input;
  if (track.plan.revision) return false;
  const last = track.plan.attempts + 1 >= track.config.limits.attempts;
  if (!last || manifest.outcome !== "invalid-answer") return false;
  return Object.keys(plan.documents).length > 0;
}

function toFeedback({ outcome, reason }: Why) {
  return reason === undefined
    ? { type: "attempt" as const, outcome }
    : { type: "attempt" as const, outcome, reason };
}

function giveUp(draft: Draft, why: Why): void {
  if (draft.track.plan.revision) return keepPlan(draft, why);
  const trouble = { type: "planning-failed" as const, why };
  draft.track = { ...settled(draft.track), phase: "failed", trouble };
  say(draft, draft.track.issue, trouble);
}

/** A plan that could not be written again is still a plan; what people said about it is heard again with their next words. */
function keepPlan(draft: Draft, why: Why): void {
  const { track } = draft;
  const { revision: _, ...plan } = track.plan;
  const feedback = plan.feedback.filter(({ type }) => type === "words");
  const phase = isAmending(track) ? track.phase : "proposed";
  draft.track = { ...settled(track), phase, plan: { ...plan, attempts: 0, feedback } };
  say(draft, track.pull ?? track.issue, { type: "revision-failed", why });
}
