import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Forge } from "../../local/forge/create-forge.ts";
import { shop } from "./a-forge.ts";

export const SECRET = "a secret of some length";

export interface Heard {
  name: string;
  guid: string;
  signed: boolean;
  payload: Record<string, unknown>;
}

/** An App's web server that listens to what the forge tells it. */
export async function aHook({ status = 200 } = {}) {
  const heard: Heard[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const payload = JSON.parse(body.toString()) as Record<string, unknown>;
    const {
      "x-github-event": event,
      "x-github-delivery": guid,
      "x-hub-signature-256": signature,
    } = request.headers;
    const expected = `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`;
    const name = [event, payload["action"]].filter(Boolean).join(".");
    heard.push({ name, guid: String(guid), signed: signature === expected, payload });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    url,
    heard,
    names: () => heard.map((one) => one.name),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An App installed on the shop. */
export function anApp(
  forge: Forge,
  change: { url?: string; events?: string[]; permissions?: Record<string, "read" | "write"> } = {},
) {
  const app = forge.createApp({
    slug: "gsd",
    permissions: change.permissions ?? {
      contents: "write",
      issues: "write",
      pull_requests: "write",
      statuses: "write",
      checks: "write",
      actions: "write",
    },
    events: change.events ?? [
      "issues",
      "issue_comment",
      "pull_request",
      "pull_request_review",
      "push",
      "create",
      "delete",
      "status",
      "workflow_run",
    ],
    webhookSecret: SECRET,
    webhookUrl: change.url,
  });
  return { ...app, installationId: forge.installApp(app.appId, shop) };
}
