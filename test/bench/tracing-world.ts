import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parentPort } from "node:worker_threads";
import { aForge, SHOP, workflowToken } from "../forge/a-forge.ts";

/** What the bench of tracing talks to, on a thread of its own: a forge with one issue, and a collector that takes everything. */
const forge = await aForge();
await forge.as("ada").rest.issues.create({ ...SHOP, title: "Export CSV", body: "As a file." });
const token = workflowToken(forge, { contents: "write", issues: "write", "pull-requests": "write" });
const collector = createServer((request, response) => {
  request.resume();
  request.once("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
});
await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
const { port } = collector.address() as AddressInfo;
parentPort?.postMessage({ apiUrl: forge.urls.api, token, collector: `http://127.0.0.1:${port}` });
