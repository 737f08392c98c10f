import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createGit } from "../../adapters/git/create-git.ts";
import { mergeCommits } from "../../adapters/git/merge-commit.ts";
import { byRemainingPath } from "../../core/jobs/ready.ts";
import type { Sha, TaskId } from "../../core/model/ids.ts";
import type { Track } from "../../core/model/track.ts";
import { aTask, aTrack } from "../builders/a-track.ts";
import { type Chance, createChance } from "../builders/random.ts";
import { createStream } from "./a-history.ts";
import { applyOps, aTree, type ModelTree, type Op, someOps } from "./a-model.ts";
import { aRepository } from "./a-repository.ts";

/** What became of pull requests when another one was merged before them. */
export interface TrainFigures {
  tracks: number;
  merges: number;
  /** Open pull requests that a merge did not disturb. */
  undisturbed: number;
  /** Those that conflict by GitHub's word, and who brought them up to date. */
  conflicts: number;
  git: number;
  executor: number;
  person: number;
  /** Clean merges whose tree is not what both sides meant. */
  wrong: number;
}

type Repository = Awaited<ReturnType<typeof aRepository>>;

/** A pull request: what it changes, and where its branch is. */
interface Sibling {
  id: TaskId;
  ops: Op[];
  head: Sha;
}

/**
 * Merges random siblings one after the other, as a track does. Every one of them was made on the same base, so that they are in each
 * other's way more often than tasks whose files do not overlap. The executor stands for one that does its own edits again on
 * what is there now; where that is not possible, since what it edits is gone, it is a person's.
 */
export async function measureTrain(tracks: number): Promise<TrainFigures> {
  using repository = await aRepository();
  mkdirSync(join(repository.root, "bare"));
  const figures: TrainFigures = {
    tracks,
    merges: 0,
    undisturbed: 0,
    conflicts: 0,
    git: 0,
    executor: 0,
    person: 0,
    wrong: 0,
  };
  for (let seed = 0; seed < tracks; seed += 1) await runTrack(repository, createChance(seed), figures);
  return figures;
}

async function runTrack(repository: Repository, chance: Chance, figures: TrainFigures): Promise<void> {
  const base = withChangelog(chance, aTree(chance));
  const count = 3 + chance.number(4);
  const plans = Array.from({ length: count }, (_, at) => {
    const id = `T0${at + 1}` as TaskId;
    return { id, ops: [...someOps(chance, base, id), ...changelogOps(chance, id)] };
  });
  const stream = createStream();
  const start = stream.commit(base, []);
  const marks = plans.map(({ ops }) => stream.commit(applyOps(base, ops) ?? base, [start]));
  const shaOf = await repository.write(stream);
  let open: Sibling[] = plans.map((plan, at) => ({ ...plan, head: shaOf(marks[at] ?? 0) }));
  let [tree, head] = [base, shaOf(start)];
  while (open.length > 0) {
    const [next] = inOrder(open, chance);
    if (!next) return;
    const merged = applyOps(tree, next.ops);
    open = open.filter((one) => one !== next);
    // It was brought up to date, or left to a person, who has closed it.
    if (!merged) continue;
    figures.merges += 1;
    tree = merged;
    head = await commitTree(repository, { tree, parents: [head] });
    await repository.checkOut(head);
    const others: Sibling[] = [];
    for (const sibling of inOrder(open, chance)) {
      const now = await catchUp(repository, { sibling, tree, head }, figures);
      if (now) others.push(now);
    }
    open = others;
  }
}

/** The order in which a track looks at them. */
function inOrder(siblings: readonly Sibling[], chance: Chance): Sibling[] {
  const tasks = Object.fromEntries(siblings.map(({ id }) => [id, aTask({ hours: 1 + chance.number(5) })]));
  const track: Track = aTrack({ tasks });
  return byRemainingPath(track).flatMap(([id]) => siblings.filter((one) => one.id === id));
}

/** A pull request after another one was merged; undefined where a person has to go on. */
async function catchUp(
  repository: Repository,
  { sibling, tree, head }: { sibling: Sibling; tree: ModelTree; head: Sha },
  figures: TrainFigures,
): Promise<Sibling | undefined> {
  const { folder, root } = repository;
  const meant = applyOps(tree, sibling.ops);
  // As GitHub looks at it: without a work tree, and so without the repository's own attributes.
  const github = createGit({ folder, tree: join(root, "bare") });
  const said = await github("merge-tree", "--write-tree", "--name-only", head, sibling.head);
  const [clean = "", ...conflicts] = said.trim().split("\n");
  if (conflicts.length === 0) {
    figures.undisturbed += 1;
    if (!meant || !(await isTree(repository, meant, clean))) figures.wrong += 1;
    return sibling;
  }
  figures.conflicts += 1;
  const [ours, theirs] = [
    { sha: head, name: "track" },
    { sha: sibling.head, name: "task" },
  ];
  const merge = await mergeCommits(folder, ours, theirs);
  if (merge.conflicts.length === 0 || !meant) {
    figures[merge.conflicts.length === 0 ? "git" : "person"] += 1;
    return merge.conflicts.length === 0 && meant
      ? await moved(repository, sibling, { meant, head })
      : undefined;
  }
  figures.executor += 1;
  return await moved(repository, sibling, { meant, head });
}

async function moved(
  repository: Repository,
  sibling: Sibling,
  { meant, head }: { meant: ModelTree; head: Sha },
): Promise<Sibling> {
  return { ...sibling, head: await commitTree(repository, { tree: meant, parents: [sibling.head, head] }) };
}

async function commitTree(
  repository: Repository,
  { tree, parents }: { tree: ModelTree; parents: Sha[] },
): Promise<Sha> {
  const stream = createStream();
  const mark = stream.commit(tree, parents);
  return (await repository.write(stream))(mark);
}

async function isTree(repository: Repository, model: ModelTree, tree: string): Promise<boolean> {
  const [expected] = await repository.treesOf([model]);
  return expected === tree;
}

/** Half of the repositories keep a changelog that everybody adds to, and tell git that both sides' lines belong there. */
function withChangelog(chance: Chance, tree: ModelTree): ModelTree {
  const next = new Map(tree);
  const lines = [{ id: "top", value: "## Unreleased" }];
  next.set("changelog", { path: "CHANGELOG.md", slots: lines, dense: true, executable: false, bare: true });
  if (chance.oneIn(2)) next.set("attributes", plain(".gitattributes", "CHANGELOG.md merge=union"));
  return next;
}

function plain(path: string, text: string) {
  return { path, slots: [{ id: "all", value: text }], dense: true, executable: false, bare: true };
}

function changelogOps(chance: Chance, id: TaskId): Op[] {
  if (!chance.oneIn(3)) return [];
  return [{ type: "insert", file: "changelog", after: "top", slot: { id: `log-${id}`, value: `- ${id}` } }];
}
