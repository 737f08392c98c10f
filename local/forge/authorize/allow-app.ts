import { randomBytes } from "node:crypto";
import type { User } from "../state/account.ts";
import type { World } from "../state/world.ts";
import type { AuthorizeRequest } from "./read-request.ts";

const codeMs = 10 * 60_000;

/** Whether a person allowed this App before. */
export function isAllowed(world: World, user: User, { app }: AuthorizeRequest): boolean {
  return world.authorizations.allowed.has(`${app.id}/${user.id}`);
}

/** A person allows an App what it asks for; returns where they are sent back to. */
export function allowApp(world: World, user: User, request: AuthorizeRequest): string {
  const { app, redirectUri, challenge } = request;
  const code = randomBytes(10).toString("hex");
  const expiresAt = world.now().getTime() + codeMs;
  world.authorizations.allowed.add(`${app.id}/${user.id}`);
  world.authorizations.codes.set(code, { app, user, redirectUri, challenge, expiresAt });
  return backTo(request, { code });
}

/** A person does not allow it. */
export function denyApp(request: AuthorizeRequest): string {
  return backTo(request, {
    error: "access_denied",
    error_description: "The user has denied your application access.",
    error_uri: "https://docs.github.com/apps/troubleshooting-authorization-request-errors/#access-denied",
  });
}

function backTo({ redirectUri, state }: AuthorizeRequest, fields: Record<string, string>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value);
  if (state !== undefined) url.searchParams.set("state", state);
  return url.href;
}
