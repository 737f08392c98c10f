import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { createGateway } from "../../crew/gateway/create-gateway.ts";
import { createJobAccount } from "../../crew/gateway/create-job-account.ts";
import { createModelApi } from "../model-api/create-model-api.ts";
import { type Reply, sse } from "../model-api/reply.ts";
import { median } from "./measure.ts";

const model = "model-a";
const event = sse(
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "some words of an answer " } },
  "content_block_delta",
);
/** A long answer as fast as the wire takes it, in pieces of 16 KB. */
const flood: Reply = {
  type: "raw",
  chunks: Array(1_500).fill(event.repeat(Math.round(16_384 / event.length))),
};
/** An answer at the pace of the fastest models: some 2,000 tokens a second. */
const paced: Reply = { type: "raw", chunks: Array(200).fill(event.repeat(2)), everyMs: 5 };
const agentsAtOnce = 8;
const short: Reply = { type: "text", text: "Hello." };

/** A request of the size that agents send. */
const prompt = {
  model,
  max_tokens: 100,
  stream: true,
  messages: [{ role: "user", content: "x".repeat(60_000) }],
};
const agent = new Agent({ keepAlive: true });

/** What the gateway adds until the first byte, and what it takes from the throughput, against a direct connection in the same run. */
export async function measureGateway({ requests = 200, floods = 7 } = {}) {
  const upstream = fork(import.meta.filename, ["upstream"]);
  const [direct] = (await once(upstream, "message")) as [string];
  const gateway = fork(import.meta.filename, ["gateway", direct]);
  const [through] = (await once(gateway, "message")) as [string];
  try {
    const first = await compare(
      requests,
      [direct, through],
      async (url) => (await ask(url, "short")).firstMs,
    );
    const speed = await compare(floods, [direct, through], async (url) => rate(await ask(url, "flood")));
    const pace = await compare(5, [direct, through], pacedRate);
    return {
      directFirstByteMs: round(first[0], 2),
      gatewayFirstByteMs: round(first[1], 2),
      addedMs: round(first[1] - first[0], 2),
      throughputAtModelSpeed: round(pace[1] / pace[0], 3),
      floodDirectMBs: Math.round(speed[0]),
      floodGatewayMBs: Math.round(speed[1]),
      floodRatio: round(speed[1] / speed[0], 2),
    };
  } finally {
    agent.destroy();
    await Promise.all([upstream, gateway].map(end));
  }
}

/** Medians of the two sides, asked in turn so that both see the same machine; the first of each is not counted. */
async function compare(
  times: number,
  urls: [string, string],
  measure: (url: string) => Promise<number>,
): Promise<[number, number]> {
  const found: [number[], number[]] = [[], []];
  for (let time = 0; time <= times; time += 1) {
    for (const side of [0, 1] as const) {
      const value = await measure(urls[side]);
      if (time > 0) found[side].push(value);
    }
  }
  return [median(found[0]), median(found[1])];
}

interface Timed {
  firstMs: number;
  ms: number;
  bytes: number;
}

function ask(url: string, kind: string): Promise<Timed> {
  const body = JSON.stringify({ ...prompt, metadata: { user_id: kind } });
  const headers = { "content-type": "application/json", "content-length": Buffer.byteLength(body) };
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/v1/messages`, { method: "POST", headers, agent }, (answer) => {
      let bytes = 0;
      let firstMs = 0;
      answer.on("data", (chunk: Buffer) => {
        firstMs ||= performance.now() - start;
        bytes += chunk.length;
      });
      answer.on("end", () => resolve({ firstMs, bytes, ms: performance.now() - start }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Several agents at once, each at a model's pace. */
async function pacedRate(url: string): Promise<number> {
  const start = performance.now();
  const all = await Promise.all(Array.from({ length: agentsAtOnce }, () => ask(url, "paced")));
  const bytes = all.reduce((sum, one) => sum + one.bytes, 0);
  return rate({ bytes, ms: performance.now() - start });
}

function rate({ bytes, ms }: Omit<Timed, "firstMs">): number {
  return bytes / 1e6 / (ms / 1e3);
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

async function end(child: ChildProcess): Promise<void> {
  child.kill();
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

/** The other two processes, as in life: the provider's and the gateway's. */
async function play(role: string, direct: string): Promise<void> {
  if (role === "upstream") {
    const replies: Record<string, Reply> = { flood, paced, short };
    const api = await createModelApi({
      script: ({ body }) => replies[(body["metadata"] as { user_id: string }).user_id] ?? short,
    });
    setInterval(() => api.requests.splice(0), 1_000);
    process.send?.(api.url);
    return;
  }
  const gateway = await createGateway({
    ...{ provider: "anthropic", baseUrl: direct, key: "sk-bench-0123456789abcdefghijklmnopqrstuvwxyz" },
    ...{ models: [model], port: 0, prices: { [model]: { input: 3, output: 15 } }, now: () => new Date() },
    account: createJobAccount({ usd: 1e6 }),
  });
  process.send?.(gateway.address);
}

const [, entry, role, direct = ""] = process.argv;
if (entry === import.meta.filename) {
  if (role) await play(role, direct);
  else console.log("the gateway against a direct connection", await measureGateway());
}
