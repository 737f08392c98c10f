import { isSameName } from "../command/permissions.ts";
import type { Actor } from "../model/actor.ts";
import type { Approval } from "../model/approval.ts";
import { teamIn } from "../model/config/who.ts";
import type { OwnedFiles } from "../model/facts.ts";

/** What keeps approvals from being enough: people that are missing, and files of which no owner has approved. */
export interface Lack {
  people: number;
  owners: OwnedFiles[];
}

interface Wanted {
  approvals: number;
  files?: readonly OwnedFiles[];
}

/** The approvals of one head with one more; the same person's counts once, and those of another head not at all. */
export function withApproval(known: readonly Approval[] = [], given: Approval): Approval[] {
  const others = known.filter(({ sha, by }) => sha === given.sha && !isSameName(by, given.by));
  return [...others, given].slice(-50);
}

/** What is still missing; undefined where nothing is. */
export function lackOf(
  approvals: readonly Approval[],
  { approvals: need, files = [] }: Wanted,
): Lack | undefined {
  const people = Math.max(0, need - approvals.length);
  const owners = files.filter((group) => !approvals.some((approval) => isOwner(approval, group)));
  return people > 0 || owners.length > 0 ? { people, owners } : undefined;
}

function isOwner({ owns = [] }: Approval, { owners }: OwnedFiles): boolean {
  return owners.some((owner) => owns.some((one) => isSameName(one, owner)));
}

/** The owners among those of some files that somebody is, or whose team they are in. */
export function ownsOf(actor: Actor, files: readonly OwnedFiles[]): string[] {
  const owners = new Set(files.flatMap((group) => group.owners));
  return [...owners].filter((owner) => isTheirs(actor, owner)).slice(0, 100);
}

function isTheirs({ login = "", teams }: Actor, owner: string): boolean {
  if (teamIn(owner)) return teams?.[owner.toLowerCase()] === true;
  return isSameName(owner, `@${login}`);
}

/** The teams among owners, each once, in lower case. */
export function teamsAmong(files: readonly OwnedFiles[]): string[] {
  const owners = files.flatMap((group) => group.owners);
  return [...new Set(owners.filter(teamIn).map((team) => team.toLowerCase()))];
}
