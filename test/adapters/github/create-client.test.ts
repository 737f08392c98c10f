import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { createClient } from "../../../adapters/github/create-client.ts";
import { toGsdError } from "../../../adapters/github/request.ts";

it("gives up a request that is never answered, as if its answer was lost", async () => {
  const server = createServer(() => {});
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const client = createClient({ token: "t", baseUrl: `http://127.0.0.1:${port}`, requestMs: 50 });
  const failure = await client.rest.issues
    .get({ owner: "acme", repo: "tally", issue_number: 1 })
    .catch(toGsdError);
  expect(failure).toMatchObject({ code: "unavailable" });
  server.closeAllConnections();
  server.close();
});
