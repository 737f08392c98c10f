import type { IncomingMessage, ServerResponse } from "node:http";
import { address } from "../../web/address.ts";
import type { Changes } from "../../web/live/changes.ts";
import { createStreams } from "../../web/live/create-streams.ts";
import type { WebReply } from "../../web/page.ts";
import { createWeb } from "../../web/pages.ts";
import { formField } from "../../web/viewer.ts";
import { renderSignIn, type SignInReason } from "../../web/views/sign-in.ts";
import type { GitHubApp } from "../create-github-app.ts";
import { createIntake } from "../create-intake.ts";
import type { AppLog } from "../create-log.ts";
import type { Handler } from "../guard-webhooks.ts";
import type { PagesSettings } from "../read-pages.ts";
import { callbackPath, siteOf } from "../sign-in/create-github-login.ts";
import type { Session } from "../sign-in/create-sessions.ts";
import type { SignInStep } from "../sign-in/create-sign-in.ts";
import { isFromHere, readOwnForm } from "../sign-in/guard-forms.ts";
import { openDoor } from "../sign-in/open-door.ts";
import { safeBack } from "../sign-in/safe-back.ts";
import { createAccess } from "./create-access.ts";
import { createListener } from "./create-listener.ts";
import { createPerson } from "./create-person.ts";

export interface SiteOptions {
  settings: PagesSettings;
  apiUrl: string;
  /** Where the release tree is: its recipes. */
  root: string;
  app: Pick<GitHubApp, "installationOf">;
  changes: Changes;
  now(): Date;
  log: AppLog;
}

/** The pages for people, each of whom sees what they may read on GitHub. */
export interface Site {
  owns(path: string): boolean;
  handle: Handler;
  /** Ends what would go on for ever. */
  stop(): void;
}

/** A form has a few lines, and few are read at once. */
const forms = { each: 16 * 1024, all: 1024 * 1024 };
const livePath = address.live();
const own = ["/", "/login", callbackPath, "/logout", livePath];

export function createSite({ settings, apiUrl, root, app, changes, now, log }: SiteOptions): Site {
  const { url: origin } = settings;
  const { sessions, signIn } = openDoor({ settings, apiUrl, now, log });
  const access = createAccess({ apiUrl, app, now });
  const intake = createIntake(forms);
  const streams = createStreams(changes);
  const web = createWeb({ site: siteOf(apiUrl), now, seen: changes.seen });
  const transport: Record<string, string> = origin.startsWith("https:")
    ? { "strict-transport-security": "max-age=31536000" }
    : {};

  const send = (response: ServerResponse, reply: WebReply, cookies: (string | undefined)[] = []) => {
    const kept = cookies.filter((one) => one !== undefined);
    const headers = { ...reply.headers, ...transport };
    response.writeHead(reply.status, kept.length > 0 ? { ...headers, "set-cookie": kept } : headers);
    response.end(reply.body);
  };
  const askToSignIn = (why: SignInReason, url: URL): WebReply => {
    const back = url.pathname.endsWith("/act")
      ? url.pathname.slice(0, -"/act".length)
      : url.pathname + url.search;
    return web.show(renderSignIn(why, safeBack(back, address.overview)), url);
  };
  const take = (step: SignInStep, url: URL, response: ServerResponse) => {
    if (step.type === "go") return send(response, redirect(step.to), step.cookies);
    send(response, web.show(renderSignIn(step.why, address.overview), url), step.cookies);
  };
  const end = (session: Session): string => {
    streams.endOf(session.id);
    return signIn.end(session);
  };

  const show = async ({ request, response, url }: Visit, session: Session) => {
    const { method = "GET" } = request;
    const reply = await web.answer({
      method,
      url,
      ...createPerson({ apiUrl, root, access, sessions }, session, "known"),
    });
    if (reply.status === 401) return send(response, askToSignIn("ended", url), [end(session)]);
    // What a page fetches by itself does not show that somebody is there.
    const cookie = request.headers["gsd-live"] === undefined ? sessions.renew(session) : undefined;
    send(response, method === "HEAD" ? { ...reply, body: "" } : reply, [cookie]);
  };
  const post = async ({ request, response, url }: Visit) => {
    const reading = await readOwnForm(request, { url: origin, intake });
    if (reading === "gone") return;
    if (!request.complete) response.setHeader("connection", "close");
    if ("status" in reading) return send(response, plain(reading.status));
    const session = sessions.find(request);
    if (!session) return send(response, askToSignIn("ended", url));
    if (!sessions.isOwnForm(session, reading.form.get(formField) ?? "")) return send(response, plain(403));
    if (url.pathname === "/logout") return send(response, redirect("/"), [end(session)]);
    const person = createPerson({ apiUrl, root, access, sessions }, session, "new");
    const reply = await web.answer({ method: "POST", url, form: reading.form, ...person });
    if (reply.status === 401) return send(response, askToSignIn("ended", url), [end(session)]);
    send(response, reply, [sessions.renew(session)]);
  };
  const listen = async ({ request, response, url }: Visit, session: Session) => {
    if (request.headers["sec-fetch-site"] !== undefined && !isFromHere(request, origin))
      return send(response, plain(403));
    const listener = await createListener({ access, sessions }, session, url.searchParams).catch(
      () => undefined,
    );
    if (!listener) return send(response, plain(404));
    streams.open(response, listener);
  };

  return {
    owns: (path) => own.includes(path) || web.owns(path),
    async handle(request, response) {
      const url = new URL(request.url ?? "/", origin);
      const visit = { request, response, url };
      if (request.method === "POST") return post(visit);
      if (request.method !== "GET" && request.method !== "HEAD") return send(response, plain(405));
      if (url.pathname === "/login") return take(signIn.begin(request, url.searchParams), url, response);
      if (url.pathname === callbackPath)
        return take(await signIn.finish(request, url.searchParams), url, response);
      const session = sessions.find(request);
      if (url.pathname === "/logout") return send(response, redirect("/"));
      if (url.pathname === livePath) return session ? listen(visit, session) : send(response, plain(401));
      if (url.pathname === "/")
        return send(response, session ? redirect(address.overview) : askToSignIn("needed", url));
      const file = web.file(url);
      if (file) return send(response, file);
      return session ? show(visit, session) : send(response, askToSignIn("needed", url));
    },
    stop: streams.close,
  };
}

interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
}

function redirect(location: string): WebReply {
  return { status: 303, headers: { location, "cache-control": "no-store" }, body: "" };
}

const words: Record<number, string> = {
  401: "Sign in first.",
  403: "This did not come from a page of yours. Load the page again.",
  404: "Not found.",
  405: "These pages only answer GET and POST.",
  408: "The form came too slowly. Send it again.",
  413: "The form is too large.",
  415: "This is not a form.",
};

function plain(status: number): WebReply {
  const headers = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
  return { status, headers, body: `${words[status] ?? status}\n` };
}
