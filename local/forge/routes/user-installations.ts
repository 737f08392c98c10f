import { revokeToken } from "../authorize/user-tokens.ts";
import { text } from "../body.ts";
import { givenRole } from "../permissions.ts";
import { found, invalid, noContent, pages, Refusal } from "../reply.ts";
import type { Call, Routes } from "../router.ts";
import { installationShape } from "../shapes/app.ts";
import { fullRepository, repository } from "../shapes/repository.ts";
import type { Installation } from "../state/account.ts";
import type { Repo } from "../state/repository.ts";
import { mustRepo } from "../state/world.ts";

/** What an App may ask with a token of a person, and about one. */
export const userInstallationRoutes: Routes = {
  "GET /user/installations": (call) =>
    pages(
      installationsOf(call).map((one) => installationShape(call.world, one)),
      (installations, total_count) => ({ total_count, installations }),
    ),
  "GET /user/installations/{installation_id}/repositories": (call) => {
    const id = Number(call.params["installation_id"]);
    const installation = found(installationsOf(call).find((one) => one.id === id));
    return pages(
      repositoriesOf(call, installation).map((repo) => withRole(call, repo)),
      (repositories, total_count) => ({ total_count, repository_selection: "selected", repositories }),
    );
  },
  "DELETE /applications/{client_id}/token": (call) => {
    const { actor, world, params, body } = call;
    if (actor.kind !== "client" || actor.app.clientId !== params["client_id"])
      throw new Refusal(404, "Not Found");
    const token = text(body, "access_token");
    const owner = world.tokens.get(token);
    if (owner?.kind !== "user" || owner.grant?.app.id !== actor.app.id)
      throw invalid({ resource: "OauthAccess", field: "access_token", code: "invalid" });
    revokeToken(world, token);
    return noContent();
  },
};

/** Where the App is installed and somebody gave this person a role: that everyone can read it does not count. */
function installationsOf(call: Call): Installation[] {
  const { actor, world } = call;
  if (actor.kind !== "user" || !actor.grant)
    throw new Refusal(
      403,
      "You must authenticate with an access token authorized to a GitHub App in order to list installations",
    );
  const { app } = actor.grant;
  const own = [...world.installations.values()].filter((one) => one.app.id === app.id);
  return own.filter((one) => repositoriesOf(call, one).length > 0);
}

function repositoriesOf({ actor, world }: Call, installation: Installation): Repo[] {
  if (actor.kind !== "user" || installation.suspendedAt) return [];
  const all = [...installation.repos].map((name) => mustRepo(world, name));
  return all.filter((repo) => givenRole(repo, actor.user.login) !== undefined);
}

function withRole({ actor, world }: Call, repo: Repo) {
  const role = actor.kind === "user" ? givenRole(repo, actor.user.login) : undefined;
  return { ...repository(world, repo), permissions: fullRepository(world, repo, role).permissions };
}
