import { createGit } from "../../adapters/git/create-git.ts";
import { readCommitFile } from "../../adapters/git/read-folder.ts";
import { parse } from "../../adapters/parse/create-parse.ts";
import { backlogFile, documentFiles } from "../../core/codec/paths.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { TaskId } from "../../core/model/ids.ts";
import type { Note } from "../../core/model/note.ts";
import type { UnfoldedSpec } from "../../core/plan/unfold-specs.ts";
import type { Crew } from "../crew.ts";
import { removePath } from "../trees/clear-way.ts";
import { readLayout } from "./read-specs.ts";

/** Takes what the plan's archive folded into `specs/` out again, but for the tasks that stay. Before that there is nothing to do. */
export async function unfoldSpecs({ input, journal, trees }: Crew, stays: readonly TaskId[]): Promise<void> {
  const { folder, track } = input;
  // What was reverted is in the index: as objects, whatever may lie in the work tree.
  const tree = (await createGit({ folder })("write-tree")).trim();
  const archive = await findArchive(folder, tree, track);
  if (archive === undefined) return;
  const spec = await readCommitFile(folder, tree, `${archive}/${documentFiles.spec}`);
  const layout = await readLayout(folder, tree);
  const reading = spec === undefined ? undefined : await parse("spec-changes", spec, layout);
  if (!reading?.ok || !reading.value.ok) return;
  const changed = reading.value;
  const backlog = await parse(
    "tasks",
    (await readCommitFile(folder, tree, `${archive}/${backlogFile}`)) ?? "",
  );
  const tasks = backlog.ok ? backlog.value : [];
  for (const { capability, path } of changed.specs) {
    const before = await readBefore(folder, `${archive}/${documentFiles.spec}`, path);
    const now = await readCommitFile(folder, tree, path);
    const plan = { layout, deltas: changed.deltas, tasks, stays };
    const result = await parse("spec-unfolding", plan, { capability, now, before });
    if (!result.ok) throw new GsdError("tree", `${path} ${result.message}.`);
    const { text, taken, restored } = result.value;
    const differs = taken.length + restored.length > 0;
    if (differs && text === undefined) await removePath(folder, result.value.path);
    else if (differs && text !== undefined) await trees.put(result.value.path, Buffer.from(text));
    journal.note(...notesOn(result.value));
  }
}

function notesOn({ path, taken, restored, look }: UnfoldedSpec): Note[] {
  if (taken.length + restored.length + look.length === 0) return [];
  const cut = (titles: string[]) => titles.slice(0, 50).map((title) => title.slice(0, 200));
  return [{ type: "spec-unfolded", path, taken: cut(taken), restored: cut(restored), look: cut(look) }];
}

/** The newest archive of a track's plan. */
async function findArchive(folder: string, tree: string, track: string): Promise<string | undefined> {
  const git = createGit({ folder });
  const listing = await git("ls-tree", "-z", "--name-only", "--full-tree", tree, "--", "specs/archive/");
  const names = listing.split("\0").map((path) => path.slice("specs/archive/".length));
  const found = names.filter((name) => /^\d{4}-\d{2}-\d{2}-/.test(name) && name.slice(11) === track).sort();
  const last = found.at(-1);
  return last === undefined ? undefined : `specs/archive/${last}`;
}

/** The spec before the commit that archived the plan; of a plan that was archived anew, before the newest. */
async function readBefore(folder: string, archived: string, path: string): Promise<string | undefined> {
  const git = createGit({ folder });
  const newest = (await git("log", "--diff-filter=A", "--max-count=1", "--format=%H", "--", archived)).trim();
  if (!newest) return undefined;
  const parent = await git("rev-parse", "--verify", "--quiet", `${newest}^`).catch(() => undefined);
  return parent === undefined ? undefined : readCommitFile(folder, parent.trim(), path);
}
