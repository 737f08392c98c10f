import type { IncomingMessage } from "node:http";
import { formatPart, html } from "../../../web/html.ts";
import { icon } from "../../../web/icon.ts";
import { matchRoute } from "../../../web/match-route.ts";
import { Refusal } from "../reply.ts";
import { ApiRefusal, createApi } from "./api.ts";
import { findViewer, viewerCookie } from "./find-viewer.ts";
import { formRoutes } from "./forms.ts";
import { createCsrf, isLoopbackHost, isOwnForm, readForm } from "./guard.ts";
import { renderLayout } from "./layout.ts";
import { redirect } from "./redirect.ts";
import { style } from "./style.ts";
import type { Page, PageContext, PagesOptions, Reply } from "./types.ts";
import { viewRoutes } from "./view-routes.ts";

export type Pages = (request: IncomingMessage) => Promise<Reply>;

const HEADERS = {
  // Nothing from elsewhere, no script, no frame, and forms only to ourselves.
  "content-security-policy":
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cache-control": "no-store",
};

/** Plain pages for people, over the forge's own REST API: nobody sees or does more here than by the API. */
export function createPages(options: PagesOptions): Pages {
  const csrf = createCsrf();
  return async (request) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const context = createContext(request, url, options, csrf);
    const reply = await answer(request, url, context).catch((error: unknown) =>
      refuse(error, withRepo(context, url), url, request.headers.referer),
    );
    return { ...reply, headers: { ...HEADERS, ...reply.headers } };
  };
}

async function answer(request: IncomingMessage, url: URL, context: PageContext): Promise<Reply> {
  if (!isLoopbackHost(request)) return plain(421, "These pages answer only to 127.0.0.1 and localhost.\n");
  if (request.method === "POST") return answerForm(request, url, context);
  if (request.method !== "GET" && request.method !== "HEAD") return plain(405, "Only GET and POST.\n");
  if (url.pathname === "/-/style.css") return asset("text/css; charset=utf-8", style);
  if (url.pathname === "/-/icon.svg") return asset("image/svg+xml", icon);

  const match = matchRoute(viewRoutes, url.pathname);
  if (!match) throw new ApiRefusal(404, "There is no such page.");
  const found = await match.target(withParams(context, match.params));
  return "headers" in found ? found : show(found, withParams(context, match.params), url);
}

async function answerForm(request: IncomingMessage, url: URL, context: PageContext): Promise<Reply> {
  const form = await readForm(request);
  if (!form || !isOwnForm(form, context.csrf)) {
    throw new ApiRefusal(
      403,
      "This form was not made by this page, or the forge was restarted since. Load the page again.",
    );
  }
  if (url.pathname === "/-/viewer") return switchViewer(form, context);
  const match = matchRoute(formRoutes, url.pathname);
  if (!match) throw new ApiRefusal(404, "There is no such form.");
  const found = await match.target(withParams(context, match.params), form);
  if (typeof found === "string") return redirect(303, found);
  return "headers" in found ? found : show(found, context, url);
}

function switchViewer(form: URLSearchParams, { options }: PageContext): Reply {
  const viewer = options.viewers().find(({ role }) => role === form.get("role"));
  if (!viewer) throw new ApiRefusal(422, "There is no such user to act as.");
  const back = form.get("back") ?? "/";
  const cookie = `${viewerCookie}=${encodeURIComponent(viewer.role)}; Path=/; HttpOnly; SameSite=Strict`;
  // Only an address of this site: "//elsewhere" and "/\elsewhere" are not.
  const location = /^\/(?![/\\])/.test(back) ? back : "/";
  const { headers, ...reply } = redirect(303, location);
  return { ...reply, headers: { ...headers, "set-cookie": cookie } };
}

function createContext(request: IncomingMessage, url: URL, options: PagesOptions, csrf: string): PageContext {
  const viewer = findViewer(request, options.viewers());
  const api = createApi(options.apiUrl, viewer.token);
  return { api, viewer, options, csrf, repo: "", params: {}, query: url.searchParams };
}

function withParams(context: PageContext, params: Record<string, string>): PageContext {
  const { owner, repo } = params;
  const name = owner && repo ? `${encodeURIComponent(owner)}/${encodeURIComponent(repo)}` : "";
  return { ...context, params, repo: name };
}

function show(page: Page, context: PageContext, url: URL): Reply {
  const headers = { "content-type": "text/html; charset=utf-8" };
  const here = url.pathname + url.search;
  return { status: page.status ?? 200, headers, body: formatPart(renderLayout(page, context, here)) };
}

/** A refusal inside a repository keeps the repository's frame. */
function withRepo(context: PageContext, url: URL): PageContext {
  const match = matchRoute<unknown>([...viewRoutes, ...formRoutes], url.pathname);
  return match ? withParams(context, match.params) : context;
}

/** What the API refused, in its own words. */
function refuse(error: unknown, context: PageContext, url: URL, from: string | undefined): Reply {
  const status = error instanceof ApiRefusal || error instanceof Refusal ? error.status : 500;
  const words = error instanceof Error ? error.message : String(error);
  const title = TITLES[status] ?? (status >= 500 ? "Something broke" : "Refused");
  const back = from && URL.canParse(from) ? new URL(from).pathname : "/";
  const body = html`<h1>${title}</h1><p class="box refusal">${words} <span class="quiet">(${status})</span></p>
<p><a href="${/^\/(?!\/)/.test(back) ? back : "/"}">${back === "/" ? "All repositories" : "Back to where you were"}</a></p>`;
  return show({ title, body, status }, context, url);
}

const TITLES: Record<number, string> = { 403: "Not allowed", 404: "Not found" };

function asset(type: string, body: string): Reply {
  return { status: 200, headers: { "content-type": type, "cache-control": "max-age=60" }, body };
}

function plain(status: number, body: string): Reply {
  return { status, headers: { "content-type": "text/plain; charset=utf-8" }, body };
}
