import { teamsFor } from "../core/command/permissions.ts";
import { GsdError } from "../core/gsd-error.ts";
import type { Actor, Membership } from "../core/model/actor.ts";
import type { Command } from "../core/model/command.ts";
import { teamIn } from "../core/model/config/who.ts";
import type { Facts } from "../core/model/facts.ts";
import type { Sender } from "../core/model/trigger.ts";
import { withoutUndefined } from "../core/model/without-undefined.ts";
import type { Ports } from "./ports.ts";

export type KnownActor = Actor & { login: string };

interface Wanted {
  config: Facts["config"];
  commands: readonly Pick<Command, "type">[];
}

/** What somebody may do by what GitHub says now, as far as it matters for some commands. */
export async function readActor(
  ports: Ports,
  sender: Sender,
  { config, commands }: Wanted,
): Promise<KnownActor> {
  if (sender.bot) return { ...sender, permission: "none" };
  const teams = config?.ok ? teamsFor(commands, config.config) : [];
  const permission = await ports.github.permissionOf(sender.login);
  const memberships = await readTeams(ports, sender.login, teams);
  return withoutUndefined({ ...sender, permission, teams: teams.length > 0 ? memberships : undefined });
}

/** The same of somebody who waits for an answer: where GitHub does not say, they may do nothing, and hear why. */
export async function readSender(ports: Ports, sender: Sender, wanted: Wanted): Promise<KnownActor> {
  try {
    return await readActor(ports, sender, wanted);
  } catch (error) {
    if (!(error instanceof GsdError)) throw error;
    ports.log.warn("what somebody may do is not known", { login: sender.login, code: error.code });
    return { ...sender, permission: "none", unknown: error.message };
  }
}

/** Which of some teams (`@acme/leads`) somebody is in. A team that the token may not see is one that nobody is known to be in. */
export async function readTeams(
  { github }: Ports,
  login: string,
  teams: readonly string[],
): Promise<Record<string, Membership>> {
  const found: Record<string, Membership> = {};
  for (const name of teams) {
    const team = teamIn(name);
    if (team) found[name] = await isMember(github, login, team);
  }
  return found;
}

async function isMember(
  github: Ports["github"],
  login: string,
  team: { org: string; team: string },
): Promise<Membership> {
  try {
    return await github.isInTeam({ ...team, login });
  } catch (error) {
    if (error instanceof GsdError && error.code === "forbidden") return "unseen";
    throw error;
  }
}
