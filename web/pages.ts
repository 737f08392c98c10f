import { GsdError } from "../core/gsd-error.ts";
import { act } from "./act.ts";
import { findAsset } from "./assets.ts";
import { formatPart } from "./html.ts";
import { renderLayout } from "./layout.ts";
import { matchRoute, type RouteMatch } from "./match-route.ts";
import type { Account, Page, PageContext, View, WebReply } from "./page.ts";
import { type RepositoryView, repositoryRoutes, routes } from "./routes.ts";
import type { RepositoryName, Source } from "./source.ts";
import type { Viewer } from "./viewer.ts";
import { renderProblem } from "./views/problem.ts";

/** What the pages need to know of the place where they are shown. */
export interface WebOptions {
  /** Where GitHub's own pages are: `https://github.com`; empty where that is this very site. */
  site: string;
  now(): Date;
  /** Where pages hear of changes by themselves (`address.live`): what has changed so far. */
  seen?(): string;
}

/** One request, after somebody has found out who asks. */
export interface WebRequest {
  method: string;
  url: URL;
  /** What they may read. */
  source: Source;
  account?: Account;
  viewer?: Viewer;
  /** What was posted, after somebody has made sure that a page of theirs made it. */
  form?: URLSearchParams;
}

export interface Web {
  /** Whether a page or a file of ours is at a path. */
  owns(path: string): boolean;
  answer(request: WebRequest): Promise<WebReply>;
  /** A file of ours, which anybody may load. */
  file(url: URL): WebReply | undefined;
  /** A page that belongs to nobody yet, such as the one to sign in. */
  show(page: Page, url: URL): WebReply;
}

/** Where clicks of a track's page go. */
const actTemplate = "/:owner/:repo/tracks/:issue/act";

const headers = {
  // Nothing from elsewhere, no frame, no script or style inside of a page.
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "x-frame-options": "DENY",
};

/** The pages about tracks: from a request to a reply, without a socket. */
export function createWeb(options: WebOptions): Web {
  return {
    owns: (path) => path.startsWith("/-/web/") || findRoute(path.replace(/\/act$/, "")) !== undefined,
    async answer(request) {
      const reply = await answer(request, options).catch((error: unknown) =>
        showProblem(error, request, options),
      );
      return { ...reply, headers: { ...headers, ...reply.headers } };
    },
    file(url) {
      const file = findAsset(url.pathname, url.searchParams.get("v"));
      return file && { ...file, headers: { ...headers, ...file.headers } };
    },
    show(page, url) {
      const reply = show(page, contextOf({ method: "GET", url, source: nothing }, options, {}));
      return { ...reply, headers: { ...headers, ...reply.headers } };
    },
  };
}

const nothing: Source = { repositories: async () => [], open: async () => undefined };

type Target = { type: "page"; view: View } | { type: "repository"; view: RepositoryView };

function findRoute(path: string): RouteMatch<Target> | undefined {
  return (
    matchRoute(
      routes.map(({ template, target: view }) => ({ template, target: { type: "page" as const, view } })),
      path,
    ) ??
    matchRoute(
      repositoryRoutes.map(({ template, target: view }) => ({
        template,
        target: { type: "repository" as const, view },
      })),
      path,
    )
  );
}

async function answer(request: WebRequest, options: WebOptions): Promise<WebReply> {
  const { method, url, form } = request;
  if (method === "POST" && form) return answerForm(request, form, options);
  if (method !== "GET" && method !== "HEAD") return plain(405, "These pages only answer GET.\n");
  const asset = findAsset(url.pathname, url.searchParams.get("v"));
  if (asset) return asset;
  const route = findRoute(url.pathname);
  const context = contextOf(request, options, route?.params ?? {});
  const found = route && (await makePage(route.target, context));
  if (!found) return show(renderProblem("not-found"), context);
  return "headers" in found ? found : show(found, context);
}

async function answerForm(
  request: WebRequest,
  form: URLSearchParams,
  options: WebOptions,
): Promise<WebReply> {
  const params = matchRoute([{ template: actTemplate, target: act }], request.url.pathname)?.params;
  const context = contextOf(request, options, params ?? {});
  const name = params && repositoryIn(params);
  const repository = name && (await context.source.open(name));
  const found = repository && (await act({ context, repository, form }));
  if (!found) return show(renderProblem("not-found"), context);
  return "headers" in found ? found : show(found, context);
}

/** A repository that they may not read is one that does not exist. */
async function makePage(target: Target, context: PageContext): Promise<Page | WebReply | undefined> {
  if (target.type === "page") return target.view(context);
  const name = repositoryIn(context.params);
  const repository = name && (await context.source.open(name));
  return repository && target.view({ ...context, repository });
}

function repositoryIn({ owner = "", repo = "" }: Record<string, string>): RepositoryName | undefined {
  const isName = (text: string) => /^[\w.-]{1,100}$/.test(text) && !/^\.+$/.test(text);
  return isName(owner) && isName(repo) ? { owner, name: repo } : undefined;
}

function contextOf(
  { url, source, account, viewer }: WebRequest,
  { site, now, seen }: WebOptions,
  params: Record<string, string>,
): PageContext {
  return { source, account, viewer, live: seen?.(), params, query: url.searchParams, site, now: now() };
}

function show(page: Page, context: PageContext): WebReply {
  const type = { "content-type": "text/html; charset=utf-8" };
  return { status: page.status ?? 200, headers: type, body: formatPart(renderLayout(page, context)) };
}

/** What GitHub refused in its own words; what broke here in none, since it may hold anything. */
function showProblem(error: unknown, request: WebRequest, options: WebOptions): WebReply {
  const context = contextOf(request, options, {});
  if (!(error instanceof GsdError)) throw error;
  return show(renderProblem(error.code, error.message), context);
}

function plain(status: number, body: string): WebReply {
  return { status, headers: { "content-type": "text/plain; charset=utf-8" }, body };
}
