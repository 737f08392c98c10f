import { isTaskId, type TaskId } from "../model/ids.ts";
import { isQuick, type Route } from "../model/route.ts";

/** The ledger's branch: an orphan that holds state and nothing else. */
export const ledgerBranch = "gsd/ledger";

interface TrackRef {
  issue: number;
  slug: string;
}

interface TaskRef {
  issue: number;
  task: TaskId;
}

interface RollbackRef extends TaskRef {
  attempt: number;
}

interface ReportRef {
  issue: number;
  number: number;
}

/** Branches of tracks: `gsd/<issue>-<slug>`. */
export const trackBranch = {
  format: ({ issue, slug }: TrackRef) => `gsd/${issue}-${slug}`,
  parse: (name: string): TrackRef | undefined => {
    const [, issue, slug] = /^gsd\/([1-9]\d{0,9})-([a-z0-9][a-z0-9-]{0,31})$/.exec(name) ?? [];
    return slug === undefined ? undefined : { issue: Number(issue), slug };
  },
};

/** Branches of tasks: `gsd-task/<issue>/<task>`. */
export const taskBranch = {
  format: ({ issue, task }: TaskRef) => `gsd-task/${issue}/${task}`,
  parse: (name: string): TaskRef | undefined => parseTask(/^gsd-task\/([1-9]\d{0,9})\/(T\d+)$/.exec(name)),
};

/** What a track's tasks are made on and merged into: its own branch, or the default one where there is no plan. */
export function baseBranch(track: TrackRef & { defaultBranch: string; route?: Route }): string {
  return isQuick(track) ? track.defaultBranch : trackBranch.format(track);
}

/** Branches of rollbacks: `gsd-rollback/<issue>/<task>-<attempt>`. */
export const rollbackBranch = {
  format: ({ issue, task, attempt }: RollbackRef) => `gsd-rollback/${issue}/${task}-${attempt}`,
  parse: (name: string): RollbackRef | undefined => {
    const match = /^gsd-rollback\/([1-9]\d{0,9})\/(T\d+)-(\d{1,4})$/.exec(name);
    const ref = parseTask(match);
    return ref && { ...ref, attempt: Number(match?.[3]) };
  },
};

/** Branches of reports that become a file: `gsd-report/<issue>/<number>`. */
export const reportBranch = {
  format: ({ issue, number }: ReportRef) => `gsd-report/${issue}/${number}`,
  parse: (name: string): ReportRef | undefined => {
    const match = /^gsd-report\/([1-9]\d{0,9})\/([1-9]\d{0,3})$/.exec(name);
    return match ? { issue: Number(match[1]), number: Number(match[2]) } : undefined;
  },
};

/** Branches of what changes the roadmap: one that follows the milestones, and one for each milestone that is completed. */
export const roadmapBranch = {
  update: "gsd-roadmap/update",
  complete: (milestone: number) => `gsd-roadmap/complete-${milestone}`,
};

/** The issue whose track a branch belongs to. */
export function issueOfBranch(name: string): number | undefined {
  const ours = [trackBranch, taskBranch, rollbackBranch, reportBranch];
  return ours.map(({ parse }) => parse(name)).find((ref) => ref !== undefined)?.issue;
}

/** Tags at the merge of a task: `gsd/checkpoint/<issue>/<task>`. */
export const checkpointTag = {
  format: ({ issue, task }: TaskRef) => `gsd/checkpoint/${issue}/${task}`,
  parse: (name: string): TaskRef | undefined =>
    parseTask(/^gsd\/checkpoint\/([1-9]\d{0,9})\/(T\d+)$/.exec(name)),
};

function parseTask(match: RegExpExecArray | null): TaskRef | undefined {
  const [, issue, task = ""] = match ?? [];
  return isTaskId(task) ? { issue: Number(issue), task } : undefined;
}
