import type { GitHubPort } from "../../core/ports/github.ts";
import { createClient } from "./create-client.ts";
import { createGitHub } from "./create-github.ts";
import { openConnection } from "./open-connection.ts";
import { createSettings, type Settings } from "./settings.ts";

/** One repository and its settings, as `gsd init` and `gsd doctor` see them. */
export interface SettingsConnection {
  github: GitHubPort;
  settings: Settings;
}

/** Where to ask, and with what; without a token only what is public can be read. */
export interface Entrance {
  apiUrl: string;
  token: string | undefined;
}

/** A person waits: a second between writes would be felt, and there are few. */
const pace = { betweenWritesMs: 100, backoffMs: 200, limitMs: 60_000 };

/** Connects to one repository. */
export function connectSettings(
  { apiUrl, token }: Entrance,
  { owner, name }: { owner: string; name: string },
): SettingsConnection {
  const client = createClient({ token: token ?? "", baseUrl: apiUrl, requestMs: 20_000 });
  const connection = { client, owner, repo: name, pace };
  return { github: createGitHub(connection), settings: createSettings(openConnection(connection)) };
}
