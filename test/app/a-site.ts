import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { anApp } from "./an-app.ts";

export const sessionSecret = "5f2c1e0b9d8a7c6b5a4f3e2d1c0b9a8f";

/** An App with pages, and a track on its repository: ada owns it, tom may triage, bob is a stranger to it. */
export async function aSite() {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const site = await anApp({ env: { PORT: String(port) }, pages: { url, sessionSecret }, shared: true });
  site.forge.createUser({ login: "bob" });
  const ada = site.as("ada");
  const { number } = await ada<{ number: number }>("POST", "/issues", {
    title: "CSV export",
    body: "As a file.",
  });
  await ada("POST", `/issues/${number}/comments`, { body: "/plan" });
  await site.idle();
  const browse = () => createBrowser(url);
  return Object.assign(site, {
    url,
    track: `/ada/sample/tracks/${number}`,
    issue: number,
    browse,
    /** A browser of someone who signed in. */
    async browseAs(login: string): Promise<Browser> {
      const browser = browse();
      await signIn(site.forge, browser, login);
      return browser;
    },
  });
}

type Forge = Awaited<ReturnType<typeof anApp>>["forge"];

/** Goes the whole way: to GitHub, where the person allows it, and back. */
export async function signIn(
  forge: Forge,
  browser: Browser,
  login: string,
  back = "/tracks",
): Promise<Answer> {
  const { location } = await browser.get(`/login?back=${encodeURIComponent(back)}`);
  return browser.get(forge.authorize(login, location));
}

export interface Answer {
  status: number;
  text: string;
  location: string;
  headers: Headers;
}

/** As much of a browser as these tests need: it keeps cookies and follows nothing by itself. */
export interface Browser {
  cookies: Map<string, string>;
  get(address: string, headers?: Record<string, string>): Promise<Answer>;
  /** Sends a form as a page of this site does, unless said otherwise. */
  post(address: string, form: Record<string, string>, headers?: Record<string, string>): Promise<Answer>;
  raw(address: string, init?: RequestInit): Promise<Response>;
}

let browsers = 0;

export function createBrowser(site: string): Browser {
  const cookies = new Map<string, string>();
  browsers += 1;
  // Each sits elsewhere, as the proxy in front of the App says.
  const from = `198.51.100.${browsers}`;
  const raw = async (address: string, init: RequestInit = {}) => {
    const headers = new Headers({ "x-forwarded-for": from, ...(init.headers as Record<string, string>) });
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    if (cookie && !headers.has("cookie")) headers.set("cookie", cookie);
    const response = await fetch(new URL(address, site), { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    return response;
  };
  const ask = async (address: string, init: RequestInit): Promise<Answer> => {
    const response = await raw(address, init);
    const { status, headers } = response;
    return { status, text: await response.text(), location: headers.get("location") ?? "", headers };
  };
  return {
    cookies,
    raw,
    get: (address, headers = {}) => ask(address, { headers }),
    post: (address, form, headers = {}) =>
      ask(address, {
        method: "POST",
        headers: { origin: site, "sec-fetch-site": "same-origin", ...headers },
        body: new URLSearchParams(form),
      }),
  };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = ""] = line.split(";");
  const [name = "", value = ""] = pair.split("=");
  if (/Max-Age=0\b/.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}

/** The fields of the form on a page whose button posts this command. */
export function formFor(page: string, command: string): Record<string, string> {
  const forms = page.match(/<form[^>]*action="[^"]*\/act"[\s\S]*?<\/form>/g) ?? [];
  const form = forms.find((one) => one.includes(`value="${command}"`)) ?? "";
  return Object.fromEntries(
    [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
