import type { CheckResult } from "../../core/model/manifest.ts";
import type { Note } from "../../core/model/note.ts";
import type { World } from "../../local/create-world.ts";
import type { LastScene, Reached } from "../../local/rehearsal/rehearse.ts";
import { findPrice, type Price } from "./find-price.ts";
import type { Play } from "./play.ts";
import type { Stage } from "./prepare-stage.ts";
import type { SimulationStep } from "./show-step.ts";

/** One of the repository's own commands, and what became of it on the commit that is checked out. */
export interface CommandResult {
  name: string;
  command: string;
  /** `not-run`: nobody got to it. */
  result: "passed" | "failed" | "left-out" | "skipped" | "not-run";
  why?: string;
}

/** All that a rehearsal came to; what `--json` prints. */
export interface Simulation {
  version: 1;
  repository: string;
  commit: string;
  issue: { number: number; title: string };
  mode: "action" | "app";
  until: LastScene;
  reached: Reached;
  /** Why nothing of the repository was run, where there is no sandbox. */
  withoutSandbox?: string;
  commands: CommandResult[];
  /** Files of `.gsd/` that cannot be used, a line each. */
  problems: string[];
  /** The repository's own workflows, which were not started. */
  workflows: string[];
  price: Price;
  counts: Record<
    "comments" | "rewrites" | "labels" | "pulls" | "reviews" | "commits" | "jobs" | "runs",
    number
  >;
  seconds: number;
  steps: SimulationStep[];
}

interface ReportInput extends Play {
  world: World;
  stage: Stage;
  steps: SimulationStep[];
  reached: Reached;
  seconds: number;
}

/** Puts together what was seen. */
export async function createReport(input: ReportInput): Promise<Simulation> {
  const { world, stage, steps, reached, clone, config, issue, options } = input;
  const report: Simulation = {
    version: 1,
    repository: stage.repo,
    commit: clone.head,
    issue: { number: issue.number, title: issue.title },
    mode: options.app ? "app" : "action",
    until: options.until,
    reached,
    commands: await commandResults(input),
    problems: stage.library.problems.map(
      ({ file, line, message }) => `${file}${line ? `:${line}` : ""}: ${message}`,
    ),
    workflows: stage.workflows,
    price: findPrice(stage, config),
    counts: { ...countSteps(steps), runs: world.runner.stats().runs },
    seconds: Math.round(input.seconds * 10) / 10,
    steps,
  };
  return stage.sandbox.isThere ? report : { ...report, withoutSandbox: stage.sandbox.why };
}

/** By the ledger: what the health check said of each command. */
async function commandResults({ world, issue, stage }: ReportInput): Promise<CommandResult[]> {
  const read = (folder: string) =>
    world.forge.actions.readFile(world.repo, "gsd/ledger", `${folder}/${issue.number}.json`);
  const text = (await read("tracks")) ?? (await read("done"));
  const { health } = JSON.parse(text ?? "{}") as {
    health?: { result?: { checks: CheckResult[]; notes: Note[] } };
  };
  const { checks = [], notes = [] } = health?.result ?? {};
  return Object.entries(stage.commands).map(([name, command]): CommandResult => {
    if (!stage.sandbox.isThere) return { name, command, result: "skipped" };
    const left = notes.find((note) => note.type === "left-out" && note.name === name);
    if (left?.type === "left-out") return { name, command, result: "left-out", why: whyLeftOut(left) };
    const check = checks.find((one) => one.name === name);
    // A setup that went well is not told of by itself.
    if (!check)
      return { name, command, result: name === "setup" && checks.length > 0 ? "passed" : "not-run" };
    return { name, command, result: check.ok ? "passed" : "failed" };
  });
}

function whyLeftOut({ missing, unreached }: Extract<Note, { type: "left-out" }>): string {
  if (missing !== undefined) return `${missing} is not on this machine`;
  const hosts = (unreached ?? []).map(({ host }) => host).join(", ");
  return hosts ? `${hosts} cannot be reached` : "it needs what setup would have installed";
}

function countSteps(steps: readonly SimulationStep[]): Omit<Simulation["counts"], "runs"> {
  const count = (...types: SimulationStep["type"][]) =>
    steps.filter(({ type }) => types.includes(type)).length;
  const byGsd = steps.filter(({ by }) => by.endsWith("[bot]"));
  return {
    comments: byGsd.filter(({ type }) => type === "comment-created").length,
    rewrites: count("comment-edited", "pull-edited"),
    labels: count("labeled", "unlabeled"),
    pulls: count("pull-opened"),
    reviews: count("review"),
    commits: count("commit"),
    jobs: count("job"),
  };
}
