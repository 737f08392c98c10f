import { createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { GsdError } from "../core/gsd-error.ts";
import { list, record, text } from "../core/trigger/read-json.ts";

/** The public keys of whoever signs the identity of jobs. */
export interface Keys {
  /** Undefined for a name that it does not have; throws `unavailable` while its keys cannot be read at all. */
  find(kid: string): Promise<KeyObject | undefined>;
}

export interface KeysOptions {
  issuer: string;
  now(): Date;
}

/** Names that nobody knows let us ask this often, however many come; known keys are asked for again once an hour. */
const betweenReadsMs = 30_000;
const freshMs = 3_600_000;
const limits = { ms: 5_000, bytes: 256 * 1024, keys: 50 };

export function createKeys({ issuer, now }: KeysOptions): Keys {
  let keys = new Map<string, KeyObject>();
  let reading: Promise<void> | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;

  const read = async () => {
    try {
      keys = await readKeys(issuer);
      readAt = now().getTime();
    } finally {
      reading = undefined;
    }
  };
  /** One at a time; those that come meanwhile wait for it. */
  const renew = (): Promise<void> | undefined => {
    if (reading) return reading;
    if (now().getTime() - askedAt < betweenReadsMs) return undefined;
    askedAt = now().getTime();
    reading = read();
    return reading;
  };
  return {
    async find(kid) {
      const isFresh = now().getTime() - readAt < freshMs;
      if (keys.has(kid) && isFresh) return keys.get(kid);
      try {
        await renew();
      } catch (error) {
        // Keys that were good an hour ago are good while their issuer is away.
        if (!keys.has(kid)) throw error;
      }
      if (keys.size === 0) throw unavailable(issuer, "its keys could not be read a moment ago");
      return keys.get(kid);
    },
  };
}

/** By discovery; keys from anywhere else than under the issuer's own address are not its keys. */
async function readKeys(issuer: string): Promise<Map<string, KeyObject>> {
  const about = record(await readJson(issuer, `${issuer}/.well-known/openid-configuration`));
  const address = text(about.jwks_uri);
  if (about.issuer !== issuer || !address.startsWith(`${issuer}/`))
    throw unavailable(issuer, "it calls itself otherwise, or has its keys elsewhere");
  const found = list(record(await readJson(issuer, address)).keys).slice(0, limits.keys);
  return new Map(found.flatMap((one) => toKey(record(one))));
}

/** RSA keys for signatures; others are of no use to us. */
function toKey(jwk: Record<string, unknown>): [string, KeyObject][] {
  const kid = text(jwk.kid);
  if (kid === "" || jwk.kty !== "RSA" || (jwk.use !== undefined && jwk.use !== "sig")) return [];
  try {
    const key = createPublicKey({ key: jwk as JsonWebKey, format: "jwk" });
    return (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2_048 ? [[kid, key]] : [];
  } catch {
    return [];
  }
}

async function readJson(issuer: string, address: string): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(limits.ms);
    const answer = await fetch(address, { signal, redirect: "error" });
    if (!answer.ok) throw new Error(`it answers ${answer.status}`);
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of answer.body ?? []) {
      size += chunk.length;
      if (size > limits.bytes) throw new Error("its answer is too long");
      chunks.push(chunk);
    }
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch (error) {
    throw unavailable(issuer, error instanceof Error ? error.message : String(error));
  }
}

function unavailable(issuer: string, why: string): GsdError {
  return new GsdError("unavailable", `The keys of ${issuer} cannot be read: ${why}.`);
}
