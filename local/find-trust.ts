import { configFile } from "../core/codec/paths.ts";
import { parseConfig } from "../core/model/parse-config.ts";
import type { Forge } from "./forge/create-forge.ts";
import { listen } from "./forge/server.ts";

/** Where the App will listen, since the stub names it before it runs, and what it is told. */
export interface Trust {
  url: string;
  settings: Record<string, string>;
}

/** Where a repository wants CI to start at once, stub and App are as `gsd init --trusted-ci` has them. */
export async function findTrust({ actions }: Forge, repo: string): Promise<Trust | undefined> {
  const reading = parseConfig(await actions.readFile(repo, actions.defaultBranch(repo), configFile));
  if (!reading.ok || reading.config.ci !== "trusted") return undefined;
  const { server, port } = await listen(0);
  await new Promise((resolve) => server.close(resolve));
  const url = `http://127.0.0.1:${port}`;
  // The machines here are nobody's but ours.
  return { url, settings: { GSD_URL: url, PORT: String(port), GSD_TRUSTED_RUNNERS: "any" } };
}
