import { assertSha, createGit } from "../../adapters/git/create-git.ts";
import { listCommit, readIgnoreFiles } from "../../adapters/git/list-files.ts";
import { readLimits } from "../../adapters/git/read-changes.ts";
import { walkTree } from "../../adapters/git/walk-tree.ts";
import { writeEntries } from "../../adapters/git/write-entries.ts";
import { createIgnoreRules } from "../../core/check/ignore-rules.ts";
import { GsdError } from "../../core/gsd-error.ts";
import { isInstructing } from "../../core/plan/protection.ts";
import { clearWay, removePath } from "./clear-way.ts";

/**
 * Puts the agents' configuration in a work tree back to a commit: what the commit has is written, what it lacks is
 * removed. The paths touched are returned. Only files are changed, neither the repository's index nor its branch.
 */
export async function restoreConfiguration(folder: string, base: string): Promise<string[]> {
  assertSha(base);
  const git = createGit({ folder });
  const wanted = await listCommit(git, base);
  const present = await findConfiguration(folder);
  const foreign = present.filter((path) => !wanted.has(path));
  for (const path of foreign) await removePath(folder, path);

  const kept = [...wanted].filter(([path, { mode }]) => isInstructing(path) && mode !== "160000");
  const paths = kept.map(([path]) => path);
  for (const path of paths) await clearWay(folder, path);
  await writeEntries(git, folder, new Map(kept));
  return [...foreign, ...paths].sort();
}

/**
 * What there is in a tree, ignored files included. Of an ignored folder its name alone counts: a package's install script
 * may have written it, and what packages hold inside is their own. What is ignored the checked-out commit says: whoever
 * hides a folder from us by a rule of its own is not believed.
 */
async function findConfiguration(folder: string): Promise<string[]> {
  const git = createGit({ folder });
  const modes = await listCommit(git, "HEAD");
  const found = new Set([...modes.keys()].filter((path) => isInstructing(path)));
  const look = (path: string) => void (isInstructing(path) && found.add(path));
  const stop = await walkTree({
    root: folder,
    modes,
    rules: createIgnoreRules(await readIgnoreFiles(git, modes)),
    limits: {
      inFolder: Number.POSITIVE_INFINITY,
      inAll: Number.POSITIVE_INFINITY,
      names: readLimits.names,
      depth: readLimits.depth,
      until: performance.now() + readLimits.seconds * 1000,
    },
    take: ({ path }) => look(path),
    skip: look,
  });
  if (!stop) return [...found];
  throw new GsdError(
    stop.why === "time" ? "timeout" : "tree",
    `Too much lies in the work tree to look for settings of agents in it; most of it in \`${stop.path}\`. Add it to .gitignore.`,
  );
}
