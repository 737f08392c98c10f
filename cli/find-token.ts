import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { CliEnvironment } from "./environment.ts";
import { webHost } from "./web-host.ts";

/** The token to ask GitHub with: from the environment, else the one that `gh` keeps for that very host. */
export async function findToken({ token, apiUrl, forGh }: CliEnvironment): Promise<string | undefined> {
  if (token) return token;
  try {
    const args = ["auth", "token", "--hostname", webHost(apiUrl)];
    const { stdout } = await promisify(execFile)("gh", args, { env: forGh, timeout: 5_000 });
    return stdout.trim() || undefined;
  } catch {
    // gh is not installed, or nobody is signed in there.
    return undefined;
  }
}
