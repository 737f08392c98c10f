import type { Job } from "./types.ts";

/** Jobs by the parts of their names: `job / T01 / agent` stands below `T01`, below `job`. */
export interface JobTree {
  name: string;
  job?: Job;
  children: JobTree[];
}

export function growJobTree(jobs: readonly Job[]): JobTree[] {
  const roots: JobTree[] = [];
  for (const job of jobs) {
    let level = roots;
    const names = job.name.split(" / ");
    for (const [depth, name] of names.entries()) {
      const last = depth === names.length - 1;
      let node = level.find((one) => one.name === name && !(last && one.job));
      if (!node) {
        node = { name, children: [] };
        level.push(node);
      }
      if (last) node.job = job;
      level = node.children;
    }
  }
  return roots;
}

const WORST_FIRST = [
  "failure",
  "timed_out",
  "startup_failure",
  "action_required",
  "cancelled",
  "in_progress",
  "waiting",
  "queued",
  "success",
  "skipped",
];

/** What a group of jobs has come to: the worst of what it holds. */
export function outcomeOf(tree: JobTree): string {
  const outcomes = [
    ...(tree.job ? [String(tree.job.conclusion ?? tree.job.status)] : []),
    ...tree.children.map(outcomeOf),
  ];
  return WORST_FIRST.find((outcome) => outcomes.includes(outcome)) ?? outcomes[0] ?? "queued";
}
