import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { GsdError } from "../core/gsd-error.ts";
import type { Forge } from "./forge/create-forge.ts";
import type { RegisteredApp } from "./register-app.ts";

/** The App as its users run it: a process of the bundle, told by its environment. */
export interface LocalApp {
  url: string;
  pid: number;
  /** Resolves when its queue is empty. */
  idle(): Promise<void>;
  /** Lets it look at all its repositories; resolves when it has begun. */
  tick(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the App and points its webhook at it. */
export async function startApp(
  forge: Forge,
  app: RegisteredApp,
  { root, env }: { root: string; env: Record<string, string> },
): Promise<LocalApp> {
  const child = spawn(process.execPath, [join(root, "dist/app/main.mjs"), "--json"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"] ?? "",
      APP_ID: String(app.appId),
      PRIVATE_KEY: app.privateKey,
      WEBHOOK_SECRET: app.webhookSecret,
      GITHUB_API_URL: forge.urls.api,
      PORT: "0",
      ...env,
    },
  });
  let errors = "";
  child.stderr.on("data", (chunk) => (errors = (errors + chunk).slice(-4_000)));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const lines = createInterface({ input: child.stdout });
  const first = await Promise.race([
    new Promise<string>((resolve) => lines.once("line", resolve)),
    ended.then(() => undefined),
  ]);
  if (!first) throw new GsdError("app", `The App did not start: ${errors.trim()}`);
  const { url } = JSON.parse(first) as { url: string };
  forge.setWebhookUrl(app.appId, `${url}/api/github/webhooks`);
  return {
    url,
    pid: child.pid!,
    idle: () => waitUntil(url, ({ queue }) => queue.running + queue.waiting === 0),
    async tick() {
      const { rounds } = (await readHealth(url)).ticks;
      child.kill("SIGUSR2");
      await waitUntil(url, ({ ticks }) => ticks.rounds > rounds);
    },
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** What the App says about itself. */
interface Health {
  queue: { running: number; waiting: number };
  ticks: { rounds: number };
}

async function readHealth(url: string): Promise<Health> {
  // A connection that is kept may end just when it is used again: on a busy machine more than five seconds pass between two looks.
  const headers = { connection: "close" };
  return (await (await fetch(`${url}/health`, { headers })).json()) as Health;
}

async function waitUntil(url: string, isSo: (health: Health) => boolean): Promise<void> {
  while (!isSo(await readHealth(url))) await new Promise((resolve) => setTimeout(resolve, 10));
}
