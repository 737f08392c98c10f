import { assertSha, createGit, type Git } from "./create-git.ts";
import { listCommit } from "./list-files.ts";
import { writeEntries } from "./write-entries.ts";

/** One commit and what people call it. */
export interface NamedCommit {
  sha: string;
  name: string;
}

/** A file that both sides changed, with what git says of it. */
export interface Conflict {
  path: string;
  message: string;
}

/** What a merge comes to: a tree, in which files in conflict hold both sides between git's markers. */
export interface Merge {
  tree: string;
  /** Paths that differ from the first side. */
  written: string[];
  deleted: string[];
  conflicts: Conflict[];
}

/** Merges two commits without touching a work tree. */
export async function mergeCommits(folder: string, ours: NamedCommit, theirs: NamedCommit): Promise<Merge> {
  assertSha(ours.sha);
  assertSha(theirs.sha);
  const git = createGit({ folder });
  const said = await git(
    "merge-tree",
    "--write-tree",
    "--name-only",
    "--messages",
    "-z",
    ours.sha,
    theirs.sha,
  );
  const [tree = "", ...rest] = said.split("\0");
  assertSha(tree);
  const end = rest.indexOf("");
  const paths = [...new Set(end < 0 ? [] : rest.slice(0, end))];
  const messages = readMessages(rest.slice(end + 1));
  const name = (text: string) =>
    text.replaceAll(ours.sha, ours.name).replaceAll(theirs.sha, theirs.name).trim();
  const conflicts = paths.map((path) => ({ path, message: name(messages.get(path) ?? "") }));
  return { tree, conflicts, ...(await differences(git, ours.sha, tree)) };
}

/** What git says of each path: the number of paths, the paths, a short type, the message, and so on. */
function readMessages(fields: string[]): Map<string, string> {
  const messages = new Map<string, string>();
  const queue = [...fields];
  for (let count = Number(queue.shift()); count > 0; count = Number(queue.shift())) {
    const paths = queue.splice(0, count);
    const [type = "", message = ""] = queue.splice(0, 2);
    if (type.startsWith("Auto")) continue;
    for (const path of paths) messages.set(path, `${messages.get(path) ?? ""}${message}`);
  }
  return messages;
}

async function differences(git: Git, from: string, to: string): Promise<Pick<Merge, "written" | "deleted">> {
  const listing = await git("diff-tree", "-r", "-z", "--no-renames", "--name-status", from, to);
  const fields = listing.split("\0").filter(Boolean);
  const pairs = fields.flatMap((field, at) =>
    at % 2 === 0 ? [{ status: field, path: fields[at + 1] ?? "" }] : [],
  );
  return {
    written: pairs.filter(({ status }) => status !== "D").map(({ path }) => path),
    deleted: pairs.filter(({ status }) => status === "D").map(({ path }) => path),
  };
}

/** Writes files of a tree into a work tree. Neither the repository's index nor its branch is changed. */
export async function writeFiles(folder: string, tree: string, paths: readonly string[]): Promise<void> {
  assertSha(tree);
  const git = createGit({ folder });
  const entries = await listCommit(git, tree);
  const written = paths.flatMap((path) => {
    const entry = entries.get(path);
    return entry && entry.mode !== "160000" ? [[path, entry] as const] : [];
  });
  await writeEntries(git, folder, new Map(written));
}

/** Puts names where git's markers have commits: who resolves a conflict should read whose side is whose. */
export function nameMarkers(content: Buffer, sides: readonly NamedCommit[]): Buffer {
  let text = content.toString("latin1");
  for (const { sha, name } of sides)
    text = text.replaceAll(
      new RegExp(`^([<>|]{7}) ${sha}`, "gm"),
      (_, marker: string) => `${marker} ${latin(name)}`,
    );
  return Buffer.from(text, "latin1");
}

function latin(name: string): string {
  return Buffer.from(name, "utf8").toString("latin1");
}

/** The newest commits of one side that touched a path, one line each. */
export async function commitsTouching(
  folder: string,
  { since, until, path }: { since: string; until: string; path: string },
): Promise<string[]> {
  assertSha(since);
  assertSha(until);
  const git = createGit({ folder });
  const log = await git("log", "--format=%h %s", "--max-count=5", `${since}..${until}`, "--", path);
  return log.split("\n").filter(Boolean);
}

/** Where two histories part. */
export async function mergeBase(folder: string, one: string, other: string): Promise<string> {
  assertSha(one);
  assertSha(other);
  return (await createGit({ folder })("merge-base", one, other)).trim();
}
