import type { Actor } from "../model/actor.ts";
import type { Command } from "../model/command.ts";

export type Access = "write";

/** What a command asks of the one who gives it: the one place where this is decided. */
export function requiredAccess(_command: Pick<Command, "type">): Access {
  return "write";
}

export type Leave = { ok: true } | { ok: false; reason: "bot" | "permission" };

/** Whether someone may give a command. A bot may only when the configuration lists its numeric id, and may never approve. */
export function mayRun(
  actor: Actor,
  command: Pick<Command, "type">,
  config: { trusted_bots: readonly number[] },
): Leave {
  if (actor.bot) {
    const trusted = config.trusted_bots.includes(actor.id) && command.type !== "approve";
    return trusted ? { ok: true } : { ok: false, reason: "bot" };
  }
  return hasAccess(actor.permission, requiredAccess(command))
    ? { ok: true }
    : { ok: false, reason: "permission" };
}

/** Whether somebody's words count: what they say reaches agents. */
export function isWriter({ bot, permission }: Pick<Actor, "bot" | "permission">): boolean {
  return !bot && hasAccess(permission, "write");
}

function hasAccess(permission: string, access: Access): boolean {
  const enough: Record<Access, readonly string[]> = { write: ["admin", "maintain", "write"] };
  return enough[access].includes(permission);
}
