import { setTimeout as sleep } from "node:timers/promises";
import { type Access, isTokenRefusal, type TokenRefusal } from "../core/model/access.ts";
import { record, text } from "../core/trigger/read-json.ts";
import type { Environment } from "./environment.ts";
import { hide, log } from "./output.ts";

/** The token that publish works with, and whose it is. */
export interface Credential {
  token: string;
  access: Access;
}

const patienceMs = 20_000;
const tries = 3;
const longestAnswer = 16 * 1024;
const near = ["127.0.0.1", "localhost", "[::1]"];

/**
 * Where the stub names an App, publish asks it for a token: it has GitHub say who this job is, for that App alone, and shows
 * that. Whatever goes wrong, the workflow's token is as good for everything but starting CI.
 */
export async function findAccess(environment: Environment, conceal = hide): Promise<Credential> {
  const answer = environment.app === "" ? "no-address" : await askApp({ ...environment, conceal });
  if (typeof answer === "string")
    return { token: environment.token, access: { by: "workflow", because: answer } };
  // Before anything could show it.
  conceal(answer.token);
  log.info("publishing with a token of the App: CI starts at once", { app: environment.app });
  return { token: answer.token, access: { by: "app" } };
}

/** Ends a token of the App: nobody needs it after publish. */
export async function endAccess({ apiUrl }: Environment, { token, access }: Credential): Promise<void> {
  if (access.by !== "app") return;
  try {
    const headers = { authorization: `Bearer ${token}`, "x-github-api-version": "2022-11-28" };
    const signal = AbortSignal.timeout(patienceMs);
    await fetch(`${apiUrl}/installation/token`, { method: "DELETE", headers, signal });
  } catch (error) {
    log.warn("the App's token could not be ended; it ends by itself within the hour", { why: String(error) });
  }
}

type Answer = { token: string } | TokenRefusal;

interface Asking extends Pick<Environment, "app" | "identityUrl" | "identityToken" | "key"> {
  conceal(secret: string): void;
}

async function askApp(asking: Asking): Promise<Answer> {
  if (!isSafe(asking.app)) return "no-address";
  if (asking.identityUrl === "" || asking.identityToken === "") return "no-identity";
  for (let attempt = 1; ; attempt += 1) {
    const answer = await askOnce(asking);
    const passes = answer === "unreachable" || answer === "unavailable";
    if (!passes || attempt >= tries) return answer;
    await sleep(250 * 2 ** attempt);
  }
}

async function askOnce({ app, identityUrl, identityToken, key, conceal }: Asking): Promise<Answer> {
  try {
    const identity = await readIdentity(`${identityUrl}&audience=${encodeURIComponent(app)}`, identityToken);
    if (identity === "") return "no-identity";
    conceal(identity);
    const answer = await fetch(`${app}/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ identity, key }),
      redirect: "error",
      signal: AbortSignal.timeout(patienceMs),
    });
    return readAnswer(await readJson(answer));
  } catch (error) {
    log.warn("the App could not be asked for a token", { app, why: String(error) });
    return "unreachable";
  }
}

/** Who this job is, signed by GitHub for one audience. */
async function readIdentity(address: string, token: string): Promise<string> {
  const headers = { authorization: `bearer ${token}`, accept: "application/json" };
  const answer = await fetch(address, { headers, signal: AbortSignal.timeout(patienceMs) });
  return answer.ok ? text(record(await readJson(answer)).value) : "";
}

function readAnswer(answer: unknown): Answer {
  const { token, error } = record(answer);
  // It goes into a header and a line of the log.
  if (typeof token === "string" && /^[\x21-\x7e]{20,4000}$/.test(token)) return { token };
  return isTokenRefusal(error) ? error : "unreachable";
}

async function readJson(answer: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of answer.body ?? []) {
    size += chunk.length;
    if (size > longestAnswer) throw new Error("the answer is too long");
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

/** What we send is a proof of who we are: it goes over no open line. */
function isSafe(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url?.protocol === "https:" || (url?.protocol === "http:" && near.includes(url.hostname));
}
