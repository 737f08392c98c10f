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

/**
 * Which files a plan may name all the same, each by its full path: those that the repository itself protects. Who approves
 * such a plan has said yes to exactly this file. What instructs agents or runs by itself stays for people to change.
 */
export function createNaming(own: readonly string[], hints: readonly string[]): Match {
  const isOwn = createProtection(own.filter((path) => !path.startsWith("!")));
  const isFixed = createProtection(neverChanged(own.filter((path) => path.startsWith("!"))));
  const named = new Set(hints.filter((hint) => !/[*?{]|\/$/.test(hint)));
  return (path) => named.has(path) && isOwn(path) && !isFixed(path);
}

/** Whether a file instructs agents or runs by itself. It does so as the approved commit has it, also where a repository lets agents change it. */
export const isInstructing: Match = createProtection(protectedGlobs([]));
