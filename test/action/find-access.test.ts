import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { type Environment, readEnvironment } from "../../action/environment.ts";
import { endAccess, findAccess } from "../../action/find-access.ts";

const given = { token: `ghs_${"a".repeat(36)}`, expires_at: "2026-01-01T01:00:00Z" };

/** An App, and GitHub beside it, that do what a test wants. */
async function aServer(answer: RequestListener) {
  const asked: { path: string; body: string; authorization?: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { authorization = "" } = request.headers;
    asked.push({ path: request.url ?? "", body, authorization });
    if (request.url?.startsWith("/idtoken")) return void response.end(JSON.stringify({ value: "a.b.c" }));
    if (request.method === "DELETE") return void response.writeHead(204).end();
    answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, asked, [Symbol.dispose]: () => void server.close() };
}

function anEnvironment(url: string, change: Record<string, string> = {}): Environment {
  return readEnvironment({
    GITHUB_REPOSITORY: "acme/tally",
    GITHUB_API_URL: url,
    GITHUB_RUN_ID: "7",
    INPUT_TOKEN: "the workflow's",
    INPUT_KEY: "1/plan/-/1",
    INPUT_APP: `${url}/`,
    ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/idtoken?api-version=2.0`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: "ask",
    ...change,
  });
}

describe("publish, where the stub names an App", () => {
  it("shows who it is to that App alone, hides the token from the log, and ends it", async () => {
    using app = await aServer((_, response) => void response.end(JSON.stringify(given)));
    const environment = anEnvironment(app.url);
    const hidden: string[] = [];
    const credential = await findAccess(environment, (secret) => void hidden.push(secret));
    expect(credential).toEqual({ token: given.token, access: { by: "app" } });
    expect(app.asked).toMatchObject([
      {
        path: `/idtoken?api-version=2.0&audience=${encodeURIComponent(app.url)}`,
        authorization: "bearer ask",
      },
      { path: "/token", body: JSON.stringify({ identity: "a.b.c", key: "1/plan/-/1" }), authorization: "" },
    ]);
    expect(hidden).toEqual(["a.b.c", given.token]);
    await endAccess(environment, credential);
    expect(app.asked.at(-1)).toMatchObject({
      path: "/installation/token",
      authorization: `Bearer ${given.token}`,
    });
  });

  it("goes on with the workflow's token whatever the App answers", async () => {
    const answers: [RequestListener, string][] = [
      [(_, response) => void response.writeHead(403).end('{"error":"workflow"}'), "workflow"],
      [(_, response) => void response.end('{"error":"hm"}'), "unreachable"],
      [(_, response) => void response.end(JSON.stringify({ token: `${given.token}\n::x` })), "unreachable"],
      [(_, response) => void response.end("x".repeat(100_000)), "unreachable"],
      [(_, response) => void response.writeHead(307, { location: "/elsewhere" }).end(), "unreachable"],
    ];
    const found = answers.map(async ([answer]) => {
      using app = await aServer(answer);
      return await findAccess(anEnvironment(app.url));
    });
    expect(await Promise.all(found)).toEqual(
      answers.map(([, because]) => ({ token: "the workflow's", access: { by: "workflow", because } })),
    );
  });

  it.each([
    ["no-address", { INPUT_APP: "" }],
    ["no-address", { INPUT_APP: "http://gsd.example.com" }],
    ["no-address", { INPUT_APP: "gsd" }],
    ["no-identity", { ACTIONS_ID_TOKEN_REQUEST_URL: "" }],
  ])("asks nobody, and says %s, with %o", async (because, change) => {
    using app = await aServer(() => {});
    const { access } = await findAccess(anEnvironment(app.url, change));
    expect(access).toEqual({ by: "workflow", because });
    expect(app.asked).toEqual([]);
  });
});
