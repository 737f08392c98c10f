import { Probot, ProbotOctokit } from "probot";
import { toGsdError } from "../adapters/github/request.ts";
import { type AppLog, toProbotLog } from "./create-log.ts";
import type { Token } from "./create-tokens.ts";
import type { Environment } from "./environment.ts";
import type { Place } from "./read-place.ts";

/** What the App can do as itself, before it is anywhere installed. */
export interface GitHubApp {
  probot: Probot;
  /** Who GitHub says we are. */
  identify(): Promise<{ slug: string; events: string[] }>;
  /** A token for one repository, for an hour. */
  mint(place: Place): Promise<Token>;
}

/** Without probot's throttling and retries: those repeat a POST, and we say ourselves what is tried again. */
const PlainOctokit = ProbotOctokit.defaults((options: object) => ({
  ...options,
  throttle: { enabled: false },
  retry: { enabled: false },
}));

const patienceMs = 10_000;

export function createGitHubApp(environment: Environment, log: AppLog): GitHubApp {
  const { appId, privateKey, webhookSecret: secret, apiUrl: baseUrl } = environment;
  const probot = new Probot({
    appId,
    privateKey,
    secret,
    baseUrl,
    log: toProbotLog(log),
    Octokit: PlainOctokit as typeof ProbotOctokit,
  });
  const call = async <T>(request: (octokit: ProbotOctokit) => Promise<{ data: T }>): Promise<T> => {
    try {
      return (await request(await probot.auth())).data;
    } catch (error) {
      throw toGsdError(error);
    }
  };
  return {
    probot,
    async identify() {
      const data = await call((octokit) =>
        octokit.rest.apps.getAuthenticated({ request: { signal: AbortSignal.timeout(patienceMs) } }),
      );
      return { slug: data?.slug ?? "", events: data?.events ?? [] };
    },
    async mint({ installation, repositoryId }) {
      const data = await call((octokit) =>
        octokit.rest.apps.createInstallationAccessToken({
          installation_id: installation,
          repository_ids: [repositoryId],
          request: { signal: AbortSignal.timeout(patienceMs) },
        }),
      );
      return { token: data.token, expiresAt: data.expires_at };
    },
  };
}
