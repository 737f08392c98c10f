import { NEEDS } from "../needs.ts";
import { grants } from "../permissions.ts";
import { found, notAccessible, ok, Refusal } from "../reply.ts";
import type { Call, Routes } from "../router.ts";
import { findUser } from "../state/world.ts";

const membership = "/orgs/{org}/teams/{team_slug}/memberships/{username}";

export const teamRoutes: Routes = { [`GET ${membership}`]: getMembership };

/** A workflow's token has no permission in an organisation, so it never gets an answer. */
function getMembership(call: Call) {
  const { world, params, actor } = call;
  const { permission, level } = NEEDS[call.route]!;
  if (actor.kind === "anonymous") throw new Refusal(401, "Requires authentication");
  if (actor.kind !== "user" && !("permissions" in actor && grants(actor.permissions, permission, level)))
    throw notAccessible(`${permission}=${level}`);
  const team = found(world.teams.get(`${params["org"]}/${params["team_slug"]}`.toLowerCase()));
  const user = found(findUser(world, params["username"] ?? ""));
  found(team.members.has(user.login.toLowerCase()) ? user : undefined);
  const url = `${world.urls.api}/orgs/${params["org"]}/teams/${params["team_slug"]}/memberships/${user.login}`;
  return ok({ url, role: "member", state: "active" });
}
