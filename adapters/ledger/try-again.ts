import { GsdError } from "../../core/gsd-error.ts";
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

/** The branch was there, or should be: to make a new one is for people to say. */
export function gone({ commit }: Sight): GsdError {
  return new GsdError("ledger-gone", ledgerGone(commit));
}

export function busy(what: string): GsdError {
  return new GsdError(
    "ledger-busy",
    `${what} could not be saved in ${mostTries} tries, because others write to the ledger all the time. The next event or tick tries again.`,
  );
}
