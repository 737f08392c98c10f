import { createGit } from "../../adapters/git/create-git.ts";
import { listCommit } from "../../adapters/git/list-files.ts";
import { wholePatch } from "../../adapters/git/whole-patch.ts";
import type { ChangeCheck } from "../../core/check/gate.ts";
import { readPatch } from "../../core/check/read-patch.ts";
import { toText } from "../../core/text/to-text.ts";
import type { Crew } from "../crew.ts";
import { toChangedText } from "../judge-change.ts";
import { within } from "../within.ts";
import { readScanTerms } from "./read-scan-terms.ts";

/** The change as it is now, and all that it is held to. */
export async function readCheck(crew: Crew): Promise<ChangeCheck> {
  const { input, journal } = crew;
  const { folder, base } = input;
  const set = journal.changes();
  const { changes, contents } = set;
  const entries = await listCommit(createGit({ folder }), base);
  const patch = await within("compare", () => wholePatch(folder, { base, against: undefined }, set));
  const before = new Map(readPatch(patch).map((file) => [file.path, toChangedText(file).before]));
  return {
    changes,
    files: (sha256) => {
      const content = contents.get(sha256);
      return content && { size: content.length, sha256, text: toText(content) };
    },
    config: input.config,
    scope: input.files,
    existing: new Set(entries.keys()),
    rules: input.rules,
    hints: input.judging?.hints ?? [],
    permissions: input.permissions,
    before: (path) => before.get(path),
    scan: await readScanTerms(crew),
  };
}
