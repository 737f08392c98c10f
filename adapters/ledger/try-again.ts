import { ledgerBranch } from "../../core/codec/branches.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Sha } from "../../core/model/ids.ts";
import type { GitHubPort } from "../../core/ports/github.ts";
import { ledgerGone } from "../../core/render/ledger-note.ts";
import type { Sight } from "./sight.ts";

/** Tries of one save: every other file's save moves the branch too, and GitHub answers that with the same refusal. */
export const mostTries = 12;

/** Waits before the next try, each writer for a time of its own. */
export function pauseBefore(github: GitHubPort, attempt: number): Promise<void> {
  return github.pause(100 * 2 ** attempt * (0.5 + Math.random()));
}

/** Whether a refused write may still succeed, or may even have been done. */
export function isPassing(error: unknown): boolean {
  return error instanceof GsdError && ["conflict", "invalid", "unavailable"].includes(error.code);
}

export function isAbsent(error: unknown): boolean {
  return error instanceof GsdError && error.code === "not-found";
}

/** Between looks at a branch that seems to be gone. */
const pausesMs = [500, 1_000, 2_000];

/**
 * Where the branch is. GitHub may not show for a moment what is there, so it is gone only when several looks say so; it was
 * there, or should be, and to make a new one is for people to say.
 */
export async function requireBranch(github: GitHubPort, { commit }: Sight): Promise<Sha> {
  for (const pause of [0, ...pausesMs]) {
    if (pause > 0) await github.pause(pause);
    const head = await github.ref(`heads/${ledgerBranch}`);
    if (head) return head;
  }
  throw new GsdError("ledger-gone", ledgerGone(commit));
}

export function busy(what: string): GsdError {
  return new GsdError(
    "ledger-busy",
    `${what} could not be saved in ${mostTries} tries, because others write to the ledger all the time. The next event or tick tries again.`,
  );
}
