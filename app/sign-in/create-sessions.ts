import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { record, text } from "../../core/trigger/read-json.ts";
import type { Memory } from "../create-memory.ts";
import type { Cookies } from "./create-cookies.ts";
import type { Seal } from "./create-seal.ts";

/** Someone who signed in, and with what the App asks GitHub for them. */
export interface Session {
  id: string;
  login: string;
  token: string;
  /** Milliseconds since 1970. */
  since: number;
  seen: number;
}

/**
 * Sessions are kept in the cookie itself, sealed: every replica of the App can open them, and there is no store to fill.
 * One that was ended is remembered, and its token is given back to GitHub, so that a copy of the cookie is worth nothing.
 */
export interface Sessions {
  /** A new one, whatever the browser had before. Returns its cookie. */
  start(person: { login: string; token: string }): string;
  find(request: IncomingMessage): Session | undefined;
  /** Whether one that was found is still there. */
  isOpen(session: Session): boolean;
  /** A cookie that says that it was just used; undefined where that was said lately. */
  renew(session: Session): string | undefined;
  /** Ends it; returns the cookie that clears it. */
  end(session: Session): string;
  /** What every form of a session carries. */
  formToken(session: Session): string;
  isOwnForm(session: Session, token: string): boolean;
}

const cookie = "gsd-session";
/** A session without a click ends after this long, any ends with GitHub's token. */
export const idleMs = 4 * 3_600_000;
export const longestMs = 8 * 3_600_000;
const renewAfterMs = 5 * 60_000;

export interface SessionParts {
  seal: Seal;
  secret: string;
  cookies: Cookies;
  ended: Memory;
  now(): Date;
}

export function createSessions({ seal, secret, cookies, ended, now }: SessionParts): Sessions {
  const write = (session: Session) =>
    cookies.set(cookie, seal.close(session), Math.ceil(Math.min(idleMs, left(session)) / 1_000));
  const left = ({ since }: Session) => since + longestMs - now().getTime();
  const isOpen = (session: Session) =>
    left(session) > 0 && now().getTime() - session.seen < idleMs && !ended.has(session.id);
  const formToken = ({ id }: Session) =>
    createHmac("sha256", secret).update(`form ${id}`).digest("base64url");
  return {
    start({ login, token }) {
      const at = now().getTime();
      return write({ id: randomBytes(18).toString("base64url"), login, token, since: at, seen: at });
    },
    find(request) {
      const sealed = cookies.read(request, cookie);
      const session = sealed === undefined ? undefined : readSession(seal.open(sealed));
      return session && isOpen(session) ? session : undefined;
    },
    isOpen,
    renew(session) {
      const at = now().getTime();
      return at - session.seen < renewAfterMs ? undefined : write({ ...session, seen: at });
    },
    end(session) {
      ended.add(session.id);
      return cookies.clear(cookie);
    },
    formToken,
    isOwnForm: (session, token) => isSame(formToken(session), token),
  };
}

/** In the same time whatever they have in common. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function readSession(value: unknown): Session | undefined {
  const { id, login, token, since, seen } = record(value);
  const isWhole =
    typeof since === "number" && typeof seen === "number" && text(id) && text(login) && text(token);
  return isWhole ? { id: text(id), login: text(login), token: text(token), since, seen } : undefined;
}
