import { randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;
const LONGEST_FORM = 256 * 1024;

/** One value per process; a form without it was not made by our pages. */
export function createCsrf(): string {
  return randomBytes(24).toString("base64url");
}

/** A name other than loopback means that some web page points its own name at this machine (DNS rebinding). */
export function isLoopbackHost(request: IncomingMessage): boolean {
  return LOOPBACK.test(request.headers.host ?? "");
}

export function isOwnForm(form: URLSearchParams, csrf: string): boolean {
  const given = Buffer.from(form.get("_csrf") ?? "");
  const expected = Buffer.from(csrf);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The fields of a posted form; undefined when it is too long or not a form. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  if (!request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded")) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > LONGEST_FORM) return undefined;
    chunks.push(chunk as Buffer);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString("utf8"));
}

export function readCookie(request: IncomingMessage, name: string): string | undefined {
  const pairs = (request.headers.cookie ?? "").split(/;\s*/).map((pair) => pair.split("="));
  return pairs.find(([key]) => key === name)?.[1];
}
