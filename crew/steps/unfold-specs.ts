import { readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createGit } from "../../adapters/git/create-git.ts";
import { backlogFile, documentFiles } from "../../core/codec/paths.ts";
import type { Note } from "../../core/model/note.ts";
import { parseBacklog } from "../../core/model/parse-backlog.ts";
import { changedSpecs } from "../../core/plan/archive-plan.ts";
import { type UnfoldedSpec, unfoldSpec } from "../../core/plan/unfold-specs.ts";
import type { Crew } from "../crew.ts";

/** Takes what the plan's archive folded into `specs/` out again, for the tasks that are reverted. Before that there is nothing to do. */
export async function unfoldSpecs({ input, journal }: Crew): Promise<void> {
  const { folder, track, stays = [] } = input;
  const archive = await findArchive(folder, track);
  if (archive === undefined) return;
  const spec = await read(join(folder, archive, documentFiles.spec));
  const changed = spec === undefined ? undefined : changedSpecs(spec);
  if (!changed?.ok) return;
  const backlog = parseBacklog((await read(join(folder, archive, backlogFile))) ?? "");
  const tasks = backlog.ok ? backlog.backlog.tasks : [];
  for (const { capability, path } of changed.specs) {
    const before = await readBefore(folder, `${archive}/${documentFiles.spec}`, path);
    const now = (await isPlain(folder, path)) ? await read(join(folder, path)) : undefined;
    const result = unfoldSpec({ deltas: changed.deltas, tasks, stays }, { capability, now, before });
    await write(folder, result);
    journal.note(...notesOn(result));
  }
}

function notesOn({ path, taken, look }: UnfoldedSpec): Note[] {
  if (taken.length + look.length === 0) return [];
  const cut = (titles: string[]) => titles.slice(0, 50).map((title) => title.slice(0, 200));
  return [{ type: "spec-unfolded", path, taken: cut(taken), look: cut(look) }];
}

/** The newest archive of a track's plan. */
async function findArchive(folder: string, track: string): Promise<string | undefined> {
  const names = await readdir(join(folder, "specs/archive")).catch(() => []);
  const found = names.filter((name) => /^\d{4}-\d{2}-\d{2}-/.test(name) && name.slice(11) === track).sort();
  const last = found.at(-1);
  return last === undefined ? undefined : `specs/archive/${last}`;
}

/** The spec before the commit that archived the plan. */
async function readBefore(folder: string, archived: string, path: string): Promise<string | undefined> {
  const git = createGit({ folder });
  const commits = (await git("log", "--diff-filter=A", "--format=%H", "--", archived)).trim().split("\n");
  const first = commits.at(-1);
  if (!first) return undefined;
  return git("show", `${first}^:${path}`).catch(() => undefined);
}

async function read(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch(() => undefined);
}

/** A link could lead out of the tree: what is not a plain file there is left alone. */
async function isPlain(folder: string, path: string): Promise<boolean> {
  const real = await realpath(join(folder, path)).catch(() => undefined);
  return real === undefined ? false : real === join(await realpath(folder), path);
}

async function write(folder: string, { path, text, taken }: UnfoldedSpec): Promise<void> {
  if (taken.length === 0) return;
  const file = join(folder, path);
  if (text === undefined) return rm(file, { force: true });
  await writeFile(file, text);
}
