import { planPath } from "../codec/paths.ts";
import { protectedGlobs } from "../model/protected-names.ts";
import { foldName } from "../text/fold-name.ts";
import { createMatch, type Match } from "./match-paths.ts";

/** Whether a person has to make a change there. Globs protect what is below them too, however it is spelled. */
export function createProtection(globs: readonly string[]): Match {
  const match = createMatch(
    globs.map((glob) => `${foldName(glob)}/**`),
    { unsure: true },
  );
  return (path) => match(foldName(path));
}

/** What no task may change, as globs: what is protected, and every plan. `own` is a repository's `protected_paths`. */
export function neverChanged(own: readonly string[]): string[] {
  return [...protectedGlobs(own), `${planPath.parent}/**`, `${planPath.archives}/**`];
}

/** Whether a file instructs agents or runs by itself. It does so as the approved commit has it, also where a repository lets agents change it. */
export const isInstructing: Match = createProtection(protectedGlobs([]));
