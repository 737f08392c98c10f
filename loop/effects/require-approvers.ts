import { mayRun } from "../../core/command/permissions.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Approval } from "../../core/model/approval.ts";
import { type Track, taskEntries } from "../../core/model/track.ts";
import type { Ports } from "../ports.ts";
import { readActor } from "../read-actor.ts";

const approve = { type: "approve" as const };

/** Holds a merge that was decided a while ago to what those who approved it may do now. */
export async function requireApprovers(ports: Ports, track: Track, pull: number): Promise<void> {
  const { config } = track;
  for (const login of approversOf(track, pull)) {
    const asked = { config: { ok: true as const, config }, commands: [approve] };
    const actor = await readActor(ports, { id: 0, login, bot: false }, asked);
    if (!mayRun(actor, approve, config).ok)
      throw new GsdError("forbidden", `${login} approved it and may not approve here any more.`);
  }
}

function approversOf(track: Track, pull: number): string[] {
  const proposals = [...taskEntries(track).map(([, task]) => task), ...track.rollbacks].flatMap(
    ({ proposal }) => (proposal?.pull === pull ? [proposal] : []),
  );
  const approvals = proposals.flatMap(({ head, approval, approvals = [] }): Approval[] =>
    [...approvals, approval ?? []].flat().filter(({ sha }) => sha === head),
  );
  return [...new Set(approvals.map(({ by }) => by))].filter((by) => by !== "auto_merge");
}
