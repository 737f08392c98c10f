import type { IncomingMessage, ServerResponse } from "node:http";
import { createAuthorization } from "../authorize/create-authorization.ts";
import type { Forge } from "../create-forge.ts";
import { createPages, type Pages } from "./create-pages.ts";
import type { PagesOptions, Viewer } from "./types.ts";

/** The pages of a forge, as its `pages` option takes them; people and their tokens may come later than the forge. */
export function createForgePages(
  viewers: () => readonly Viewer[],
  beside?: PagesOptions["beside"],
): (request: IncomingMessage, response: ServerResponse, forge: Forge) => Promise<void> {
  let pages: Pages | undefined;
  return async (request, response, forge) => {
    pages ??= createPages({
      apiUrl: forge.urls.api,
      viewers,
      beside,
      authorization: createAuthorization(forge.world),
      repositories: () => [...forge.world.repos.values()].map((repo) => repo.fullName),
      summaries: (runId) =>
        [...forge.world.jobs.values()]
          .filter((job) => job.runId === runId)
          .map((job) => ({ jobId: job.id, markdown: job.summary })),
    });
    const { status, headers, body } = await pages(request);
    response.writeHead(status, headers).end(body);
  };
}
