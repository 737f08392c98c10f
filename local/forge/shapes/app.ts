import type { App, Installation } from "../state/account.ts";
import type { World } from "../state/world.ts";
import { simpleUser } from "./user.ts";

/** GitHub's `integration`. */
export function integration(world: World, app: App) {
  return {
    id: app.id,
    slug: app.slug,
    node_id: `A_${app.id}`,
    client_id: app.clientId,
    owner: simpleUser(world, app.owner),
    name: app.name,
    description: "",
    external_url: `${world.urls.server}/apps/${app.slug}`,
    html_url: `${world.urls.server}/apps/${app.slug}`,
    created_at: app.createdAt,
    updated_at: app.createdAt,
    permissions: app.permissions,
    events: app.events,
  };
}

export function integrationOrNull(world: World, app: App | null) {
  return app ? integration(world, app) : null;
}

/** GitHub's `installation`. */
export function installationShape(world: World, installation: Installation) {
  const api = `${world.urls.api}/app/installations/${installation.id}`;
  return {
    id: installation.id,
    account: simpleUser(world, installation.account),
    repository_selection: "selected",
    access_tokens_url: `${api}/access_tokens`,
    repositories_url: `${world.urls.api}/installation/repositories`,
    html_url: `${world.urls.server}/settings/installations/${installation.id}`,
    app_id: installation.app.id,
    app_slug: installation.app.slug,
    target_id: installation.account.id,
    target_type: installation.account.type,
    permissions: installation.app.permissions,
    events: installation.app.events,
    created_at: installation.createdAt,
    updated_at: installation.createdAt,
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: installation.suspendedAt ? simpleUser(world, installation.account) : null,
    suspended_at: installation.suspendedAt ?? null,
  };
}
