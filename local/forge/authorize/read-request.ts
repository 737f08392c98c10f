import { found, Refusal } from "../reply.ts";
import type { App } from "../state/account.ts";
import type { World } from "../state/world.ts";

/** What an App asks a person for, by the address that it sent them to. */
export interface AuthorizeRequest {
  app: App;
  redirectUri: string;
  state: string | undefined;
  challenge: string | undefined;
}

/** Reads GitHub's `/login/oauth/authorize`; nobody is sent to an address that the App did not register. */
export function readAuthorizeRequest(world: World, query: URLSearchParams): AuthorizeRequest {
  const id = query.get("client_id");
  const app = found([...world.apps.values()].find((one) => one.clientId === id));
  const redirectUri = query.get("redirect_uri") ?? app.callbackUrls[0] ?? "";
  if (!app.callbackUrls.includes(redirectUri))
    throw new Refusal(
      422,
      "Be careful! The redirect_uri is not associated with this application. It may be misconfigured, or it may want to steal your data.",
    );
  const challenge = query.get("code_challenge") ?? undefined;
  if (challenge !== undefined && query.get("code_challenge_method") !== "S256")
    throw new Refusal(422, "The code_challenge_method has to be S256.");
  return { app, redirectUri, state: query.get("state") ?? undefined, challenge };
}
