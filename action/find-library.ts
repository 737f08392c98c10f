import { createGit } from "../adapters/git/create-git.ts";
import { GsdError } from "../core/gsd-error.ts";
import type { Library } from "../core/prompt/load-library.ts";
import { type LibraryInput, readLibrary } from "../crew/read-library.ts";
import type { Ports } from "../loop/ports.ts";
import { readLibrary as askForLibrary } from "../loop/read-library.ts";

/** What instructs the agents of a job, from the objects of a commit: those of the clone, and GitHub's where a shallow clone does not hold them. */
export async function findLibrary(ports: Ports, input: LibraryInput): Promise<Library> {
  const { folder, commit, protectedPaths, rules } = input;
  const isHere = await createGit({ folder })("cat-file", "-e", `${commit}^{tree}`).then(
    () => true,
    () => false,
  );
  if (isHere) return readLibrary(input);
  const { isThere, ...library } = await askForLibrary(ports, { ref: commit, protectedPaths, rules });
  if (isThere) return library;
  throw new GsdError(
    "config",
    `The commit ${commit}, whose roles and rules were approved with the plan, does not exist any more. Comment \`/approve\` on the plan again.`,
  );
}
