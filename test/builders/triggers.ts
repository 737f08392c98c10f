import type { JobRef } from "../../core/model/job.ts";
import type { Commented, JobReport, Trigger } from "../../core/model/trigger.ts";
import { readCommands } from "../../core/trigger/read-commands.ts";
import { at } from "./a-track.ts";

let comments = 100;

/** A comment with commands, on the track's issue unless told, a little before `now`. */
export function commented(body: string, fields: Partial<Commented> = {}): Commented {
  const id = ++comments;
  const read = readCommands({
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

/** Publish's report about a job of run 900. */
export function jobFinished(
  job: Omit<JobRef, "issue" | "attempt"> & { attempt?: number },
  report: Partial<JobReport> = {},
  inline = false,
): Trigger {
  return {
    type: "job-finished",
    inline,
    report: {
      job: { issue: 42, attempt: 1, ...job },
      run: { id: 900, attempt: 1 },
      outcome: "done",
      usage: { input: 10, output: 1 },
      ...report,
    },
  };
}

export const ticked: Trigger = { type: "ticked" };
export const continued: Trigger = { type: "continued" };
