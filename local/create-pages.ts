import type { IncomingMessage, ServerResponse } from "node:http";
import { ownRoot } from "../adapters/own-root.ts";
import { createSource } from "../adapters/pages/create-source.ts";
import { createWeb, type Web } from "../web/pages.ts";
import type { Forge } from "./forge/create-forge.ts";
import { findViewer } from "./forge/pages/find-viewer.ts";
import { createForgePages } from "./forge/pages/forge-pages.ts";
import { isLoopbackHost } from "./forge/pages/guard.ts";
import type { Viewer } from "./forge/pages/types.ts";

type PageHook = (request: IncomingMessage, response: ServerResponse, forge: Forge) => Promise<void>;

/** The pages of the forge, and at their own addresses those about tracks, for whom the browser chose to be. */
export function createPages(viewers: () => readonly Viewer[]): PageHook {
  const forgePages = createForgePages(viewers, { path: "/tracks", name: "Tracks" });
  const web = createWeb({ site: "", now: () => new Date() });
  return async (request, response, forge) => {
    const url = new URL(request.url ?? "/", forge.urls.server);
    if (!web.owns(url.pathname) || !isLoopbackHost(request)) return forgePages(request, response, forge);
    const viewer = findViewer(request, viewers());
    const { status, headers, body } = await answer(web, { request, url, viewer, forge });
    response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body);
  };
}

interface Asked {
  request: IncomingMessage;
  url: URL;
  viewer: Viewer;
  forge: Forge;
}

function answer(web: Web, { request, url, viewer, forge }: Asked) {
  const source = createSource({
    apiUrl: forge.urls.api,
    token: viewer.token,
    root: ownRoot(),
    repositories: async () =>
      [...forge.world.repos.values()].map((repo) => {
        const [owner = "", name = ""] = repo.fullName.split("/");
        return { owner, name };
      }),
  });
  const account = { login: `acting as ${viewer.role}` };
  return web.answer({ method: request.method ?? "GET", url, source, account });
}
