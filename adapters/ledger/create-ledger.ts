import { ledgerBranch } from "../../core/codec/branches.ts";
import type { FileAtRef } from "../../core/ports/github/git.ts";
import type { GitHubPort } from "../../core/ports/github.ts";
import type { LedgerDocument, LedgerPort, ReadText, Stored } from "../../core/ports/ledger.ts";
import { commitChanges } from "./commit-changes.ts";
import { createBranch } from "./create-branch.ts";
import { formatText } from "./file-text.ts";
import { readFiles } from "./read-files.ts";
import { saveFile } from "./save-file.ts";
import type { Sight } from "./sight.ts";

/** The ledger on the branch `gsd/ledger`, through GitHub's API. */
export function createLedger(github: GitHubPort): LedgerPort {
  const sight: Sight = { commit: undefined };
  return {
    async create() {
      sight.commit = await createBranch(github);
    },
    latest: () => sight.commit,
    saw(commit) {
      sight.commit = commit;
    },
    document: (path, read) => createDocument(github, sight, { path, read }),
    async read(paths) {
      const { files, commit } = await readFiles(github, paths, ledgerBranch);
      if (paths.length > 0) sight.commit = commit;
      return files;
    },
    async list(folder) {
      // The Contents API would list a thousand and no more.
      const { folders } = await github.look({ folders: [{ path: folder, ref: ledgerBranch }] });
      return (folders[0]?.entries ?? []).filter((entry) => !entry.folder).map(({ name }) => name);
    },
    commit: (changes, message) => commitChanges(github, sight, { changes, message }),
  };
}

function createDocument<T>(
  github: GitHubPort,
  sight: Sight,
  { path, read }: { path: string; read: ReadText<T> },
): LedgerDocument<T> {
  const toStored = (file: FileAtRef | undefined): Stored<T> | undefined =>
    file && { value: read(file.text, path), version: file.sha };
  return {
    load: async () => toStored(await github.readFile(path, ledgerBranch)),
    async save(value, version, message) {
      const text = formatText(value, path);
      const saving = await saveFile(github, sight, { path, text, version, message });
      return saving.type === "saved" ? saving : { type: "conflict", now: toStored(saving.now) };
    },
  };
}
