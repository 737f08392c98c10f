import { GsdError } from "../core/gsd-error.ts";
import type { GitHubApp } from "./create-github-app.ts";
import type { AppLog } from "./create-log.ts";
import { handledEvents } from "./handled-events.ts";

/** How long an answer of GitHub about our credentials counts. */
const goodForMs = 5 * 60_000;
const badForMs = 5_000;

/** Our credentials, as GitHub sees them. */
export interface Identity {
  /** Asks GitHub, unless it was asked lately; the reason when it does not know us. */
  problem(): Promise<string | undefined>;
  login(): string | undefined;
}

export function createIdentity(app: Pick<GitHubApp, "identify">, log: AppLog): Identity {
  let login: string | undefined;
  let asked: { at: number; forMs: number; problem: Promise<string | undefined> } | undefined;

  const ask = async (): Promise<string | undefined> => {
    try {
      const { slug, events } = await app.identify();
      if (login === undefined) warnOfMissing(events, log);
      login = `${slug}[bot]`;
      return undefined;
    } catch (error) {
      if (asked) asked.forMs = badForMs;
      const problem = describe(error);
      log.warn("the App's credentials could not be checked", { problem });
      return problem;
    }
  };
  return {
    problem() {
      if (!asked || Date.now() - asked.at > asked.forMs) {
        asked = { at: Date.now(), forMs: goodForMs, problem: Promise.resolve(undefined) };
        asked.problem = ask();
      }
      return asked.problem;
    },
    login: () => login,
  };
}

function warnOfMissing(events: string[], log: AppLog): void {
  const missing = handledEvents.filter((event) => !events.includes(event));
  if (missing.length > 0)
    log.warn("the App is not subscribed to all events; tick them on its settings page", { missing });
}

function describe(error: unknown): string {
  const failure = error instanceof GsdError ? error : new GsdError("unknown", String(error));
  if (["unauthorized", "not-found"].includes(failure.code))
    return `GitHub does not accept the App's credentials (${failure.message}); APP_ID and PRIVATE_KEY have to belong to the same App, at GITHUB_API_URL.`;
  return `GitHub's API does not answer who we are (${failure.code}: ${failure.message}); look at GITHUB_API_URL and the network.`;
}
