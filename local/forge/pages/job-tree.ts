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
