import type { Need } from "./needs.ts";
import { notAccessible, notFound, Refusal } from "./reply.ts";
import type { Actor, Level, Permissions, Role, UserGrant } from "./state/account.ts";
import type { Repo } from "./state/repository.ts";

const ROLES: Role[] = ["read", "triage", "write", "maintain", "admin"];

/** The role of a person in a repository; everyone reads public ones. */
export function roleOf(repository: Repo, login: string): Role | undefined {
  return givenRole(repository, login) ?? (repository.private ? undefined : "read");
}

/** The role that somebody gave them: a public repository alone gives none. */
export function givenRole(repository: Repo, login: string): Role | undefined {
  if (login === repository.owner.login) return "admin";
  const name = login.toLowerCase();
  const byTeams = repository.teams.flatMap(({ team, role }) => (team.members.has(name) ? [role] : []));
  const roles = [repository.collaborators.get(name) ?? [], byTeams].flat();
  return ROLES.findLast((role) => roles.includes(role));
}

export function hasRole(repository: Repo, login: string, wanted: Role): boolean {
  const role = roleOf(repository, login);
  return role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(wanted);
}

/** Whether a token's permissions hold one; write includes read, and everyone has metadata. */
export function grants(permissions: Permissions, permission: string, level: Level): boolean {
  if (permission === "metadata" && level === "read") return true;
  const held = permissions[permission];
  return held === "write" || held === level;
}

/** Whether the actor may see the repository at all. */
export function canSee(repository: Repo, actor: Actor): boolean {
  if (actor.kind === "workflow") return actor.repo === repository.fullName || !repository.private;
  if (actor.kind === "installation") return reaches(actor, repository) || !repository.private;
  if (actor.kind === "user") {
    const isWithin = !repository.private || actor.grant?.reaches(repository) !== false;
    return isWithin && roleOf(repository, actor.user.login) !== undefined;
  }
  return !repository.private;
}

function reaches(actor: Actor & { kind: "installation" }, repository: Repo): boolean {
  if (!actor.installation.repos.has(repository.fullName)) return false;
  return !actor.repos || actor.repos.includes(repository.fullName);
}

/** Whether the actor may do something in the repository that asks for a permission, or a role. */
export function allows(repository: Repo, actor: Actor, wanted: Need): boolean {
  const { permission, level, role } = wanted;
  const readsPublic = level === "read" && !repository.private && permission !== "administration";
  if (actor.kind === "anonymous" || actor.kind === "app" || actor.kind === "client")
    return readsPublic && role === "read";
  if (actor.kind === "user") {
    if (!hasRole(repository, actor.user.login, role)) return false;
    if (actor.grant) return readsPublic || mayByGrant(repository, actor.grant, wanted);
    return !actor.permissions || grants(actor.permissions, permission, level);
  }
  if (actor.kind === "workflow" && actor.repo !== repository.fullName) return readsPublic;
  if (actor.kind === "installation" && !reaches(actor, repository)) return readsPublic;
  return grants(actor.permissions, permission, level);
}

function mayByGrant(repository: Repo, { app, reaches: isThere }: UserGrant, wanted: Need): boolean {
  return isThere(repository) && grants(app.permissions, wanted.permission, wanted.level);
}

/** Throws GitHub's refusal when the actor may not. */
export function requireNeed(repository: Repo, actor: Actor, wanted: Need): void {
  if (!canSee(repository, actor)) throw notFound();
  if (allows(repository, actor, wanted)) return;
  if (actor.kind === "anonymous") throw new Refusal(401, "Requires authentication");
  if (actor.kind === "user") throw refusePerson(repository, actor, wanted);
  throw notAccessible(`${wanted.permission}=${wanted.level}`);
}

function refusePerson(repository: Repo, actor: Actor & { kind: "user" }, wanted: Need): Refusal {
  if (hasRole(repository, actor.user.login, wanted.role)) {
    if (actor.grant) return notAccessible(`${wanted.permission}=${wanted.level}`);
    return new Refusal(403, "Resource not accessible by personal access token", {
      headers: { "x-accepted-github-permissions": `${wanted.permission}=${wanted.level}` },
    });
  }
  if (wanted.role === "admin") return new Refusal(403, "Must have admin rights to Repository.");
  return new Refusal(
    403,
    wanted.role === "triage"
      ? "Must have triage access to repository"
      : "Must have push access to repository",
  );
}

/** `issues|pull_requests` narrowed to what the number is; either will do where there is no number. */
export function concreteNeeds(wanted: Need, isPull: boolean | undefined): Need[] {
  if (!wanted.permission.includes("|")) return [wanted];
  const [issues, pulls] = ["issues", "pull_requests"].map((permission) => ({ ...wanted, permission }));
  if (isPull === undefined) return [issues!, pulls!];
  return isPull ? [pulls!] : [issues!];
}
