import { randomBytes } from "node:crypto";
import type { App, User } from "../state/account.ts";
import type { World } from "../state/world.ts";

const tokenSeconds = 8 * 3_600;
/** Six months, as GitHub counts them. */
const refreshSeconds = 15_897_600;

/** Gives an App a token of a person, and what it can have the next one for. */
export function mintUserToken(world: World, app: App, user: User): Record<string, string | number> {
  const [token, refresh] = ["ghu", "ghr"].map(
    (kind) => `${kind}_${randomBytes(27).toString("base64url")}`,
  ) as [string, string];
  const now = world.now().getTime();
  const reaches = ({ fullName }: { fullName: string }) =>
    [...world.installations.values()].some(
      (one) => one.app.id === app.id && !one.suspendedAt && one.repos.has(fullName),
    );
  const grant = { app, expiresAt: now + tokenSeconds * 1_000, reaches };
  world.tokens.set(token, { kind: "user", user, grant });
  world.authorizations.refreshes.set(refresh, { app, user, token, expiresAt: now + refreshSeconds * 1_000 });
  return {
    access_token: token,
    expires_in: tokenSeconds,
    refresh_token: refresh,
    refresh_token_expires_in: refreshSeconds,
    scope: "",
    token_type: "bearer",
  };
}

/** Ends one token of a person, and what came with it. */
export function revokeToken(world: World, token: string): void {
  world.tokens.delete(token);
  const { refreshes } = world.authorizations;
  for (const [refresh, one] of refreshes) if (one.token === token) refreshes.delete(refresh);
}

/** Ends all that a person allowed an App. */
export function revokeApp(world: World, user: User, app: App): void {
  world.authorizations.allowed.delete(`${app.id}/${user.id}`);
  for (const [token, actor] of world.tokens)
    if (actor.kind === "user" && actor.user.id === user.id && actor.grant?.app.id === app.id)
      revokeToken(world, token);
}
