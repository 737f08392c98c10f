import { isTaskId } from "../model/ids.ts";
import { type JobKind, type JobRef, jobKinds } from "../model/job.ts";

/** A job's key: `<issue>/<kind>/<task or ->/<attempt>`. */
export const jobKey = {
  format: ({ issue, kind, task, attempt }: JobRef) => `${issue}/${kind}/${task ?? "-"}/${attempt}`,
  parse: (text: string): JobRef | undefined => {
    const match = /^([1-9]\d{0,9})\/([a-z-]+)\/(-|T\d{2,4})\/([1-9]\d{0,5})$/.exec(text);
    if (!match || !(jobKinds as readonly string[]).includes(match[2]!)) return undefined;
    const task = match[3]!;
    const ref = { issue: Number(match[1]), kind: match[2] as JobKind, attempt: Number(match[4]) };
    return isTaskId(task) ? { ...ref, task } : ref;
  },
};

/** A batch of jobs that one workflow run works off: `<issue>/batch/-/<number>`. */
export const batchKey = {
  format: ({ issue, batch }: { issue: number; batch: number }) => `${issue}/batch/-/${batch}`,
  parse: (text: string): { issue: number; batch: number } | undefined => {
    const match = /^([1-9]\d{0,9})\/batch\/-\/([1-9]\d{0,8})$/.exec(text);
    return match ? { issue: Number(match[1]), batch: Number(match[2]) } : undefined;
  },
};

/** What is said or done about a comment or review where there is no track: `<thread>/<kind>/<source>/1`. */
export const answerKey = {
  format: ({ thread, kind, source }: { thread: number; kind: string; source: string }) =>
    `${thread}/${kind}/${source}/1`,
};

/** The title of a dispatched run, by which it is found again. */
export const runName = {
  format: (key: string) => `gsd ${key}`,
};

/** A job's artifact; unique per leg and attempt, since a name can be used once a run. */
export const artifactName = {
  format: (job: JobRef, runAttempt: number) =>
    `gsd-${job.issue}-${job.kind}-${job.task ?? "track"}-${job.attempt}-${runAttempt}`,
};
