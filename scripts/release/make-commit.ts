import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { product } from "../../core/product.ts";
import { runGit } from "./run-git.ts";

const bot = { name: "github-actions[bot]", email: "41898282+github-actions[bot]@users.noreply.github.com" };

/**
 * The release commit: the source's tree and the bundle of the action, beside the default branch. It depends on nothing but these,
 * so that whoever builds it again gets the same id. Branch, index and work tree stay as they are.
 */
export function makeCommit(root: string, source: string): string {
  const scratch = mkdtempSync(join(tmpdir(), "gsd-release-"));
  try {
    const date = runGit(root, ["show", "--no-patch", "--format=%cI", source]);
    const env = {
      GIT_INDEX_FILE: join(scratch, "index"),
      GIT_AUTHOR_NAME: bot.name,
      GIT_AUTHOR_EMAIL: bot.email,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: bot.name,
      GIT_COMMITTER_EMAIL: bot.email,
      GIT_COMMITTER_DATE: date,
    };
    runGit(root, ["read-tree", source], env);
    runGit(root, ["add", "--force", "dist/action"], env);
    const tree = runGit(root, ["write-tree"], env);
    const message = `chore: release ${product.tag}\n\nBuilt from ${source}.`;
    return runGit(root, ["commit-tree", tree, "-p", source, "-m", message], env);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
