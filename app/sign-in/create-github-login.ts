import { createClient } from "../../adapters/github/create-client.ts";
import { toGsdError } from "../../adapters/github/request.ts";
import { GsdError } from "../../core/gsd-error.ts";
import { record, text } from "../../core/trigger/read-json.ts";
import type { PagesSettings } from "../read-pages.ts";

/** GitHub's side of signing in: where people are sent, and what their code is worth. */
export interface GitHubLogin {
  /** Where someone allows the App to act for them. */
  address(asked: { state: string; challenge: string }): string;
  /** Who came back with a code, and their token. `refused`: the code was not theirs, not ours, or used before. */
  trade(code: string, verifier: string): Promise<{ login: string; token: string } | "refused">;
  /** Ends a token. Never fails: whoever signs out is signed out. */
  giveBack(token: string): Promise<void>;
}

export const callbackPath = "/login/callback";
const patienceMs = 10_000;

export function createGitHubLogin(settings: PagesSettings, apiUrl: string): GitHubLogin {
  const { url, clientId: client_id, clientSecret: client_secret } = settings;
  const site = siteOf(apiUrl);
  const redirect_uri = url + callbackPath;
  return {
    address({ state, challenge: code_challenge }) {
      const fields = { client_id, redirect_uri, state, code_challenge, code_challenge_method: "S256" };
      return `${site}/login/oauth/authorize?${new URLSearchParams(fields)}`;
    },
    async trade(code, code_verifier) {
      const fields = { client_id, client_secret, code, redirect_uri, code_verifier };
      const token = await askForToken(`${site}/login/oauth/access_token`, fields);
      if (token === undefined) return "refused";
      try {
        const { rest } = createClient({ token, baseUrl: apiUrl, requestMs: patienceMs });
        return { login: (await rest.users.getAuthenticated()).data.login, token };
      } catch (error) {
        throw toGsdError(error);
      }
    },
    async giveBack(access_token) {
      const authorization = `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString("base64")}`;
      await fetch(`${apiUrl}/applications/${client_id}/token`, {
        method: "DELETE",
        headers: { authorization, accept: "application/vnd.github+json", "user-agent": "gsd" },
        body: JSON.stringify({ access_token }),
        signal: AbortSignal.timeout(patienceMs),
      }).catch(() => undefined);
    },
  };
}

/** GitHub refuses with status 200 and a word. A wrong secret is the operator's business, and says so. */
async function askForToken(url: string, fields: Record<string, string>): Promise<string | undefined> {
  const answer = await send(url, fields);
  const { access_token, error } = record(answer);
  if (typeof access_token === "string" && access_token !== "") return access_token;
  if (error === "bad_verification_code") return undefined;
  throw new GsdError(
    "pages",
    `GitHub gave no token (${text(error) || "it said nothing"}); look at CLIENT_ID, CLIENT_SECRET and the callback URL on the App's settings page.`,
  );
}

async function send(url: string, fields: Record<string, string>): Promise<unknown> {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { accept: "application/json", "user-agent": "gsd" },
      body: new URLSearchParams(fields),
      signal: AbortSignal.timeout(patienceMs),
    });
    return await answer.json();
  } catch (cause) {
    throw new GsdError("unavailable", "GitHub does not answer.", { cause });
  }
}

/** Where people see what the API tells: `https://github.com`, or the server that the API belongs to. */
export function siteOf(apiUrl: string): string {
  const url = new URL(apiUrl);
  if (url.hostname === "api.github.com") return "https://github.com";
  // GitHub Enterprise Cloud with data residency has its API at a name of its own.
  if (url.hostname.endsWith(".ghe.com")) return `https://${url.hostname.replace(/^api\./, "")}`;
  return url.origin;
}
