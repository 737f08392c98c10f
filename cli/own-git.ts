import { type SimpleGit, simpleGit } from "simple-git";

/** git in a person's own clone, with their configuration, as they would start it. */
export function ownGit(folder: string): SimpleGit {
  // Otherwise a timer after each command keeps this process alive for another 50 ms.
  // One that asks for a password, or hangs, is not waited for.
  const timeout = { block: 60_000, stdOut: true, stdErr: true };
  return simpleGit(folder, { timeout, completion: { onClose: true, onExit: false } });
}
