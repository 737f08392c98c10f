import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createNodeMiddleware, Probot } from "probot";
import { handledEvents } from "../../app/handled-events.ts";

/** What Probot alone does with a webhook: the baseline of `npm run bench -- webhooks`. */
const { APP_ID = "", PRIVATE_KEY = "", WEBHOOK_SECRET = "" } = process.env;
const probot = new Probot({
  appId: APP_ID,
  privateKey: PRIVATE_KEY,
  secret: WEBHOOK_SECRET,
  logLevel: "fatal",
});
const middleware = await createNodeMiddleware(
  (app) => {
    app.on([...handledEvents], async () => {});
  },
  { probot },
);
const server = createServer((request, response) => void middleware(request, response));
server.listen(0, "127.0.0.1", () => {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  process.stdout.write(`${JSON.stringify({ url, webhook: `${url}/api/github/webhooks` })}\n`);
});
