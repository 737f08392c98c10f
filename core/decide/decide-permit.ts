import type { Draft } from "../jobs/draft.ts";
import { restarted } from "../jobs/fail-task.ts";
import { replacePermit } from "../jobs/permits.ts";
import type { Command } from "../model/command.ts";
import type { Notice } from "../model/notice.ts";
import { isPending, type Permit } from "../model/permission.ts";
import type { Track } from "../model/track.ts";
import type { Commented } from "../model/trigger.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { type Reply, refuse } from "./on-commented.ts";

type Deciding = Extract<Command, { type: "allow" | "deny" }>;

/** `/allow T03`, `/deny T03`: what the task asked is settled for it, and it goes on from the work that it had kept. */
export function decidePermit(draft: Draft, trigger: Commented, command: Deciding): Reply {
  const { track, moment } = draft;
  const { task, number } = command;
  const permit = track.permits?.find((one) => one.task === task && one.number === number);
  const refusal = refusePermit(track, command, permit);
  if (refusal || !permit) return refuse(refusal ?? { type: "nothing-asked", task });
  const allowed = command.type === "allow";
  const text = command.type === "deny" ? command.text?.slice(0, 2_000) : undefined;
  const decision = withoutUndefined({ allowed, by: trigger.sender.login, at: moment.now, text });
  replacePermit(track, { ...permit, decision });
  goOn(draft, { ...permit, decision });
  return { ok: true, notice: { type: "permission-decided", task, number } };
}

function refusePermit(
  track: Track,
  { task, number }: Deciding,
  permit: Permit | undefined,
): Notice | undefined {
  if (!track.tasks[task]) return { type: "unknown-task", task };
  const open = track.permits?.find((one) => one.task === task && isPending(one));
  if (!permit) return withoutUndefined({ type: "nothing-asked" as const, task, open: open?.number });
  const { decision } = permit;
  if (decision) {
    const { allowed, by } = decision;
    return withoutUndefined({
      type: "decided-already" as const,
      task,
      number,
      allowed,
      by,
      open: open?.number,
    });
  }
  if (!permit.gone) return undefined;
  return withoutUndefined({ type: "permission-gone" as const, task, open: open?.number });
}

/** The agent is told what was decided; only this task had waited. */
function goOn({ track }: Draft, { task, wants, decision }: Permit): void {
  const known = track.tasks[task];
  if (known?.trouble?.type !== "permission-asked" || !decision) return;
  const said = withoutUndefined({
    type: "permission" as const,
    allowed: decision.allowed,
    by: decision.by,
    wants: wants.map(({ scope, action, target }) => ({ scope, action, target })),
    text: decision.text,
  });
  track.tasks[task] = restarted(known, [...known.feedback, said].slice(-50));
}
