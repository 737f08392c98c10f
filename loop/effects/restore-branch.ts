import type { Effect } from "../../core/model/effect.ts";
import type { Sha } from "../../core/model/ids.ts";
import type { GitHubPort } from "../../core/ports/github.ts";
import { nothing, type Performer } from "../perform.ts";

/** Brings a branch back that somebody deleted; one that is there stays where it is. */
export const restoreBranch: Performer<Extract<Effect, { type: "restore-branch" }>> = {
  async perform({ ports, effect }) {
    await ensureBranch(ports.github, effect.name, effect.sha);
    return nothing;
  },
};

export async function ensureBranch(github: GitHubPort, name: string, sha: Sha): Promise<void> {
  if (!(await github.ref(`heads/${name}`))) await github.createRef(`heads/${name}`, sha);
}
