import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { GsdError } from "../../core/gsd-error.ts";
import { record, text } from "../../core/trigger/read-json.ts";
import type { AppLog } from "../create-log.ts";
import type { Memory } from "../create-memory.ts";
import type { Rate } from "../create-rate.ts";
import type { Cookies } from "./create-cookies.ts";
import type { GitHubLogin } from "./create-github-login.ts";
import type { Seal } from "./create-seal.ts";
import { isSame, type Session, type Sessions } from "./create-sessions.ts";
import { safeBack } from "./safe-back.ts";

/** Why somebody is not signed in; each has its page. */
export type SignInProblem = "denied" | "mixed-up" | "too-many" | "unavailable" | "misconfigured";

/** Where the browser goes next, and what it is to keep. */
export type SignInStep =
  | { type: "go"; to: string; cookies: string[] }
  | { type: "problem"; why: SignInProblem; cookies: string[] };

export interface SignIn {
  begin(request: IncomingMessage, query: URLSearchParams): SignInStep;
  /** Somebody came back from GitHub. */
  finish(request: IncomingMessage, query: URLSearchParams): Promise<SignInStep>;
  /** Ends a session; returns the cookie that clears it. */
  end(session: Session): string;
}

export interface SignInParts {
  login: GitHubLogin;
  sessions: Sessions;
  cookies: Cookies;
  seal: Seal;
  /** Of one address. */
  rate: Rate;
  /** States that somebody came back with. */
  used: Memory;
  start: string;
  now(): Date;
  log: AppLog;
}

/** What a browser keeps while its owner is at GitHub: only it can come back with this state. */
interface Errand {
  state: string;
  verifier: string;
  back: string;
  at: number;
}

const cookie = "gsd-sign-in";
/** As long as GitHub's code. */
const errandMs = 10 * 60_000;

export function createSignIn(parts: SignInParts): SignIn {
  const { login, sessions, cookies, seal, rate, start, now, log } = parts;
  return {
    begin(request, query) {
      if (!rate.take(addressOf(request))) return problem("too-many");
      const [state, verifier] = [
        randomBytes(24).toString("base64url"),
        randomBytes(48).toString("base64url"),
      ];
      const challenge = createHash("sha256").update(verifier).digest("base64url");
      const errand: Errand = {
        state,
        verifier,
        back: safeBack(query.get("back"), start),
        at: now().getTime(),
      };
      const kept = cookies.set(cookie, seal.close(errand), errandMs / 1_000);
      return { type: "go", to: login.address({ state, challenge }), cookies: [kept] };
    },
    async finish(request, query) {
      const cleared = [cookies.clear(cookie)];
      const refuse = (why: SignInProblem) => problem(why, cleared);
      if (!rate.take(addressOf(request))) return problem("too-many");
      const errand = takeErrand(parts, request, query.get("state") ?? "");
      if (!errand) return refuse("mixed-up");
      if (query.get("error") === "access_denied") return refuse("denied");
      try {
        const person = await login.trade(query.get("code") ?? "", errand.verifier);
        if (person === "refused") return refuse("mixed-up");
        const old = sessions.find(request);
        if (old) sessions.end(old);
        log.info("somebody signed in", { login: person.login });
        return { type: "go", to: errand.back, cookies: [...cleared, sessions.start(person)] };
      } catch (error) {
        const failure = error instanceof GsdError ? error : new GsdError("unknown", String(error));
        log.error("signing in failed", { code: failure.code, why: failure.message });
        return refuse(failure.code === "pages" ? "misconfigured" : "unavailable");
      }
    },
    end(session) {
      log.info("somebody signed out", { login: session.login });
      void login.giveBack(session.token);
      return sessions.end(session);
    },
  };
}

/** The errand of this browser with this state, once. */
function takeErrand(
  { cookies, seal, used, now }: SignInParts,
  request: IncomingMessage,
  state: string,
): Errand | undefined {
  const sealed = cookies.read(request, cookie);
  const errand = sealed === undefined ? undefined : readErrand(seal.open(sealed));
  if (!errand || !isSame(errand.state, state) || used.has(state)) return undefined;
  used.add(state);
  return now().getTime() - errand.at < errandMs ? errand : undefined;
}

function readErrand(value: unknown): Errand | undefined {
  const { state, verifier, back, at } = record(value);
  if (typeof at !== "number" || !text(state) || !text(verifier) || !text(back)) return undefined;
  return { state: text(state), verifier: text(verifier), back: text(back), at };
}

function problem(why: SignInProblem, cookies: string[] = []): SignInStep {
  return { type: "problem", why, cookies };
}

const within = /^(?:::ffff:)?(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)|^::1$|^f[cd]/i;

/** Whose request it is: what the proxy in front of us says last, where there is one; what a stranger says of themselves does not count. */
export function addressOf({ socket, headers }: IncomingMessage): string {
  const { remoteAddress = "" } = socket;
  const forwarded = String(headers["x-forwarded-for"] ?? "")
    .split(",")
    .at(-1)
    ?.trim();
  return forwarded && within.test(remoteAddress) ? forwarded : remoteAddress;
}
