import { mintInstallationToken } from "../app-actions.ts";
import { optionalNumber, texts } from "../body.ts";
import { grants } from "../permissions.ts";
import { created, found, noContent, notAccessible, ok, pages, Refusal } from "../reply.ts";
import type { Call, Routes } from "../router.ts";
import { installationShape, integration } from "../shapes/app.ts";
import { repository } from "../shapes/repository.ts";
import type { App, Installation, Level, Permissions } from "../state/account.ts";
import { findRepo, mustRepo } from "../state/world.ts";

export const appRoutes: Routes = {
  "GET /app": (call) => ok(integration(call.world, appOfJwt(call))),
  "GET /app/hook/config": (call) => {
    const app = appOfJwt(call);
    return ok({ content_type: "json", insecure_ssl: "0", secret: "********", url: app.webhookUrl ?? "" });
  },
  "GET /app/hook/deliveries": listDeliveries,
  "GET /app/installations": (call) => {
    const app = appOfJwt(call);
    const own = [...call.world.installations.values()].filter((one) => one.app.id === app.id);
    return pages(own.map((one) => installationShape(call.world, one)));
  },
  "GET /app/installations/{installation_id}": (call) =>
    ok(installationShape(call.world, installationOf(call))),
  "POST /app/installations/{installation_id}/access_tokens": createToken,
  "GET /apps/{app_slug}": (call) =>
    ok(
      integration(
        call.world,
        found([...call.world.apps.values()].find((app) => app.slug === call.params["app_slug"])),
      ),
    ),
  "GET /repos/{owner}/{repo}/installation": installationOfRepo,
  "GET /installation/repositories": listRepositories,
  "DELETE /installation/token": (call) => {
    for (const [token, actor] of call.world.tokens) if (actor === call.actor) call.world.tokens.delete(token);
    return noContent();
  },
};

function appOfJwt(call: Call): App {
  if (call.actor.kind === "app") return call.actor.app;
  throw new Refusal(401, "A JSON web token could not be decoded");
}

function installationOf(call: Call): Installation {
  const app = appOfJwt(call);
  const installation = call.world.installations.get(Number(call.params["installation_id"]));
  return found(installation?.app.id === app.id ? installation : undefined);
}

function installationOfRepo(call: Call) {
  const app = appOfJwt(call);
  const repo = found(findRepo(call.world, `${call.params["owner"]}/${call.params["repo"]}`));
  const own = [...call.world.installations.values()].find(
    (one) => one.app.id === app.id && one.repos.has(repo.fullName),
  );
  return ok(installationShape(call.world, found(own)));
}

/** A token for an hour; it can be narrowed to some repositories and permissions, never widened. */
function createToken(call: Call) {
  const { world, body } = call;
  const installation = installationOf(call);
  if (installation.suspendedAt) throw new Refusal(403, "This installation has been suspended");
  const permissions = (body["permissions"] ?? installation.app.permissions) as Permissions;
  for (const [name, level] of Object.entries(permissions)) {
    if (!grants(installation.app.permissions, name, level as Level))
      throw new Refusal(422, "The permissions requested are not granted to this installation.");
  }
  const repos = narrowed(call, installation);
  const { token, expiresAt } = mintInstallationToken(world, installation, { permissions, repos });
  const shown = repos ? { repositories: repos.map((name) => repository(world, mustRepo(world, name))) } : {};
  return created({ token, expires_at: expiresAt, permissions, repository_selection: "selected", ...shown });
}

function narrowed(call: Call, installation: Installation): string[] | undefined {
  const names = texts(call.body, "repositories");
  const ids = call.body["repository_ids"];
  if (!names && !Array.isArray(ids)) return undefined;
  const own = [...installation.repos];
  const wanted = [
    ...(names ?? []).map((name) =>
      own.find((full) => full.toLowerCase() === `${installation.account.login}/${name}`.toLowerCase()),
    ),
    ...(Array.isArray(ids) ? ids : []).map((id) =>
      own.find((full) => mustRepo(call.world, full).id === optionalNumber({ id }, "id")),
    ),
  ];
  if (wanted.includes(undefined))
    throw new Refusal(
      422,
      "There is at least one repository that does not exist or is not accessible to the parent installation.",
    );
  return wanted as string[];
}

function listRepositories(call: Call) {
  const { actor, world } = call;
  if (actor.kind !== "installation" && actor.kind !== "workflow") throw notAccessible("metadata=read");
  const names = actor.kind === "workflow" ? [actor.repo] : (actor.repos ?? [...actor.installation.repos]);
  return pages(
    names.map((name) => repository(world, mustRepo(world, name))),
    (repositories, total_count) => ({ total_count, repository_selection: "selected", repositories }),
  );
}

function listDeliveries(call: Call) {
  const app = appOfJwt(call);
  const own = call.world.deliveries.log.filter((one) => one.app.id === app.id && one.status !== undefined);
  return pages(
    own.toReversed().map((one, index) => ({
      id: own.length - index,
      guid: one.guid,
      delivered_at: one.deliveredAt,
      redelivery: one.attempts > 1,
      duration: (one.durationMs ?? 0) / 1000,
      status: one.status && one.status < 400 ? "OK" : "Error",
      status_code: one.status,
      event: one.event,
      action: one.action ?? null,
      installation_id: null,
      repository_id: null,
    })),
  );
}
