import { createClient } from "../adapters/github/create-client.ts";
import { createGitHub } from "../adapters/github/create-github.ts";
import { createSettings, type Settings } from "../adapters/github/settings.ts";
import { GsdError } from "../core/gsd-error.ts";
import type { GitHubPort } from "../core/ports/github.ts";
import type { Place } from "./find-place.ts";

/** GitHub as the command line sees it: one repository, and its settings. */
export interface CliConnection {
  github: GitHubPort;
  settings: Settings;
}

/** A person waits: a second between writes would be felt, and there are few. */
const pace = { betweenWritesMs: 100, backoffMs: 200, limitMs: 60_000 };
const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Connects to one repository; without a token only what is public can be read. */
export function connect(apiUrl: string, token: string | undefined, { owner, name }: Place): CliConnection {
  const client = createClient({ token: token ?? "", baseUrl: apiUrl, requestMs: 20_000 });
  const now = () => performance.now();
  const shared = { client, owner, repo: name, pace };
  return {
    github: createGitHub(shared),
    settings: createSettings({
      ...shared,
      sleep,
      now,
      turn: { at: 0 },
      node: {},
      patientUntil: 0,
      onLimit: () => {},
    }),
  };
}

/** Says what keeps us from GitHub in words that help. */
export function explainGitHub(error: unknown, apiUrl: string): unknown {
  if (!(error instanceof GsdError)) return error;
  const host = new URL(apiUrl).host;
  switch (error.code) {
    case "unavailable":
      return new GsdError(
        "unavailable",
        `GitHub cannot be reached at ${host} (${error.message}). Check the network, then run it again.`,
      );
    case "unauthorized":
      return new GsdError(
        "unauthorized",
        `GitHub does not accept the token (${error.message}). Set a fresh one as GH_TOKEN, or sign in: gh auth login`,
      );
    case "rate-limited":
      return new GsdError(
        "rate-limited",
        "GitHub takes no more requests for now. Wait an hour, or set a token of yours as GH_TOKEN.",
      );
    default:
      return error;
  }
}
