import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Cli } from "../../../crew/engines/cli.ts";
import { createCliEngine } from "../../../crew/engines/create-cli-engine.ts";
import type { EngineGateway, EngineRequest } from "../../../crew/engines/engine.ts";
import { textIn } from "../../../crew/engines/json.ts";
import type { Sandbox } from "../../../crew/sandbox/sandbox.ts";
import { aWorkTree, type WorkTree } from "../../adapters/git/work-tree.ts";
import { openly, sealed } from "../sandbox/sandboxes.ts";

/** A CLI of thirty lines that does what the real ones do: asks over HTTP, writes a file, prints events. */
const program = `
import { readFileSync, writeFileSync } from "node:fs";
const [, , settings, base] = process.argv;
const prompt = readFileSync(0, "utf8");
console.log(JSON.stringify({ type: "say", text: "asking " + process.env.MODEL }));
const reply = await (await fetch(base + "/v1/ask", { method: "POST", body: prompt })).text();
writeFileSync("src/out.txt", reply + readFileSync(settings, "utf8"));
if (reply === "hang") await new Promise((resolve) => setTimeout(resolve, 60_000));
console.log(JSON.stringify({ type: "end", text: JSON.stringify({ summary: reply }) }));
`;

const cli: Cli = {
  start: ({ model, at }) => ({
    argv: [`${at.home}/.cli/settings.json`, at.gateway],
    env: { MODEL: model },
    files: { ".cli/settings.json": ` at ${at.tree}, $HOME 'quoted'` },
  }),
  describe: (event) => (event["type"] === "say" ? textIn(event, "text") : undefined),
  read: (events) => ({ text: textIn(events.at(-1), "text") }),
};

let root = "";
let reply = "";
const asked: string[] = [];
let gateway: EngineGateway;
const answer: RequestListener = (request, response) => {
  request.on("data", (chunk) => asked.push(String(chunk)));
  request.on("end", () => response.end(reply));
};
const servers = { socket: createServer(answer), port: createServer(answer) };

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "gsd-cli-"));
  mkdirSync(join(root, "engine"));
  writeFileSync(join(root, "engine/main.mjs.js"), program);
  writeFileSync(join(root, "engine/package.json"), '{"type":"module"}');
  const socket = join(root, "gateway.sock");
  await Promise.all([
    once(servers.socket.listen(socket), "listening"),
    once(servers.port.listen(0, "127.0.0.1"), "listening"),
  ]);
  chmodSync(socket, 0o666);
  const usage = () => {
    const tokens = { input: 10, output: 5, cached: 0, cacheWrite: 0, thinking: 0, usd: 0.5 };
    const times = asked.length;
    const spent = Object.fromEntries(Object.entries(tokens).map(([name, count]) => [name, count * times]));
    return { ...(spent as typeof tokens), requests: times, byModel: {} };
  };
  gateway = {
    address: socket,
    provider: "openai",
    usage,
    waitedMs: () => 1_500 * asked.length,
    outcome: () => ({ type: asked.length > 0 ? "ok" : "none" }),
  };
});

afterAll(() => {
  for (const server of Object.values(servers)) {
    server.closeAllConnections();
    server.close();
  }
  rmSync(root, { recursive: true, force: true });
});

function ask(tree: WorkTree, sandbox: Sandbox, more: Partial<EngineRequest> = {}) {
  const installed = {
    engine: "codex",
    version: "1",
    folder: join(root, "engine"),
    program: "main.mjs.js",
  } as const;
  const address =
    sandbox.kind === "bubblewrap"
      ? gateway.address
      : `http://127.0.0.1:${(servers.port.address() as AddressInfo).port}`;
  return createCliEngine(cli, installed).run({
    job: { issue: 42, kind: "task", task: "T01", attempt: 1 },
    track: "42-x",
    rules: { tools: [], rules: [] },
    move: { prompt: "task", step: "implement", round: 1, member: "" },
    prompt: "Do it.",
    answer: "change",
    answerSchema: {},
    ...{ cwd: tree.folder, sandbox, limits: { minutes: 1 }, model: "model-a" },
    gateway: { ...gateway, address },
    ...more,
  });
}

describe.each([
  ["in the sandbox", sealed],
  ["without one", openly],
])("a CLI %s", (_, sandbox) => {
  it("reaches the gateway and finds its files, and nothing else is needed", async () => {
    using work = aWorkTree();
    reply = "hello";
    const lines: string[] = [];
    const report = await ask(work, sandbox, { onProgress: (line) => lines.push(line) });
    expect(report).toMatchObject({
      ...{ outcome: "done", answer: { summary: "hello" }, model: "model-a", turns: 1, usd: 0.5, waited: 1.5 },
      usage: { input: 10, output: 5 },
    });
    expect(asked.at(-1)).toBe("Do it.");
    expect(lines).toEqual(["asking model-a"]);
    const settings = readFileSync(join(work.folder, "src/out.txt"), "utf8");
    const tree = sandbox.kind === "bubblewrap" ? "/repo" : work.folder;
    expect(settings).toBe(`hello at ${tree}, $HOME 'quoted'`);
  });

  it("ends when its time is over", async () => {
    using work = aWorkTree();
    reply = "hang";
    const report = await ask(work, sandbox, { limits: { minutes: 0.03 } });
    expect(report).toMatchObject({ outcome: "timeout", reason: expect.stringContaining("limits.minutes") });
    expect(report.seconds).toBeLessThan(10);
  });
});

it("needs a gateway on a port where there is no sandbox", async () => {
  using work = aWorkTree();
  await expect(ask(work, openly, { gateway })).rejects.toThrow(/listen on a port/);
});

it("says what an engine needs that gets no gateway", async () => {
  using work = aWorkTree();
  await expect(ask(work, sealed, { gateway: undefined })).rejects.toMatchObject({ code: "engine" });
});
