import { requireGit } from "./forge/git/run-git.ts";
import { listen } from "./forge/server.ts";

/** What is missing here is said at once, before anything is built or started. */
export async function checkMachine({ port }: { port?: number }): Promise<void> {
  requireGit();
  const { server } = await listen(port ?? 0);
  await new Promise((resolve) => server.close(resolve));
}
