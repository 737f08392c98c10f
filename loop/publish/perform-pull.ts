import { GsdError } from "../../core/gsd-error.ts";
import type { Bound, PublishStep } from "../../core/model/publication.ts";
import type { NewPull, Pull } from "../../core/ports/github/pulls.ts";
import type { GitHubPort } from "../../core/ports/github.ts";
import { inPlaceOf } from "../../core/render/pull-states.ts";
import type { Stage } from "./perform-publication.ts";

type PullStep = Extract<PublishStep, { type: "pull" }>;

/** Opens a pull request, or brings the open one of that branch up to date. */
export async function performPull(stage: Stage, step: PullStep): Promise<Bound> {
  const { ports, write } = stage;
  const { branch: head, base, draft } = step;
  const wanted: NewPull = { title: write(step.title), body: write(step.body), head, base, draft };
  try {
    return { pull: (await openPull(stage, wanted)).number };
  } catch (error) {
    if (!(error instanceof GsdError && error.code === "pulls-forbidden")) throw error;
    // One that a person opened meanwhile is as good.
    const found = await adoptPull(ports.github, wanted);
    if (found) return { pull: found.number };
    throw new GsdError("pulls-forbidden", error.message, { cause: { branch: head, base } });
  }
}

const mostTries = 4;

async function openPull({ ports: { github }, pause }: Stage, wanted: NewPull): Promise<Pull> {
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
      else await pause(500 * 2 ** attempt);
      const found = await adoptPull(github, wanted);
      if (found) return found;
    }
  }
}

/** The open pull request of those ends, with its text brought up to date; what people added to it stays. */
async function adoptPull(github: GitHubPort, wanted: NewPull): Promise<Pull | undefined> {
  const pulls = await github.pullsOf(wanted.head);
  const found = pulls.find((pull) => pull.state === "open" && pull.base === wanted.base);
  if (found) {
    const body = inPlaceOf(found.body, wanted.body);
    await github.updatePull(found.number, { title: wanted.title, body });
  }
  return found;
}
