import type { EventWork, TickWork } from "../../app/work.ts";

interface Words {
  id: string;
  installation?: number;
  repository?: number;
  issue?: number;
}

/** An event that waits; all of one issue unless it says otherwise. */
export function anEvent({ id, issue = 1, ...where }: Words): EventWork {
  const trigger = { type: "branch-pushed", issue } as const;
  return { type: "event", id, name: "push", place: aPlace(where), aimed: { issue, trigger }, merges: false };
}

export function aTick({ id, ...where }: Words): TickWork {
  return { type: "tick", id, place: aPlace(where) };
}

function aPlace({ installation = 1, repository = 1 }: Omit<Words, "id">) {
  return { installation, repositoryId: repository, owner: "ada", repo: `r${repository}` };
}
