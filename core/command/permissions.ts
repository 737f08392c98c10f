import type { Actor } from "../model/actor.ts";
import type { Command } from "../model/command.ts";
import { type RoleName, roleNames, teamIn, type WhoConfig } from "../model/config/who.ts";

/** What the configuration says about it. */
export interface Rights extends Pick<WhoConfig, "who"> {
  trusted_bots: readonly number[];
}

export const noRights: Rights = { who: {}, trusted_bots: [] };

/** What a command asks of the one who gives it, any of these: the one place where this is decided. */
export function requiredAccess({ type }: Pick<Command, "type">, { who }: Pick<Rights, "who">): string[] {
  return Object.hasOwn(who, type) ? [who[type] ?? []].flat() : ["write"];
}

export type Leave =
  | { ok: true }
  | { ok: false; reason: "bot" | "unknown" }
  /** `unseen`: teams of which GitHub does not say whether they are in them. */
  | { ok: false; reason: "permission"; needs: string[]; unseen: string[] };

/** Whether someone may give a command. A bot may only when the configuration lists its numeric id, and may never approve. */
export function mayRun(actor: Actor, command: Pick<Command, "type">, rights: Rights): Leave {
  if (actor.bot) {
    const trusted = rights.trusted_bots.includes(actor.id) && !isForPeople(command);
    return trusted ? { ok: true } : { ok: false, reason: "bot" };
  }
  if (actor.unknown !== undefined) return { ok: false, reason: "unknown" };
  const needs = requiredAccess(command, rights);
  if (needs.some((need) => meets(actor, need))) return { ok: true };
  const unseen = needs.filter((need) => membershipIn(actor, need) === "unseen");
  return { ok: false, reason: "permission", needs, unseen };
}

/** What decides in a person's place is never a bot's to say. */
function isForPeople({ type }: Pick<Command, "type">): boolean {
  return type === "approve" || type === "allow";
}

/** Whoever is named needs triage access at least: a login that changed hands gains nothing by it. */
function meets(actor: Actor, need: string): boolean {
  if (!need.startsWith("@")) return hasRole(actor.permission, need);
  if (!hasRole(actor.permission, "triage")) return false;
  return isSameName(need.slice(1), actor.login ?? "") || membershipIn(actor, need) === true;
}

function membershipIn({ teams }: Pick<Actor, "teams">, need: string) {
  return teamIn(need) && teams?.[need.toLowerCase()];
}

/** GitHub's names are the same whatever their case. */
export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The teams that matter for some commands, each once. */
export function teamsFor(commands: readonly Pick<Command, "type">[], rights: Pick<Rights, "who">): string[] {
  const needs = commands.flatMap((command) => requiredAccess(command, rights));
  return [...new Set(needs.filter(teamIn).map((team) => team.toLowerCase()))];
}

/** Whether somebody's words count: what they say reaches agents. */
export function isWriter({ bot, permission }: Pick<Actor, "bot" | "permission">): boolean {
  return !bot && hasRole(permission, "write");
}

function hasRole(permission: string, least: string): boolean {
  const rank = roleNames.indexOf(permission as RoleName);
  return rank >= 0 && rank >= roleNames.indexOf(least as RoleName) && roleNames.includes(least as RoleName);
}
