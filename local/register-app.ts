import { createSign } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { GsdError } from "../core/gsd-error.ts";
import type { Forge } from "./forge/create-forge.ts";

/** What the owner of an App knows about it. */
export interface RegisteredApp {
  appId: number;
  installation: number;
  privateKey: string;
  webhookSecret: string;
}

interface Manifest {
  default_permissions: Record<string, "read" | "write">;
  default_events: string[];
}

/** Registers the App on the forge by its manifest and installs it on a repository. */
export function registerApp(forge: Forge, { root, repo }: { root: string; repo: string }): RegisteredApp {
  const manifest = parse(readFileSync(join(root, "app.yml"), "utf8")) as Manifest;
  const webhookSecret = "a-local-secret-that-is-long-enough";
  const { appId, privateKey } = forge.createApp({
    slug: "gsd-app",
    permissions: manifest.default_permissions,
    events: manifest.default_events,
    webhookSecret,
  });
  return { appId, privateKey, webhookSecret, installation: forge.installApp(appId, repo) };
}

/** An installation token, got as an App gets one: by a signed statement of who it is. */
export async function createAppToken(forge: Forge, app: RegisteredApp): Promise<string> {
  const url = `${forge.urls.api}/app/installations/${app.installation}/access_tokens`;
  const headers = { authorization: `Bearer ${signJwt(app)}`, accept: "application/vnd.github+json" };
  const response = await fetch(url, { method: "POST", headers });
  if (!response.ok) throw new GsdError("app", `The forge gave no token to the App: ${await response.text()}`);
  return ((await response.json()) as { token: string }).token;
}

function signJwt({ appId, privateKey }: RegisteredApp): string {
  const now = Math.floor(Date.now() / 1000);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const unsigned = `${encode({ alg: "RS256", typ: "JWT" })}.${encode({ iat: now - 60, exp: now + 540, iss: String(appId) })}`;
  return `${unsigned}.${createSign("RSA-SHA256").update(unsigned).sign(privateKey, "base64url")}`;
}
