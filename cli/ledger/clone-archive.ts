import { dirname } from "node:path";
import { GitError, type SimpleGit } from "simple-git";
import { isOwnBranch, ownTags } from "../../adapters/archive/own-names.ts";
import { type PastChange, type PastCommit, readRevisions } from "../../adapters/archive/read-revisions.ts";
import { ledgerBranch } from "../../core/codec/branches.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Sha } from "../../core/model/ids.ts";
import type { Archive, BotObject, Standpoint } from "../../core/ports/archive.ts";
import { ownGit } from "../own-git.ts";
import { listFiles, readBlobs, readFiles } from "./clone-files.ts";
import { fetchLedger } from "./fetch-ledger.ts";

/** The ledger as a person's clone has it. Nothing is fetched: what the last fetch brought is what there is, until somebody asks again. */
export async function createCloneArchive(folder: string): Promise<Archive> {
  const git = ownGit(folder);
  return readAt({ git, folder }, await findBranch(git, folder));
}

interface Place {
  git: SimpleGit;
  folder: string;
}

/** The ledger as one commit has it. */
async function readAt(place: Place, { name, ...newest }: Standpoint & { name: string }): Promise<Archive> {
  const { git, folder } = place;
  const files = await listFiles(git, newest.commit);
  const archive: Archive = {
    where: name,
    seesThreads: false,
    newest: async () => newest,
    async again() {
      await fetchLedger(folder, name);
      const now = await findBranch(git, folder);
      return now.commit === newest.commit && now.name === name ? archive : readAt(place, now);
    },
    list: async (path) =>
      [...files.keys()].flatMap((one) => (dirname(one) === path ? [one.slice(path.length + 1)] : [])),
    read: (paths) =>
      readFiles(
        git,
        paths.map((path) => files.get(path)),
      ),
    revisions: () =>
      readRevisions({
        commits: () => listCommits(git, newest.commit),
        texts: (found) => readBlobs(git, found),
      }),
    objects: () => listObjects(git),
    settings: () => readSettings(git),
  };
  return archive;
}

/** A clone that is damaged or lacks objects: git says what. */
export function explainGit(error: unknown): never {
  if (!(error instanceof GitError)) throw error;
  const [line = ""] = error.message.replace(/^fatal: /, "").split("\n");
  throw new GsdError("git", `git cannot read this clone: ${line}. Run git fsck, or clone it anew`, {
    cause: error,
  });
}

/** What keeps git from answering at all. */
function refuseFolder(error: Error, folder: string): GsdError {
  if (/ENOENT/.test(error.message))
    return new GsdError(
      "git",
      "git is not installed or not on the PATH. Install git 2.38 or newer, or read through the API: --repo OWNER/NAME",
    );
  return new GsdError(
    "git",
    `There is no git repository in ${folder}. Go into a clone of yours, or read through the API: --repo OWNER/NAME`,
  );
}

/** The newest of what this clone has under that name: its own branch, or what a remote had. */
async function findBranch(git: SimpleGit, folder: string): Promise<Standpoint & { name: string }> {
  const format = "%(objectname) %(committerdate:unix) %(refname:short)";
  const places = [`refs/remotes/*/${ledgerBranch}`, `refs/heads/${ledgerBranch}`];
  const found = await git
    .raw("for-each-ref", "--sort=-committerdate", `--format=${format}`, ...places)
    .catch((error: Error) => {
      throw refuseFolder(error, folder);
    });
  const [commit = "", seconds, name = ledgerBranch] = (found.split("\n")[0] ?? "").split(" ");
  if (commit !== "") return { commit, at: new Date(Number(seconds) * 1_000).toISOString(), name };
  throw new GsdError(
    "ledger-gone",
    `This clone has no branch ${ledgerBranch}. Fetch it: git fetch origin +${ledgerBranch}:refs/remotes/origin/${ledgerBranch}. If there is none, gsd has not planned anything here yet: label an issue gsd:plan`,
  );
}

/** Every commit with the blobs that it left, oldest first. */
async function listCommits(git: SimpleGit, newest: Sha): Promise<PastCommit[]> {
  const format = "%x1e%H%x1f%ct%x1f%an%x1f%s";
  const flags = ["--reverse", "--first-parent", "--root", "--raw", "-z", "--no-abbrev", "--no-renames"];
  const printed = await git.raw("log", ...flags, `--format=${format}`, newest, "--");
  return printed
    .split("\x1e")
    .slice(1)
    .map((record) => {
      const [head = "", ...rest] = record.split("\0");
      const [commit = "", seconds, author = "", message = ""] = head.split("\x1f");
      const at = new Date(Number(seconds) * 1_000).toISOString();
      return { commit, at, author, message, changes: parseRaw(rest) };
    });
}

/** `:100644 100644 <before> <after> M`, then the path. */
function parseRaw(parts: string[]): PastChange[] {
  const found: PastChange[] = [];
  for (let at = 0; at + 1 < parts.length; at += 1) {
    const match = /^\n*:\d+ \d+ [0-9a-f]{40} ([0-9a-f]{40}) \w+$/.exec(parts[at] ?? "");
    if (!match) continue;
    const [, blob = ""] = match;
    found.push({ path: parts[at + 1] ?? "", after: /^0+$/.test(blob) ? undefined : blob });
  }
  return found;
}

async function listObjects(git: SimpleGit): Promise<BotObject[]> {
  const printed = await git.raw(
    "for-each-ref",
    "--format=%(refname)",
    "refs/heads",
    "refs/remotes",
    "refs/tags",
  );
  const names = printed.split("\n").filter(Boolean);
  const branches = names.flatMap((name) => /^refs\/(?:heads|remotes\/[^/]+)\/(.+)$/.exec(name)?.[1] ?? []);
  const tags = names.flatMap((name) => /^refs\/tags\/(.+)$/.exec(name)?.[1] ?? []);
  return [
    ...[...new Set(branches)].filter(isOwnBranch).map((name) => ({ type: "branch" as const, name })),
    ...tags.filter((name) => name.startsWith(ownTags)).map((name) => ({ type: "tag" as const, name })),
  ];
}

/** As the remote's default branch has it, else as it is checked out. */
async function readSettings(git: SimpleGit): Promise<{ own: string | undefined }> {
  for (const place of ["refs/remotes/origin/HEAD", "HEAD"]) {
    const text = await git.raw("cat-file", "blob", `${place}:.github/gsd.yml`).catch(() => undefined);
    if (text !== undefined) return { own: text };
  }
  return { own: undefined };
}
