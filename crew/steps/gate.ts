import { createGit } from "../../adapters/git/create-git.ts";
import { listCommit } from "../../adapters/git/list-files.ts";
import { checkChange } from "../../core/check/gate.ts";
import { toText } from "../../core/text/to-text.ts";
import { type Crew, subjectOf } from "../crew.ts";
import type { CodeResult } from "./run-code.ts";

/** What publish would refuse goes back to whoever made it while it is still there. */
export async function gate(crew: Crew): Promise<CodeResult> {
  const { input, journal } = crew;
  const { changes, contents, refusals } = journal.changes();
  const entries = await listCommit(createGit({ folder: input.folder }), input.base);
  const problems = [
    ...refusals,
    ...checkChange({
      changes,
      files: (sha256) => {
        const content = contents.get(sha256);
        return content && { size: content.length, sha256, text: toText(content) };
      },
      config: input.config,
      scope: input.files,
      existing: new Set(entries.keys()),
      rules: input.rules,
    }),
  ];
  const subject = subjectOf(crew);
  return problems.length > 0 ? { problems, subject, outcome: "refused-change" } : { subject };
}
