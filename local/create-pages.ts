import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ownRoot } from "../adapters/own-root.ts";
import { askLeave, commentAs } from "../adapters/pages/ask-leave.ts";
import { createSource } from "../adapters/pages/create-source.ts";
import { address } from "../web/address.ts";
import { type Changes, createChanges } from "../web/live/changes.ts";
import { createStreams, type Streams } from "../web/live/create-streams.ts";
import { createWeb, type Web, type WebRequest } from "../web/pages.ts";
import type { RepositoryName } from "../web/source.ts";
import type { Forge } from "./forge/create-forge.ts";
import { findViewer } from "./forge/pages/find-viewer.ts";
import { createForgePages } from "./forge/pages/forge-pages.ts";
import { createCsrf, isLoopbackHost, isOwnForm, readForm } from "./forge/pages/guard.ts";
import type { Viewer } from "./forge/pages/types.ts";

type PageHook = (request: IncomingMessage, response: ServerResponse, forge: Forge) => Promise<void>;

/** The pages of the forge, and at their own addresses those about tracks, for whom the browser chose to be. */
export function createPages(viewers: () => readonly Viewer[]): PageHook {
  const forgePages = createForgePages(viewers, { path: "/tracks", name: "Tracks" });
  const changes = createChanges(randomUUID());
  const streams = createStreams(changes);
  const web = createWeb({ site: "", now: () => new Date(), seen: changes.seen });
  const formToken = createCsrf();
  let heard: Forge | undefined;
  return async (request, response, forge) => {
    if (heard !== forge) tellHappenings(forge, changes);
    heard = forge;
    const url = new URL(request.url ?? "/", forge.urls.server);
    if (!web.owns(url.pathname) || !isLoopbackHost(request)) return forgePages(request, response, forge);
    const asked = { request, url, viewer: findViewer(request, viewers()), forge };
    if (url.pathname === address.live()) return openStream(streams, asked, response);
    const { status, headers, body } = await answer(web, asked, formToken);
    response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body);
  };
}

/** Whatever happens on the forge, the pages hear of it. */
function tellHappenings({ world }: Forge, changes: Changes): void {
  const before = world.onHappening;
  world.onHappening = (told) => {
    before?.(told);
    changes.tell(nameOf(told.repo));
  };
}

interface Asked {
  request: IncomingMessage;
  url: URL;
  viewer: Viewer;
  forge: Forge;
}

async function answer(web: Web, { request, url, viewer, forge }: Asked, formToken: string) {
  const asking = { apiUrl: forge.urls.api, token: viewer.token };
  const repositories = async () => [...forge.world.repos.values()].map((repo) => nameOf(repo.fullName));
  const asked: WebRequest = {
    method: request.method ?? "GET",
    url,
    source: createSource({ ...asking, root: ownRoot(), repositories }),
    account: { login: `acting as ${viewer.role}` },
    viewer: {
      formToken,
      mayCommand: async (name) => (await askLeave(asking, name)) === "command",
      comment: (name, thread, body) => commentAs(asking, name, { thread, body }),
    },
  };
  const form = request.method === "POST" ? await readForm(request) : undefined;
  return web.answer(form && isOwnForm(form, formToken) ? { ...asked, form } : asked);
}

/** What whoever looks may read: one repository, or all that are listed. */
async function openStream(streams: Streams, { url, viewer, forge }: Asked, response: ServerResponse) {
  const name = url.searchParams.get("repository");
  const wanted = name === null ? undefined : nameOf(name);
  const asking = { apiUrl: forge.urls.api, token: viewer.token };
  const isAllowed = async () => !wanted || (await askLeave(asking, wanted)) !== "nothing";
  if (!(await isAllowed())) return void response.writeHead(404).end();
  streams.open(response, {
    session: viewer.role,
    seen: url.searchParams.get("seen") ?? "",
    concerns: (repository) =>
      !wanted || (repository.owner === wanted.owner && repository.name === wanted.name),
    isAllowed,
  });
}

function nameOf(fullName: string): RepositoryName {
  const [owner = "", name = ""] = fullName.split("/");
  return { owner, name };
}
