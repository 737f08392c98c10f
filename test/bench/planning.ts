import { findReady } from "../../core/jobs/ready.ts";
import type { Backlog, BacklogTask } from "../../core/model/backlog.ts";
import type { TaskId } from "../../core/model/ids.ts";
import { checkBacklog } from "../../core/plan/check-backlog.ts";
import { findFaults } from "../../core/plan/find-faults.ts";
import { renderPlan } from "../../core/render/plan-body.ts";
import { aConfig, aTask, aTrack } from "../builders/a-track.ts";

/** The larger one first: it warms up for both. */
const sizes = [10_000, 1_000];
const parts = { check, schedule, render };
type Part = keyof typeof parts;

/** Milliseconds of this process to check, schedule and render backlogs of 1,000 and 10,000 tasks, and how they grow: 1 is linear, 2 is the square. */
export function measurePlanning() {
  const shapes: Record<string, (index: number) => Partial<BacklogTask>> = {
    "files of their own, each after the one before its folder": (index) => ({
      depends_on: index % 10 === 0 ? [] : [idOf(index - 1)],
      scope: { files_hint: [`src/part-${index % 100}/file-${index}.ts`, `test/file-${index}.test.ts`] },
    }),
    "one file for all, in a row": (index) => ({
      depends_on: index === 0 ? [] : [idOf(index - 1)],
      scope: { files_hint: ["src/all.ts"] },
    }),
    "a glob each": (index) => ({ scope: { files_hint: [`src/part-${index}/**/*.ts`] } }),
  };
  return Object.entries(shapes).map(([shape, fields]) => {
    const [large = [], small = []] = sizes.map((size) => measure(aLargeBacklog(size, fields)));
    const row = Object.keys(parts).map((part, at) => [part, Math.round(large[at] ?? 0)]);
    const [before, after] = [total(small), total(large)];
    return {
      shape,
      "1,000 tasks": Math.round(before),
      "10,000 tasks": Math.round(after),
      exponent: Math.log10(after / before).toFixed(2),
      ...Object.fromEntries(row),
    };
  });
}

function measure(backlog: Backlog): number[] {
  const work = Object.keys(parts).map((name) => () => parts[name as Part](backlog));
  // The first round warms up; of the others the fastest counts, since the machine has other work too.
  return work.map((run) => Math.min(...[0, 1, 2, 3].map(() => timed(run)).slice(1)));
}

function timed(run: () => unknown): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

function check(backlog: Backlog) {
  return [checkBacklog(backlog, { protectedPaths: [] }), findFaults(backlog, {})];
}

function schedule({ tasks }: Backlog) {
  const entries = tasks.map((task) => {
    const { title, depends_on: dependsOn, scope } = task;
    return [task.id, aTask({ title, dependsOn, files: scope.files_hint })] as const;
  });
  return findReady(aTrack({ phase: "executing", tasks: Object.fromEntries(entries) }));
}

function render(backlog: Backlog) {
  const estimate = { tasks: {}, usd: 0, free: true, refusals: [] };
  const words = { backlog, estimate, notes: [], risks: [], questions: [] };
  return renderPlan({ track: aTrack({ config: aConfig() }), bound: {} }, words);
}

function aLargeBacklog(size: number, fields: (index: number) => Partial<BacklogTask>): Backlog {
  const tasks = Array.from(
    { length: size },
    (_, index): BacklogTask => ({
      id: idOf(index),
      title: `Part ${index}`,
      description: "Write it, with its tests.",
      depends_on: [],
      acceptance: ["It works."],
      scope: { files_hint: [] },
      ...fields(index),
    }),
  );
  return { version: 1, tasks };
}

/** The ids reach as far as ten thousand. */
function idOf(index: number): TaskId {
  return `T${String(index).padStart(4, "0")}`;
}

function total(times: readonly number[]): number {
  return times.reduce((sum, ms) => sum + ms, 0);
}
