import { createVerify } from "node:crypto";
import { Refusal } from "./reply.ts";
import type { Actor, App } from "./state/account.ts";
import type { World } from "./state/world.ts";

/** Who a request is from, by its `Authorization` header: a token in any of GitHub's forms, or an App's JWT. */
export function authenticate(world: World, header: string | undefined): Actor {
  if (!header) return { kind: "anonymous" };
  const client = clientOf(world, header);
  if (client) return client;
  const secret = secretOf(header);
  if (secret.split(".").length === 3 && secret.startsWith("ey")) return authenticateApp(world, secret);
  const actor = world.tokens.get(secret);
  if (!actor) throw new Refusal(401, "Bad credentials");
  const expiresAt = actor.kind === "user" ? actor.grant?.expiresAt : "expiresAt" in actor && actor.expiresAt;
  if (typeof expiresAt === "number" && expiresAt <= world.now().getTime())
    throw new Refusal(401, "Bad credentials");
  return actor;
}

/** An App that shows its client id and secret. */
function clientOf(world: World, header: string): Actor | undefined {
  const [scheme = "", value = ""] = header.trim().split(/\s+/, 2);
  if (scheme.toLowerCase() !== "basic") return undefined;
  const [id = "", secret = ""] = Buffer.from(value, "base64").toString("utf8").split(":");
  const app = [...world.apps.values()].find((one) => one.clientId === id && one.clientSecret === secret);
  return app && { kind: "client", user: app.bot, app };
}

function secretOf(header: string): string {
  const [scheme = "", value = ""] = header.trim().split(/\s+/, 2);
  if (scheme.toLowerCase() !== "basic") return value || scheme;
  const decoded = Buffer.from(value, "base64").toString("utf8");
  const colon = decoded.indexOf(":");
  // git sends `x-access-token:TOKEN`; some clients put the token first and leave the password empty.
  return decoded.slice(colon + 1) || decoded.slice(0, colon);
}

function authenticateApp(world: World, jwt: string): Actor {
  const [header = "", payload = "", signature = ""] = jwt.split(".");
  const claims = readJson(payload);
  const issuer = String(claims["iss"] ?? "");
  const app = [...world.apps.values()].find((one) => String(one.id) === issuer || one.clientId === issuer);
  if (!app || !isSigned(app, `${header}.${payload}`, signature) || readJson(header)["alg"] !== "RS256")
    throw new Refusal(401, "A JSON web token could not be decoded");
  checkTimes(world.now().getTime() / 1000, claims);
  return { kind: "app", user: app.bot, app };
}

function isSigned(app: App, content: string, signature: string): boolean {
  return createVerify("RSA-SHA256")
    .update(content)
    .verify(app.publicKey, Buffer.from(signature, "base64url"));
}

function checkTimes(now: number, claims: Record<string, unknown>): void {
  const [issued, expires] = [Number(claims["iat"]), Number(claims["exp"])];
  if (!(expires > now))
    throw new Refusal(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  if (expires > now + 660) throw new Refusal(401, "'Expiration time' claim ('exp') is too far in the future");
  if (!(issued <= now + 60))
    throw new Refusal(
      401,
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
}

function readJson(part: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
