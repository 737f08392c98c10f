import { address } from "../../web/address.ts";
import type { AppLog } from "../create-log.ts";
import { createMemory } from "../create-memory.ts";
import { createRate } from "../create-rate.ts";
import type { PagesSettings } from "../read-pages.ts";
import { createCookies } from "./create-cookies.ts";
import { createGitHubLogin } from "./create-github-login.ts";
import { createSeal } from "./create-seal.ts";
import { createSessions, type Sessions } from "./create-sessions.ts";
import { createSignIn, type SignIn } from "./create-sign-in.ts";

export interface DoorOptions {
  settings: PagesSettings;
  apiUrl: string;
  now(): Date;
  log: AppLog;
}

/** Of one address in a minute: more than a person needs, and few enough for GitHub. */
const signIns = { most: 30, perMs: 60_000, remembered: 10_000 };
const rememberedEnds = 50_000;

/** All that people sign in with, from the settings. */
export function openDoor({ settings, apiUrl, now, log }: DoorOptions): {
  sessions: Sessions;
  signIn: SignIn;
} {
  const { sessionSecret: secret, url } = settings;
  const cookies = createCookies(url);
  const sessions = createSessions({
    seal: createSeal(secret, "session"),
    secret,
    cookies,
    ended: createMemory(rememberedEnds),
    now,
  });
  const signIn = createSignIn({
    login: createGitHubLogin(settings, apiUrl),
    sessions,
    cookies,
    seal: createSeal(secret, "sign-in"),
    rate: createRate(signIns, now),
    used: createMemory(rememberedEnds),
    start: address.overview,
    now,
    log,
  });
  return { sessions, signIn };
}
