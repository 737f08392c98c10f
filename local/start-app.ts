import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parse } from "yaml";
import { GsdError } from "../core/gsd-error.ts";
import type { Forge } from "./forge/create-forge.ts";

/** The App as its users run it: a process of the bundle, told by its environment. */
export interface LocalApp {
  url: string;
  appId: number;
  pid: number;
  /** Resolves when its queue is empty. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

interface Manifest {
  default_permissions: Record<string, "read" | "write">;
  default_events: string[];
}

/** Registers the App on the forge by its manifest, installs it, and starts it. */
export async function startApp(
  forge: Forge,
  { root, repo, env }: { root: string; repo: string; env: Record<string, string> },
): Promise<LocalApp> {
  const manifest = parse(readFileSync(join(root, "app.yml"), "utf8")) as Manifest;
  const webhookSecret = "a-local-secret-that-is-long-enough";
  const app = forge.createApp({
    slug: "gsd-app",
    permissions: manifest.default_permissions,
    events: manifest.default_events,
    webhookSecret,
  });
  forge.installApp(app.appId, repo);
  const child = spawn(process.execPath, [join(root, "dist/app/main.mjs"), "--json"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"] ?? "",
      APP_ID: String(app.appId),
      PRIVATE_KEY: app.privateKey,
      WEBHOOK_SECRET: webhookSecret,
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
    appId: app.appId,
    pid: child.pid!,
    idle: () => waitUntilIdle(url),
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

async function waitUntilIdle(url: string): Promise<void> {
  for (;;) {
    const health = await fetch(`${url}/health`).then(
      (response) => response.json() as Promise<{ queued?: number }>,
    );
    if (!health.queued) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
