import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { revertCommits } from "../../adapters/git/revert-commits.ts";
import { commitsToRevert } from "../../core/jobs/rollback.ts";
import type { Sha, TaskId } from "../../core/model/ids.ts";
import type { Change } from "../../core/model/manifest.ts";
import type { Track } from "../../core/model/track.ts";
import { runCrew } from "../../crew/run-crew.ts";
import { aMergedTask, aTrack } from "../builders/a-track.ts";
import { ask } from "../builders/ask.ts";
import { type Chance, createChance } from "../builders/random.ts";
import { rounds } from "../builders/rounds.ts";
import { commented } from "../builders/triggers.ts";
import { aCrew, aRecipe, stepOf } from "../crew/a-crew.ts";
import { aHistory, createStream, type History, meet, treeWithout, writeHistory } from "./a-history.ts";
import { applyOps, type ModelTree, type Op, someOps } from "./a-model.ts";
import { aRepository } from "./a-repository.ts";

/** `npm run test:properties` tries a thousand. */
const seeds = rounds(1_000, 30);
/** `GSD_SEED=250` begins with that one. */
const firstSeed = Number(process.env["GSD_SEED"] ?? 0);

/** One seed: a history, and what somebody asks to be rolled back of it. */
interface Trial {
  seed: number;
  history: History;
  track: Track;
  head: Sha;
  command: string;
  tasks: TaskId[];
}

/** What git made of it. */
interface Result {
  /** What a job would publish, where one was run. */
  changes?: Change[];
  tree: string;
  done: TaskId[];
  left: TaskId[];
  files: string[];
}

type Tried = Trial & Result;
type Reverts = { task: TaskId; sha: Sha }[];

describe(`rollbacks of ${seeds} random histories`, () => {
  let repository: Awaited<ReturnType<typeof aRepository>>;
  let count = 0;
  const tried: Tried[] = [];
  const undone: { trial: Tried; result: Result; expected: ModelTree | undefined; meets: boolean }[] = [];

  beforeAll(async () => {
    repository = await aRepository();
    for (const trial of await writeTrials(repository)) {
      tried.push({
        ...trial,
        ...(await revertAt(trial.head, commitsToRevert(trial.track, rollbackOf(trial)))),
      });
    }
    await undoSome();
  }, 3_600_000);
  afterAll(() => repository[Symbol.dispose]());

  /** Reverts in a checkout of a commit: by a whole crew once in a while, and by the git of its step else. */
  async function revertAt(head: Sha, reverts: Reverts): Promise<Result> {
    const { folder, git } = repository;
    await repository.checkOut(head);
    count += 1;
    if (count % 20 === 1) return await revertByCrew(head, reverts);
    const { reverted, left } = await revertCommits(
      folder,
      reverts.map(({ sha }) => sha),
    );
    const tasksOf = (shas: string[]) =>
      reverts.filter(({ sha }) => shas.includes(sha)).map(({ task }) => task);
    return {
      tree: (await git("write-tree")).trim(),
      done: tasksOf(reverted),
      left: tasksOf(left.map(({ sha }) => sha)),
      files: left.flatMap(({ files }) => files),
    };
  }

  async function revertByCrew(head: Sha, reverts: Reverts): Promise<Result> {
    const { root, folder, git } = repository;
    const tree = { root, folder, out: join(root, "out"), base: head };
    const manifest = await runCrew(aCrew(tree, aRecipe("rollback"), {}, { reverts }));
    const step = stepOf(manifest, "revert.1");
    const { reverted: done = [], conflicts: files = [] } = step.type === "code" ? step : {};
    return {
      changes: manifest.changes,
      tree: (await git("write-tree")).trim(),
      done,
      left: reverts.map(({ task }) => task).filter((task) => !done.includes(task)),
      files,
    };
  }

  /** Takes back what was rolled back whole, after other work was merged. */
  async function undoSome(): Promise<void> {
    const stream = createStream();
    const whole = tried.filter(({ left, done }) => left.length === 0 && done.length > 0);
    const planned = whole.flatMap((trial) => {
      const without = treeWithout(trial.history, trial.tasks);
      if (!without) return [];
      const chance = createChance(trial.seed + 1_000_000);
      const later = chance.oneIn(3) ? [] : someOps(chance, without, "later");
      const rollback = stream.commit(without, [trial.head]);
      const head = stream.commit(applyOps(without, later) ?? without, [rollback]);
      return [{ trial, later, rollback, head }];
    });
    const shaOf = await repository.write(stream);
    for (const { trial, later, rollback, head } of planned) {
      const reverts = trial.tasks.map((task) => ({ task, sha: shaOf(rollback) }));
      const result = await revertAt(shaOf(head), reverts);
      const all = treeWithout(trial.history, []);
      const expected = all && applyOps(all, later);
      undone.push({ trial, result, expected, meets: meet(opsOf(trial), later) });
    }
  }

  it("what is reverted leaves the tree as if it had never been there; what is not is named with its files", async () => {
    const wanted = tried.map(({ history, done }) => treeWithout(history, done));
    const ids = await repository.treesOf(wanted.map((tree) => tree ?? new Map()));
    const wrong = tried.flatMap((one, at) => {
      if (!wanted[at]) return [`${nameOf(one)}: nobody could have made that tree, and no conflict is told`];
      if (one.tree !== ids[at]) return [`${nameOf(one)}: another tree`];
      if (one.left.length > 0 !== one.files.length > 0)
        return [`${nameOf(one)}: a conflict without its files`];
      return [];
    });
    expect(wrong).toEqual([]);
  });

  it("nothing is left to a person that no later work touches, nor of a whole track on its own branch", () => {
    const wrong = tried.filter(({ left, ...trial }) => left.length > 0 && isFree(trial));
    expect(wrong.map(nameOf)).toEqual([]);
    const whole = tried.filter(({ command, history }) => command.includes("--track") && !history.landed);
    expect(whole.flatMap(({ left }) => left)).toEqual([]);
  });

  it("what is published is what the tree became", async () => {
    for (const { changes, ...trial } of tried) {
      if (!changes) continue;
      const { head, tree } = trial;
      const listing = await repository.git("diff-tree", "-r", "--no-renames", "--name-only", head, tree);
      const paths = listing.split("\n").filter(Boolean).sort();
      expect(changes.map(({ path }) => path).sort(), nameOf(trial)).toEqual(paths);
    }
  });

  it("an undo brings all of it back, beside what was merged meanwhile", async () => {
    const full = undone.filter(({ result }) => result.left.length === 0);
    const ids = await repository.treesOf(full.map(({ expected }) => expected ?? new Map()));
    const wrong = full.flatMap(({ trial, result, expected }, at) =>
      expected && result.tree === ids[at] ? [] : [nameOf(trial)],
    );
    expect(wrong).toEqual([]);
    const stuck = undone.filter(({ result, meets }) => result.left.length > 0 && !meets);
    expect(stuck.map(({ trial }) => nameOf(trial))).toEqual([]);
  });

  it("the histories are of all kinds", () => {
    const count = (fits: (one: Tried) => boolean) => tried.filter(fits).length;
    const figures = {
      seeds,
      whole: count(({ left }) => left.length === 0),
      partly: count(({ left, done }) => left.length > 0 && done.length > 0),
      left: count(({ done }) => done.length === 0),
      onTheTrack: count(({ history }) => history.landed === undefined),
      ...Object.fromEntries(
        (["merge", "squash", "rebase"] as const).map((how) => [
          how,
          count(({ history }) => history.landed === how),
        ]),
      ),
      undone: undone.length,
      undoneWhole: undone.filter(({ result }) => result.left.length === 0).length,
    };
    console.info(JSON.stringify(figures));
    expect(Object.entries(figures).filter(([, number]) => number === 0)).toEqual([]);
  });
});

/** Histories in one stream, with what is asked of each. */
async function writeTrials(repository: Awaited<ReturnType<typeof aRepository>>): Promise<Trial[]> {
  const stream = createStream();
  const planned = Array.from({ length: seeds }, (_, at) => {
    const seed = firstSeed + at;
    const chance = createChance(seed);
    const history = aHistory(chance);
    return { seed, history, commits: writeHistory(stream, history), command: someCommand(chance, history) };
  });
  const shaOf = await repository.write(stream);
  return planned.map(({ seed, history, commits, command }) => {
    const tasks = Object.fromEntries(
      history.tasks.map(({ id, dependsOn }) => [
        id,
        aMergedTask({ dependsOn, merge: shaOf(commits.merges.get(id) ?? 0) }),
      ]),
    );
    const phase = history.landed ? "merged" : "executing";
    const track = ask(aTrack({ phase, tasks }), commented(command));
    const [rollback] = track.rollbacks;
    if (!rollback) throw new Error(`seed ${seed}: ${command} is refused`);
    return { seed, history, track, command, head: shaOf(commits.head), tasks: rollback.tasks };
  });
}

function someCommand(chance: Chance, { tasks }: History): string {
  if (chance.oneIn(5)) return "/rollback --track";
  const { id } = chance.pick(tasks);
  return chance.oneIn(2) ? `/rollback ${id}` : `/rollback ${id} --with-dependents`;
}

function rollbackOf({ track }: Trial): { task: TaskId; attempt: number } {
  const [rollback] = track.rollbacks;
  return { task: rollback?.task ?? "T01", attempt: rollback?.attempt ?? 1 };
}

function opsOf({ history, tasks }: Pick<Trial, "history" | "tasks">): Op[] {
  return history.tasks.filter(({ id }) => tasks.includes(id)).flatMap(({ ops }) => ops);
}

/** Whether nothing that was merged later, and stays, touches a file that is rolled back. */
function isFree({ history, tasks }: Pick<Trial, "history" | "tasks">): boolean {
  const first = history.tasks.findIndex(({ id }) => tasks.includes(id));
  const later = history.tasks.slice(first).filter(({ id }) => !tasks.includes(id));
  return !meet(
    opsOf({ history, tasks }),
    later.flatMap(({ ops }) => ops),
  );
}

function nameOf({ seed, command, history }: Pick<Trial, "seed" | "command" | "history">): string {
  return `seed ${seed} (${history.method}, then ${history.landed ?? "open"}): ${command}`;
}
