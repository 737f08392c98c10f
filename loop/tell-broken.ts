import { effectKey } from "../core/codec/keys.ts";
import { isSound } from "../core/codec/ledger-files.ts";
import { type LedgerProblem, ledgerProblemIn } from "../core/codec/read-document.ts";
import { codeOf, GsdError } from "../core/gsd-error.ts";
import type { Sha } from "../core/model/ids.ts";
import type { Notice } from "../core/model/notice.ts";
import { withoutUndefined } from "../core/model/without-undefined.ts";
import { findSticky } from "./find-traces.ts";
import { giveAnswers } from "./give-answers.ts";
import type { Ports } from "./ports.ts";

/** Where somebody waits for an answer, and the issue whose progress comment may know a good version. */
export interface Audience {
  issue: number;
  thread: number;
}

/**
 * Says in a thread that a file of the ledger cannot be read, once for each way in which it is broken; every other error is
 * none of its business. Never fails: whoever calls it has an error already.
 */
export async function tellBroken(ports: Ports, audience: Audience, error: unknown): Promise<void> {
  const problem = ledgerProblemIn(error);
  if (!problem) return;
  const { path, what } = problem;
  ports.log.warn("a file of the ledger cannot be read", { path, what });
  try {
    const about = `ledger-broken-${ports.sha256(`${path} ${what}`).slice(0, 12)}`;
    const newer = error instanceof GsdError && codeOf(error) === "ledger-newer";
    const commit = await findGood(ports, audience.issue, problem);
    const notice: Notice = withoutUndefined({ type: "ledger-broken" as const, path, what, newer, commit });
    const { thread } = audience;
    const effect = { type: "say" as const, thread, notices: [notice] };
    await giveAnswers(ports, [{ key: effectKey.format(thread, "say", about), effect }]);
  } catch (failure) {
    ports.log.warn("nobody could be told", { path, why: String(failure) });
  }
}

/** The commit that the progress comment names, where the file is sound in it. */
async function findGood(ports: Ports, issue: number, { path }: LedgerProblem): Promise<Sha | undefined> {
  const commit = (await findSticky(ports, issue))?.commit;
  if (commit === undefined) return undefined;
  const { files } = await ports.github.look({ files: [{ path, ref: commit }] });
  return files[0] && isSound(path, files[0].text) ? commit : undefined;
}
