import type { IgnoreFile } from "../../core/check/ignore-rules.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Git } from "./create-git.ts";
import { bytesOf } from "./list-folder.ts";

/** What a commit has at a path. */
export interface CommitEntry {
  mode: string;
  sha: string;
  size: number;
}

/** Every path of a commit, or those at and below some places. */
export async function listCommit(
  git: Git,
  commit: string,
  places: readonly string[] = [],
): Promise<Map<string, CommitEntry>> {
  const listing = await git("ls-tree", "-r", "-l", "-z", "--full-tree", commit, "--", ...places);
  return new Map(
    listing
      .split("\0")
      .filter(Boolean)
      .map((line) => {
        const [head, path] = [line.slice(0, line.indexOf("\t")), line.slice(line.indexOf("\t") + 1)];
        const [mode, , sha, size] = head.split(/ +/) as [string, string, string, string];
        return [path, { mode, sha, size: Number(size) }] as const;
      }),
  );
}

/** Objects by their names, all at once. */
export async function readBlobs(git: Git, shas: readonly string[]): Promise<Buffer[]> {
  const output = shas.length > 0 ? await git.feed(`${shas.join("\n")}\n`, "cat-file", "--batch") : undefined;
  let at = 0;
  return shas.map((sha) => {
    const end = output?.indexOf("\n", at) ?? -1;
    const [name, type, size] = output?.toString("latin1", at, end).split(" ") ?? [];
    if (!output || name !== sha || type !== "blob") throw new GsdError("git", `The file ${sha} is missing.`);
    at = end + 1 + Number(size) + 1;
    return output.subarray(end + 1, at - 1);
  });
}

const maxIgnoreBytes = 500_000;

/** A commit's ignore files. */
export async function readIgnoreFiles(
  git: Git,
  entries: ReadonlyMap<string, CommitEntry>,
): Promise<IgnoreFile[]> {
  const files = [...entries].filter(
    ([path, { mode }]) => /(^|\/)\.gitignore$/.test(path) && mode.startsWith("100"),
  );
  if (files.reduce((sum, [, { size }]) => sum + size, 0) > maxIgnoreBytes)
    throw new GsdError(
      "config",
      `The .gitignore files have more than ${maxIgnoreBytes} bytes together. Make them shorter.`,
    );
  const texts = await readBlobs(
    git,
    files.map(([, { sha }]) => sha),
  );
  return files.map(([path], index) => ({
    folder: bytesOf(path.slice(0, -"/.gitignore".length)),
    text: texts[index]?.toString("latin1") ?? "",
  }));
}
