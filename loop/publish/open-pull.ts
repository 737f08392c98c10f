import { GsdError } from "../../core/gsd-error.ts";
import type { GitHubPort, Pull } from "../../core/ports/github.ts";

export interface NewPull {
  title: string;
  body: string;
  head: string;
  base: string;
  draft: boolean;
}

const mostTries = 4;

/** Opens a pull request, or finds the open one of that branch and brings its text up to date. */
export async function openPull(github: GitHubPort, wanted: NewPull): Promise<Pull> {
  let draft = wanted.draft;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await github.createPull({ ...wanted, draft });
    } catch (error) {
      const code = error instanceof GsdError ? error.code : "";
      if (code !== "invalid" && code !== "unavailable") throw error;
      if (attempt + 1 >= mostTries) throw error;
      // Private repositories on free plans have no drafts.
      if (code === "invalid" && /draft/i.test((error as Error).message)) draft = false;
      else await github.pause(500 * 2 ** attempt);
      const found = await findOpen(github, wanted);
      if (!found) continue;
      await github.updatePull(found.number, { title: wanted.title, body: wanted.body });
      return found;
    }
  }
}

async function findOpen(github: GitHubPort, { head, base }: NewPull): Promise<Pull | undefined> {
  const pulls = await github.pullsOf(head);
  return pulls.find((pull) => pull.state === "open" && pull.base === base);
}
