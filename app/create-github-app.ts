import { Probot, ProbotOctokit } from "probot";
import { createClient } from "../adapters/github/create-client.ts";
import { type Client, toGsdError } from "../adapters/github/request.ts";
import { allPages } from "../adapters/github/threads.ts";
import { GsdError } from "../core/gsd-error.ts";
import { type AppLog, toProbotLog } from "./create-log.ts";
import type { Token } from "./create-tokens.ts";
import type { Environment } from "./environment.ts";
import type { Place } from "./read-place.ts";

/** What the App can do as itself, before it is anywhere installed. */
export interface GitHubApp {
  /** Who GitHub says we are. */
  identify(): Promise<{ slug: string; events: string[] }>;
  /** A token for one repository, for an hour; with all that the App may do, or less. */
  mint(place: Place, permissions?: Readonly<Record<string, "read" | "write">>): Promise<Token>;
  /** The installation that a repository belongs to; undefined where the App is not installed. */
  installationOf(repository: Pick<Place, "owner" | "repo">): Promise<number | undefined>;
  /** The installations that are not suspended. */
  installations(): Promise<number[]>;
  /** The repositories of an installation that can be written to. */
  repositories(installation: number): Promise<Place[]>;
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
    async identify() {
      const data = await call((octokit) =>
        octokit.rest.apps.getAuthenticated({ request: { signal: AbortSignal.timeout(patienceMs) } }),
      );
      return { slug: data?.slug ?? "", events: data?.events ?? [] };
    },
    async mint({ installation, repositoryId }, permissions) {
      const request = { signal: AbortSignal.timeout(patienceMs) };
      const whole = { installation_id: installation, repository_ids: [repositoryId], request };
      const wanted = permissions ? { ...whole, permissions: { ...permissions } } : whole;
      const data = await call((octokit) => octokit.rest.apps.createInstallationAccessToken(wanted));
      return { token: data.token, expiresAt: data.expires_at };
    },
    async installationOf({ owner, repo }) {
      try {
        const request = { signal: AbortSignal.timeout(patienceMs) };
        const data = await call((octokit) => octokit.rest.apps.getRepoInstallation({ owner, repo, request }));
        return data.suspended_at ? undefined : data.id;
      } catch (error) {
        if (error instanceof GsdError && error.code === "not-found") return undefined;
        throw error;
      }
    },
    async installations() {
      const all = await allPages((page) =>
        call((octokit) =>
          octokit.rest.apps.listInstallations({
            per_page: 100,
            page,
            request: { signal: AbortSignal.timeout(patienceMs) },
          }),
        ),
      );
      return all.flatMap(({ id, suspended_at }) => (suspended_at ? [] : [id]));
    },
    async repositories(installation) {
      const { token } = await call((octokit) =>
        octokit.rest.apps.createInstallationAccessToken({
          installation_id: installation,
          // It reaches all repositories, so it may do nothing but list them.
          permissions: { metadata: "read" },
          request: { signal: AbortSignal.timeout(patienceMs) },
        }),
      );
      return listRepositories(createClient({ token, baseUrl }), installation);
    },
  };
}

async function listRepositories({ rest }: Client, installation: number): Promise<Place[]> {
  const repositories = await allPages(async (page) => {
    try {
      const request = { signal: AbortSignal.timeout(patienceMs) };
      const list = { per_page: 100, page, request };
      return (await rest.apps.listReposAccessibleToInstallation(list)).data.repositories;
    } catch (error) {
      throw toGsdError(error);
    }
  });
  return repositories.flatMap(({ id, name, owner, archived, disabled }) =>
    archived || disabled ? [] : [{ installation, repositoryId: id, owner: owner.login, repo: name }],
  );
}
