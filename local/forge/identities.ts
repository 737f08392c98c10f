import { createSign, generateKeyPairSync, type KeyObject, randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Identity } from "../actions-port.ts";

type Claims = Record<string, unknown>;

/** GitHub's OIDC provider, at the addresses that it has on Enterprise Server. */
export interface Identities {
  issuer: string;
  /** Lets a job ask for tokens with these claims. */
  grant(claims: Claims): Identity;
  revoke(token: string): void;
  /** What was granted to whoever holds this token. */
  claimsOf(token: string): Claims | undefined;
  /** A token of this provider; claims given here win over its own. */
  sign(claims: Claims): string;
  /** The public keys, as they are served; counted. */
  keys(): object;
  keysRead(): number;
  /** Signs with another key from now on, as GitHub does now and then. */
  rotate(): void;
}

const base = "/_services";
const lifetimeSeconds = 300;

export function createIdentities(server: string, now: () => Date): Identities {
  const issuer = `${server}${base}/token`;
  const granted = new Map<string, Claims>();
  let pair: SigningKey | undefined;
  let reads = 0;
  const current = () => {
    pair ??= createSigningKey();
    return pair;
  };
  return {
    issuer,
    grant(claims) {
      const token = randomBytes(24).toString("base64url");
      granted.set(token, claims);
      return { url: `${server}${base}/pipelines/idtoken?api-version=2.0`, token };
    },
    revoke: (token) => void granted.delete(token),
    claimsOf: (token) => granted.get(token),
    sign(claims) {
      const iat = Math.floor(now().getTime() / 1000);
      const own = { jti: randomUUID(), iss: issuer, iat, nbf: iat - 300, exp: iat + lifetimeSeconds };
      return signJwt(current(), { ...own, ...claims });
    },
    keys() {
      reads += 1;
      const { kid, publicKey } = current();
      return { keys: [{ ...publicKey.export({ format: "jwk" }), kid, use: "sig", alg: "RS256" }] };
    },
    keysRead: () => reads,
    rotate() {
      pair = createSigningKey();
    },
  };
}

interface SigningKey {
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

function createSigningKey(): SigningKey {
  return { kid: randomBytes(8).toString("hex"), ...generateKeyPairSync("rsa", { modulusLength: 2048 }) };
}

function signJwt({ kid, privateKey }: SigningKey, claims: Claims): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const unsigned = `${encode({ typ: "JWT", alg: "RS256", kid })}.${encode(claims)}`;
  return `${unsigned}.${createSign("RSA-SHA256").update(unsigned).sign(privateKey, "base64url")}`;
}

export function isIdentityAddress(path: string): boolean {
  return path.startsWith(`${base}/`);
}

/** Discovery and keys for everyone; a token for a job that may ask for one. */
export function serveIdentities(
  identities: Identities,
  url: URL,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): void {
  request.resume();
  const { status, body } = answer(identities, url, request.headers.authorization ?? "");
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function answer(
  identities: Identities,
  { pathname, searchParams }: URL,
  authorization: string,
): { status: number; body: object } {
  const { issuer } = identities;
  switch (pathname) {
    case `${base}/token/.well-known/openid-configuration`:
      return {
        status: 200,
        body: {
          issuer,
          jwks_uri: `${issuer}/.well-known/jwks`,
          subject_types_supported: ["public", "pairwise"],
          response_types_supported: ["id_token"],
          id_token_signing_alg_values_supported: ["RS256"],
          scopes_supported: ["openid"],
        },
      };
    case `${base}/token/.well-known/jwks`:
      return { status: 200, body: identities.keys() };
    case `${base}/pipelines/idtoken`: {
      const claims = identities.claimsOf(authorization.replace(/^bearer\s+/i, ""));
      if (!claims) return { status: 401, body: { message: "The job may not ask for an id token." } };
      const owner = `https://github.com/${claims["repository_owner"]}`;
      const value = identities.sign({ ...claims, aud: searchParams.get("audience") ?? owner });
      return { status: 200, body: { count: value.length, value } };
    }
    default:
      return { status: 404, body: { message: "Not Found" } };
  }
}
