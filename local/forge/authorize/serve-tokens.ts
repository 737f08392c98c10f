import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { App } from "../state/account.ts";
import type { World } from "../state/world.ts";
import { mintUserToken, revokeToken } from "./user-tokens.ts";

export const tokenAddress = "/login/oauth/access_token";
const LONGEST = 16 * 1024;

type Fields = Record<string, string | number>;

/** Trades a code or a refresh token for a token of a person. GitHub says 200 also when it refuses. */
export async function serveTokens(
  world: World,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  const fields = await readFields(request);
  const app = [...world.apps.values()].find((one) => one.clientId === fields.get("client_id"));
  const answer: Fields =
    request.method !== "POST" || !app ? { error: "Not Found" } : trade(world, app, fields);
  const isJson = /\bjson\b/.test(request.headers.accept ?? "");
  const body = isJson ? JSON.stringify(answer) : new URLSearchParams(toTexts(answer)).toString();
  response.writeHead(answer["error"] === "Not Found" ? 404 : 200, {
    "content-type": isJson
      ? "application/json; charset=utf-8"
      : "application/x-www-form-urlencoded; charset=utf-8",
    "cache-control": "no-store",
  });
  response.end(body);
}

function trade(world: World, app: App, fields: URLSearchParams): Fields {
  if (fields.get("client_secret") !== app.clientSecret)
    return refuse("incorrect_client_credentials", "The client_id and/or client_secret passed are incorrect.");
  const type = fields.get("grant_type") ?? "authorization_code";
  if (type === "refresh_token") return refresh(world, app, fields.get("refresh_token") ?? "");
  if (type === "authorization_code") return tradeCode(world, app, fields);
  return refuse("unsupported_grant_type", "The grant_type is not supported.");
}

function tradeCode(world: World, app: App, fields: URLSearchParams): Fields {
  const { codes } = world.authorizations;
  const code = fields.get("code") ?? "";
  const known = codes.get(code);
  if (!known || known.app.id !== app.id || known.expiresAt <= world.now().getTime()) return refuseCode();
  const redirectUri = fields.get("redirect_uri");
  if (redirectUri !== null && redirectUri !== known.redirectUri)
    return refuse(
      "redirect_uri_mismatch",
      "The redirect_uri MUST match the registered callback URL for this application.",
    );
  codes.delete(code);
  const verifier = fields.get("code_verifier") ?? "";
  const isProved =
    known.challenge === undefined ||
    known.challenge === createHash("sha256").update(verifier).digest("base64url");
  return isProved ? mintUserToken(world, app, known.user) : refuseCode();
}

/** The token before it ends, and so does what it was traded for. */
function refresh(world: World, app: App, token: string): Fields {
  const known = world.authorizations.refreshes.get(token);
  if (!known || known.app.id !== app.id || known.expiresAt <= world.now().getTime())
    return refuse("bad_refresh_token", "The refresh token passed is incorrect or expired.");
  revokeToken(world, known.token);
  return mintUserToken(world, app, known.user);
}

function refuseCode(): Fields {
  return refuse("bad_verification_code", "The code passed is incorrect or expired.");
}

function refuse(error: string, error_description: string): Fields {
  const error_uri =
    "https://docs.github.com/apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors/";
  return { error, error_description, error_uri };
}

function toTexts(fields: Fields): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
}

/** The fields of a form or of JSON, and those of the address; nothing of what is too long. */
async function readFields(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= LONGEST) chunks.push(chunk);
  }
  const query = new URL(request.url ?? "/", "http://localhost").searchParams;
  const text = size > LONGEST ? "" : Buffer.concat(chunks).toString("utf8");
  for (const [name, value] of bodyFields(text, request.headers["content-type"] ?? "")) query.set(name, value);
  return query;
}

function bodyFields(text: string, type: string): [string, string][] {
  if (!type.startsWith("application/json")) return [...new URLSearchParams(text)];
  try {
    return Object.entries(JSON.parse(text) as object).map(([name, value]) => [name, String(value)]);
  } catch {
    return [];
  }
}
