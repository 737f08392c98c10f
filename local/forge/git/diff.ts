import { EMPTY_TREE, type GitRepo, mustCommit, remember } from "./git-repo.ts";
import { mustGit } from "./run-git.ts";

export interface FileDiff {
  sha: string;
  filename: string;
  previousFilename?: string;
  status: "added" | "removed" | "modified" | "renamed" | "copied" | "changed";
  additions: number;
  deletions: number;
  patch?: string;
}

const STATUS: Record<string, FileDiff["status"]> = {
  A: "added",
  D: "removed",
  M: "modified",
  R: "renamed",
  C: "copied",
  T: "changed",
};

/** What changed between two commits or trees, file by file, with renames found and the patches. */
export function diffFiles(repo: GitRepo, from: string | undefined, to: string): FileDiff[] {
  const patches = splitPatches(diffText(repo, from, to));
  return diffCounts(repo, from, to).map((file) => ({ ...file, patch: patches.get(file.filename) }));
}

/** The same without the patches. */
export function diffCounts(repo: GitRepo, from: string | undefined, to: string): FileDiff[] {
  const [a, b] = [treeOf(repo, from), treeOf(repo, to)];
  return remember(repo, `diff ${a} ${b}`, () => {
    if (a === b) return [];
    const git = ["--git-dir", repo.dir, "diff-tree", "-r", "-M", "-z"];
    const raw = mustGit([...git, "--raw", "--numstat", "--abbrev=40", a, b]).toString("utf8");
    return parseRaw(raw.split("\0"));
  });
}

/** The whole difference as text. */
export function diffText(repo: GitRepo, from: string | undefined, to: string): string {
  const [a, b] = [treeOf(repo, from), treeOf(repo, to)];
  return remember(repo, `patch ${a} ${b}`, () => {
    const args = ["--git-dir", repo.dir, "-c", "core.quotePath=false", "diff-tree", "-r", "-M", "-p", a, b];
    return mustGit(args).toString("utf8");
  });
}

function treeOf(repo: GitRepo, name: string | undefined): string {
  if (name === undefined) return EMPTY_TREE;
  return repo.objects.read(name)?.type === "tree" ? name : mustCommit(repo, name).tree;
}

/** Fields of `--raw --numstat -z`: first all raw lines with their paths, then all counts with theirs. */
function parseRaw(fields: string[]): FileDiff[] {
  const files: FileDiff[] = [];
  let at = 0;
  for (; fields[at]?.startsWith(":"); at++) {
    const [, , oldSha = "", newSha = "", letter = "M"] = fields[at]!.split(" ");
    const status = STATUS[letter[0]!] ?? "modified";
    const first = fields[++at]!;
    const moved = status === "renamed" || status === "copied";
    const filename = moved ? fields[++at]! : first;
    const sha = status === "removed" ? oldSha : newSha;
    files.push({
      sha,
      filename,
      ...(moved ? { previousFilename: first } : {}),
      status,
      additions: 0,
      deletions: 0,
    });
  }
  for (const file of files) {
    const [additions = "0", deletions = "0"] = (fields[at++] ?? "").split("\t");
    if (file.previousFilename) at += 2;
    file.additions = Number(additions) || 0;
    file.deletions = Number(deletions) || 0;
  }
  return files;
}

/** Hunks per file name, without git's header lines, as GitHub gives them. */
function splitPatches(text: string): Map<string, string> {
  const patches = new Map<string, string>();
  for (const part of text.split(/^diff --git /m).slice(1)) {
    const start = part.search(/^@@ /m);
    if (start < 0) continue;
    const header = part.slice(0, start);
    const name =
      /^\+\+\+ b\/(.*)$/m.exec(header)?.[1] ??
      /^--- a\/(.*)$/m.exec(header)?.[1] ??
      header.split(" b/").pop()!;
    patches.set(name.replace(/\t$/, ""), part.slice(start).replace(/\n$/, ""));
  }
  return patches;
}
