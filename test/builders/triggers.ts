import { parseCommands } from "../../core/command/parse-commands.ts";
import type { TaskId } from "../../core/model/ids.ts";
import type { JobKind, JobRef } from "../../core/model/job.ts";
import type { Commented, JobReport, JobResult, Trigger } from "../../core/model/trigger.ts";
import { type Said, toCommented } from "../../core/trigger/to-commented.ts";
import { at } from "./a-track.ts";

let comments = 100;

function readCommands(said: Said) {
  return toCommented(said, parseCommands(said.body));
}

/** A comment with commands, on the track's issue unless told, a little before `now`. */
export function commented(body: string, fields: Partial<Commented> = {}): Commented {
  const id = ++comments;
  const read = readCommands({
    type: "said",
    issue: 42,
    thread: 42,
    source: `c${id}`,
    target: { kind: "comment", id },
    body,
    sender: { id: 1, login: "mia", bot: false },
    at: at(-1),
  });
  if (!read) throw new Error(`no command in ${JSON.stringify(body)}`);
  return { ...read, ...fields };
}

/** An approving review of a commit. */
export function approvedReview(thread: number, commit: string, fields: Partial<Commented> = {}): Commented {
  const read = readCommands({
    type: "said",
    issue: 42,
    thread,
    source: `r${++comments}`,
    body: "",
    sender: { id: 1, login: "mia", bot: false },
    at: at(-1),
    approves: commit,
  });
  return { ...read!, ...fields };
}

type JobName = { kind: JobKind; task?: TaskId; attempt?: number };

/** The name of a job of #42; its first unless told. */
export function aJobRef({ kind, task, attempt = 1 }: JobName): JobRef {
  return { issue: 42, kind, ...(task ? { task } : {}), attempt } as JobRef;
}

/** Publish's report about a job of run 900. */
export function jobFinished(job: JobName, result: JobResult, report: Partial<JobReport> = {}): Trigger {
  return {
    type: "job-finished",
    report: {
      job: aJobRef(job),
      run: { id: 900, attempt: 1 },
      usage: { input: 10, output: 1 },
      usd: 0,
      seconds: 60,
      rounds: 1,
      result,
      ...report,
    },
  };
}

/** The same about a job that brought no result. */
export function jobFailed(
  job: JobName,
  failure: Partial<Extract<JobResult, { type: "failed" }>> = {},
): Trigger {
  return jobFinished(job, { type: "failed", outcome: "crashed", ...failure });
}

export const ticked: Trigger = { type: "ticked" };
export const continued: Trigger = { type: "continued" };
