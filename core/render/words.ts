import type { Scene, Words } from "../model/publication.ts";
import type { Rollback } from "../model/rollback.ts";
import type { Track } from "../model/track.ts";
import { title } from "../text/foreign.ts";
import {
  keptMessage,
  planMessage,
  rebaseMessage,
  reportMessage,
  resolvedMessage,
  rollbackMessage,
  taskMessage,
  taskTitle,
  verificationMessage,
} from "./commits.ts";
import { renderInline } from "./finding.ts";
import { rulesStatus, scopeStatus } from "./gate-statuses.ts";
import { renderPlan } from "./plan-body.ts";
import { reportBody, reportComment, reportTitle } from "./report-words.ts";
import { renderReview } from "./review-body.ts";
import { renderRollback } from "./rollback-body.ts";
import { rollbackOf, rollbackTitle } from "./rollbacks.ts";
import { checkStatus, reviewStatus } from "./statuses.ts";
import { renderSummary } from "./summary.ts";
import { renderTask } from "./task-body.ts";
import { threadAnswer } from "./thread-answer.ts";

type WordsOf<T extends Words["type"]> = Extract<Words, { type: T }>;
type Texts = { [T in Words["type"]]: (scene: Scene<Track>, words: WordsOf<T>) => string };

/** Every text of a publication. */
const texts: Texts = {
  "plan-message": ({ track, job }) => planMessage(track, job),
  "task-message": ({ track, job }) => taskMessage(track, job),
  "kept-message": ({ track, job }, { outcome }) => keptMessage(track, job, outcome),
  "rollback-message": (scene) => rollbackMessage(rollbackTitle(scene.track, rollbackIn(scene)), scene.job),
  "rebase-message": ({ track, job }) => rebaseMessage(track, job),
  "update-message": ({ track, job }) => resolvedMessage(track, job),
  "verification-message": ({ track, job }) => verificationMessage(track, job),
  "report-message": (scene) => reportMessage(reportTitle(scene), scene.job),
  "plan-title": ({ track }) => `gsd: ${title(track.title)}`,
  "task-title": ({ track, job }) => taskTitle(track, job),
  "rollback-title": (scene) => rollbackTitle(scene.track, rollbackIn(scene)),
  "report-title": reportTitle,
  "plan-body": renderPlan,
  "task-body": (scene, { checks }) => renderTask(scene, checks),
  "rollback-body": (scene, { left }) => renderRollback(scene, rollbackIn(scene), left),
  "report-body": reportBody,
  "review-body": renderReview,
  finding: (_, { finding }) => renderInline(finding),
  "report-comment": reportComment,
  summary: renderSummary,
  "review-status": ({ track }, { verdict }) => reviewStatus(track, verdict),
  "check-status": ({ track, checks }, words) => checkStatus(track, checks, words.checks),
  "rules-status": (_, { findings, risk }) => rulesStatus(findings, risk),
  "scope-status": (_, words) => scopeStatus(words.signals, words.isHeld),
  "thread-answer": ({ job }, { done }) => threadAnswer(job, done),
};

/** The text that a publication needs, made from what is known when it is written. */
export function renderWords(words: Words, scene: Scene<Track>): string {
  // Each type has its own function, so this one takes these words.
  const write = texts[words.type] as (scene: Scene<Track>, words: Words) => string;
  return write(scene, words);
}

/** The rollback that a job makes. */
function rollbackIn({ track, job }: Scene<Track>): Rollback {
  return rollbackOf(track, { task: job.task ?? "T00", attempt: job.attempt });
}
