import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { onTestFailed } from "vitest";
import { parse } from "yaml";
import { createForge } from "../../local/forge/create-forge.ts";
import type { Permissions } from "../../local/forge/state/account.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Manifest {
  default_events: string[];
  default_permissions: Permissions;
  hook_attributes: { url: string };
}

export const manifest = parse(readFileSync(`${root}app.yml`, "utf8")) as Manifest;

/** How a start ended: with an address, or with a code and words. */
export interface Started {
  process: ChildProcess;
  url: string;
  webhook: string;
  stderr: () => string;
}

/** Starts the App as its users do; an environment that it refuses makes it end. */
export function spawnApp(env: Record<string, string>, entry = "app/main.ts"): ChildProcess {
  const { PATH = "" } = process.env;
  return spawn(process.execPath, [entry, "--json"], { cwd: root, env: { PATH, ...env }, stdio: "pipe" });
}

/** Collects what a process says until it ends. */
export async function outcomeOf(child: ChildProcess): Promise<{ code: number | null; stderr: string }> {
  let stderr = "";
  child.stderr!.on("data", (chunk) => {
    stderr += chunk;
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stderr };
}

/** Starts the App, and waits until it listens. */
export async function startApp(env: Record<string, string>, entry?: string): Promise<Started> {
  const child = spawnApp(env, entry);
  let stderr = "";
  child.stderr!.on("data", (chunk) => {
    stderr += chunk;
  });
  const first = await Promise.race([once(child.stdout!, "data"), once(child, "close").then(() => undefined)]);
  if (!first) throw new Error(`the App did not start: ${stderr}`);
  return { process: child, ...JSON.parse(String(first[0])), stderr: () => stderr };
}

export const secret = "b1946ac92492d2347c6235b4d2611184";
/** The stub that the App dispatches jobs to. */
export const stub = readFileSync(`${root}cli/templates/gsd-app.yml`, "utf8");

/** A forge with one private repository and gsd's App on it, as app.yml asks for it. */
export async function anApp(
  options: {
    entry?: string;
    env?: Record<string, string>;
    files?: Record<string, string>;
    /** Where its pages are, for people to sign in. */
    pages?: { url: string; sessionSecret: string };
    /** Where several tests use it, what it says belongs to none of them. */
    shared?: boolean;
  } = {},
) {
  const forge = await createForge();
  for (const login of ["ada", "tom"]) forge.createUser({ login });
  const files = { "README.md": "# Sample\n", ".github/workflows/gsd.yml": stub, ...options.files };
  const repo = forge.createRepository({ owner: "ada", name: "sample", private: true, files });
  forge.addCollaborator(repo, "tom", "triage");
  const credentials = forge.createApp({
    slug: "gsd-test",
    permissions: manifest.default_permissions,
    events: manifest.default_events,
    webhookSecret: secret,
    callbackUrls: options.pages ? [`${options.pages.url}/login/callback`] : [],
  });
  const pages = options.pages && {
    GSD_PAGES_URL: options.pages.url,
    SESSION_SECRET: options.pages.sessionSecret,
    CLIENT_ID: credentials.clientId,
    CLIENT_SECRET: credentials.clientSecret,
  };
  const env: Record<string, string> = {
    APP_ID: String(credentials.appId),
    PRIVATE_KEY: credentials.privateKey,
    WEBHOOK_SECRET: secret,
    PORT: "0",
    GITHUB_API_URL: forge.urls.api,
    // What comes by webhook is not to be found by a tick at the same time.
    GSD_TICK_MINUTES: "0",
    ...pages,
    ...options.env,
  };
  const app = await startApp(env, options.entry);
  if (!options.shared) onTestFailed(() => console.log(`the App said:\n${app.stderr()}`));
  forge.setWebhookUrl(credentials.appId, app.webhook);
  forge.installApp(credentials.appId, repo);
  const as = (login: string) => createCaller(`${forge.urls.api}/repos/${repo}`, forge.createUserToken(login));
  return {
    forge,
    repo,
    app,
    appId: credentials.appId,
    env,
    as,
    /** Waits until every webhook was answered and worked off. */
    async idle(): Promise<void> {
      for (let calm = 0; calm < 2; ) {
        await forge.deliveries.idle();
        const { queue } = await getJson<{ queue: { running: number; waiting: number } }>(`${app.url}/health`);
        calm = queue.running + queue.waiting === 0 ? calm + 1 : 0;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    async [Symbol.asyncDispose]() {
      if (app.process.exitCode === null && app.process.signalCode === null) {
        app.process.kill("SIGKILL");
        await once(app.process, "close");
      }
      await forge.close();
    },
  };
}

/** Calls a repository's API as somebody. */
export function createCaller(base: string, token: string) {
  return async <Answer>(method: string, path: string, body?: unknown): Promise<Answer> => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await fetch(base + path, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
}

export async function getJson<Answer>(url: string): Promise<Answer> {
  return (await (await fetch(url)).json()) as Answer;
}
