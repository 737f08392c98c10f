import { isTaskId } from "../model/ids.ts";
import { isTaskKind, type JobKind, type JobRef, jobKinds } from "../model/job.ts";
import { runTitle } from "./run-title.ts";

/** A job's key: `<issue>/<kind>/<task or ->/<attempt>`. */
export const jobKey = {
  format: ({ issue, kind, task, attempt }: JobRef) => `${issue}/${kind}/${task ?? "-"}/${attempt}`,
  parse: (text: string): JobRef | undefined => {
    const match = /^([1-9]\d{0,9})\/([a-z-]+)\/(-|T\d{2,4})\/([1-9]\d{0,5})$/.exec(text);
    const [, issue, kind = "", task = "", attempt] = match ?? [];
    if (!(jobKinds as readonly string[]).includes(kind)) return undefined;
    return toRef(kind as JobKind, { issue: Number(issue), attempt: Number(attempt), task });
  },
};

/** Kinds that concern one task have one; the others have none. */
function toRef(
  kind: JobKind,
  { issue, attempt, task }: { issue: number; attempt: number; task: string },
): JobRef | undefined {
  if (isTaskKind(kind)) return isTaskId(task) ? { issue, kind, task, attempt } : undefined;
  return task === "-" ? { issue, kind, attempt } : undefined;
}

/** What stands behind a task's name: the work on the task itself is called by that name alone. */
const kindWords: Partial<Record<JobKind, string>> = { task: "" };

/** A job as people call it: `T02`, `T02 review`, `plan`; from its second leg on with its number. */
export function jobName({ kind, task, attempt }: JobRef): string {
  const what = `${task ?? ""} ${kindWords[kind] ?? kind}`.trim();
  return attempt > 1 ? `${what} (${attempt})` : what;
}

/** One leg of a run's matrix: what it works on, and what people call it under *Actions*. */
export const matrixLeg = {
  format: (job: JobRef) => ({ key: jobKey.format(job), name: jobName(job) }),
};

/** The reference alone, of a job that knows more. */
export function refOf(job: JobRef): JobRef {
  const { issue, attempt } = job;
  return job.task === undefined
    ? { issue, kind: job.kind, attempt }
    : { issue, kind: job.kind, task: job.task, attempt };
}

/** A batch of jobs that one workflow run works off: `<issue>/batch/-/<number>`. */
export const batchKey = {
  format: ({ issue, batch }: { issue: number; batch: number }) => `${issue}/batch/-/${batch}`,
  parse: (text: string): { issue: number; batch: number } | undefined => {
    const match = /^([1-9]\d{0,9})\/batch\/-\/([1-9]\d{0,8})$/.exec(text);
    return match ? { issue: Number(match[1]), batch: Number(match[2]) } : undefined;
  },
};

/** Keys of effects: what it is for and which attempt, nothing random. */
export const effectKey = {
  format: (issue: number, type: string, about: string | number = "-", attempt = 1) =>
    `${issue}/${type}/${about}/${attempt}`,
  /** What an effect was, for a line in the ledger's history. */
  describe: (key: string) => key.split("/").slice(1, 3).join(" "),
};

/** What is said or done about a comment or review where there is no track: `<thread>/<kind>/<source>/1`. */
export const answerKey = {
  format: ({ thread, kind, source }: { thread: number; kind: string; source: string }) =>
    effectKey.format(thread, kind, source),
};

const dayMs = 86_400_000;

/** What somebody hears who may not command: once a day in each thread, whatever they try and however often. */
export const strangerKey = {
  format: ({ thread, id, at }: { thread: number; id: number; at: string }) =>
    effectKey.format(thread, "say", `stranger-${id}`, Math.max(1, Math.floor(Date.parse(at) / dayMs))),
};

interface BatchRef {
  issue: number;
  batch: number;
}

const mostNamed = 5;

/** What a dispatched run is called, for people: `#1: T02, T03 · run 4`. By its issue and its number it is found again. */
export const runName = {
  format: ({ issue, batch }: BatchRef, jobs: readonly JobRef[]) => {
    const names = jobs.slice(0, mostNamed).map(jobName);
    const more = jobs.length > mostNamed ? [`${jobs.length - mostNamed} more`] : [];
    return `#${issue}: ${[...names, ...more].join(", ")} · run ${batch}`;
  },
  /** Whether a run's title is that of a batch; an earlier gsd wrote its key. */
  isOf: (title: string, { issue, batch }: BatchRef) => {
    const named = runTitle.parse(title);
    if (named) return named.issue === issue && named.batch === batch;
    return title === `gsd ${batchKey.format({ issue, batch })}`;
  },
};

/** A job's artifact; unique per leg and attempt, since a name can be used once a run. */
export const artifactName = {
  format: (job: JobRef, runAttempt: number) =>
    `gsd-${job.issue}-${job.kind}-${job.task ?? "track"}-${job.attempt}-${runAttempt}`,
};

/** A step of a recipe, or one member of it: `documents/spec`. */
export const stepName = {
  format: ({ id, member }: { id: string; member: string }) => (member === "" ? id : `${id}/${member}`),
};

/** Files about a member's work in one round, in a job's logs: `<step>.<round>.<member>`. Ids and members hold nothing that a path could stumble over; made sure of all the same. */
export const logName = {
  format: ({ id, round, member }: { id: string; round: number; member: string }) =>
    [id, String(round), ...(member === "" ? [] : [member])]
      .map((part) => part.replaceAll(/[^\w-]/g, "_").slice(0, 64))
      .join("."),
};
