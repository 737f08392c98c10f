import { verify } from "node:crypto";
import type { TokenRefusal } from "../core/model/access.ts";
import { list, record, text } from "../core/trigger/read-json.ts";
import type { Keys } from "./create-keys.ts";

/** What a token has to say of itself. */
export interface JwtExpectations {
  issuer: string;
  audience: string;
  keys: Keys;
  now(): Date;
}

export type JwtReading =
  | { ok: true; claims: Record<string, unknown> }
  | { ok: false; why: Extract<TokenRefusal, "malformed" | "signature" | "issuer" | "audience" | "expired"> };

/** Machines disagree on the time by this much, in seconds; nothing that we take lives longer than the other. */
const leeway = 60;
const longestLife = 3_600;

/** Reads a JWT that GitHub signed with RS256 for us, and that counts now. Nothing else is ever tried: the token does not choose how it is checked. */
export async function verifyJwt(token: string, expected: JwtExpectations): Promise<JwtReading> {
  const [head = "", body = "", signature = "", ...rest] = token.split(".");
  const header = decode(head);
  const claims = decode(body);
  const isWhole = [head, body, signature].every((part) => /^[\w-]+$/.test(part)) && rest.length === 0;
  if (!isWhole || !header || !claims) return { ok: false, why: "malformed" };
  // Looked at before the key is looked for: what is not for us makes us ask nobody.
  const why = judgeAddress(claims, expected) ?? judgeTimes(claims, expected.now().getTime() / 1_000);
  if (why) return { ok: false, why };
  const isPlain = header.alg === "RS256" && header.crit === undefined && header.b64 === undefined;
  const key = isPlain ? await expected.keys.find(text(header.kid)) : undefined;
  const signed = Buffer.from(`${head}.${body}`);
  if (!key || !verify("RSA-SHA256", signed, key, Buffer.from(signature, "base64url")))
    return { ok: false, why: "signature" };
  return { ok: true, claims };
}

function judgeAddress(
  { iss, aud }: Record<string, unknown>,
  { issuer, audience }: JwtExpectations,
): "issuer" | "audience" | undefined {
  if (iss !== issuer) return "issuer";
  const audiences = Array.isArray(aud) ? list(aud) : [aud];
  return audiences.length === 1 && audiences[0] === audience ? undefined : "audience";
}

function judgeTimes({ exp, nbf, iat }: Record<string, unknown>, now: number): "expired" | undefined {
  const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
  if (!isNumber(exp) || !isNumber(iat) || (nbf !== undefined && !isNumber(nbf))) return "expired";
  const isNow = exp > now - leeway && iat < now + leeway && (nbf ?? iat) < now + leeway;
  return isNow && exp - iat <= longestLife ? undefined : "expired";
}

function decode(part: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? record(value) : undefined;
  } catch {
    return undefined;
  }
}
