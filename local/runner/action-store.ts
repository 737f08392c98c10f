import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { GsdError } from "../../core/gsd-error.ts";
import type { ActionsHost, RepoName } from "../actions-port.ts";
import type { ActionDocument } from "./documents.ts";
import { runGit } from "./git.ts";
import { parseActionFile } from "./parse-file.ts";

/** Actions read from the forge, each commit unpacked once. */
export interface ActionStore {
  /** The folder that holds a repository's files at a commit; jobs must not write to it. */
  unpack(repo: RepoName, sha: string): Promise<string>;
  resolve(repo: RepoName, ref: string): Promise<string>;
  /** An action's metadata in an unpacked folder, read once. */
  read(folder: string, shown: string): Promise<ActionDocument>;
}

export function createActionStore(host: ActionsHost, folder: string): ActionStore {
  const unpacked = new Map<string, Promise<string>>();
  const documents = new Map<string, Promise<ActionDocument>>();

  return {
    unpack(repo, sha) {
      const key = `${repo}@${sha}`;
      const known = unpacked.get(key);
      if (known) return known;
      const unpacking = unpackCommit(host.gitDir(repo), sha, join(folder, repo, sha));
      unpacked.set(key, unpacking);
      unpacking.catch(() => unpacked.delete(key));
      return unpacking;
    },
    read(path, shown) {
      const known = documents.get(path) ?? readAction(path, shown);
      documents.set(path, known);
      return known;
    },
    async resolve(repo, ref) {
      const sha = await host.resolveCommit(repo, ref).catch(() => undefined);
      if (sha) return sha;
      throw new GsdError(
        "action-unknown",
        `Unable to resolve action '${repo}@${ref}': not found on this forge`,
      );
    },
  };
}

/** An action's metadata, from `action.yml` or `action.yaml`. */
export async function readAction(folder: string, shown: string): Promise<ActionDocument> {
  for (const name of ["action.yml", "action.yaml"]) {
    const text = await readFile(join(folder, name), "utf8").catch(() => undefined);
    if (text === undefined) continue;
    const { document, errors } = await parseActionFile(`${shown}/${name}`, text);
    if (document) return document;
    throw new GsdError("action-invalid", errors.join("\n"));
  }
  throw new GsdError(
    "action-unknown",
    `Can't find 'action.yml' or 'action.yaml' for action '${shown}'. Did you forget to run actions/checkout before running your local action?`,
  );
}

/** Through an index of its own, so that the bare repository stays as it is and no tar is needed. */
async function unpackCommit(gitDir: string, sha: string, target: string): Promise<string> {
  await mkdir(target, { recursive: true });
  const index = `${target}.index`;
  const env = { GIT_INDEX_FILE: index };
  await runGit(["--git-dir", gitDir, "read-tree", sha], { env });
  await runGit(["--git-dir", gitDir, "--work-tree", target, "checkout-index", "--all", "--force"], {
    env,
    cwd: target,
  });
  await rm(index, { force: true });
  return target;
}
