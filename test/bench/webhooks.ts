import { type ChildProcess, spawn } from "node:child_process";
import { createHmac, generateKeyPairSync, randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { median } from "./measure.ts";

const secret = "b1946ac92492d2347c6235b4d2611184";
const rounds = 7;
/** In flight at once, over as many connections as our App takes and a proxy in front of it keeps. */
const inFlight = 1_000;
const each = 3_000;
const sockets = 200;

/** A comment as GitHub sends it, of which most mean nothing to an App. */
const body = JSON.stringify({
  action: "created",
  issue: { number: 1, title: "Export CSV", body: "As a file. ".repeat(300), labels: [], user: aUser(7) },
  comment: {
    id: 5,
    body: "Thank you, that helps. ".repeat(40),
    user: aUser(9),
    created_at: "2026-01-01T00:00:00Z",
  },
  repository: { id: 1, name: "sample", full_name: "ada/sample", default_branch: "main", owner: aUser(7) },
  installation: { id: 3 },
  sender: aUser(9),
});

function aUser(id: number) {
  const url = `https://api.github.com/users/u${id}`;
  const links = ["followers", "gists", "starred", "subscriptions", "repos", "events", "received_events"];
  return {
    id,
    login: `u${id}`,
    type: "User",
    ...Object.fromEntries(links.map((link) => [`${link}_url`, `${url}/${link}`])),
  };
}

interface Figures {
  perSecond: number;
  p95: number;
  /** Of a processor, which others on the machine do not change as they do the time on the wall. */
  cpuMs: number;
}

/** Webhooks that mean nothing, from the first byte to the answer: our App against Probot alone, in turns. */
export async function measureWebhooks() {
  const servers = {
    "the App": await start("app/main.ts"),
    "bare Probot": await start("test/bench/bare-probot.ts"),
  };
  const found: Record<string, Figures[]> = { "the App": [], "bare Probot": [] };
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, { child, webhook }] of Object.entries(servers)) {
        const before = cpuOf(child);
        const figures = await flood(webhook);
        const cpuMs = (cpuOf(child) - before) / each;
        if (round > 0) found[name]?.push({ ...figures, cpuMs });
      }
    }
  } finally {
    for (const { child } of Object.values(servers)) child.kill("SIGKILL");
  }
  const rows = Object.entries(found).map(([who, all]) => ({
    who,
    "webhooks a second": Math.round(median(all.map(({ perSecond }) => perSecond))),
    "processor each, ms": Math.round(median(all.map(({ cpuMs }) => cpuMs)) * 1_000) / 1_000,
    "p95 with 1,000 in flight, ms": Math.round(median(all.map(({ p95 }) => p95))),
  }));
  const ratios = (found["the App"] ?? []).map(
    ({ perSecond }, at) => perSecond / (found["bare Probot"]?.[at]?.perSecond ?? Number.NaN),
  );
  return { rows, ratio: Math.round(median(ratios) * 100) / 100 };
}

async function start(entry: string): Promise<{ child: ChildProcess; webhook: string }> {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const env = {
    PATH: process.env["PATH"] ?? "",
    APP_ID: "7",
    PRIVATE_KEY: privateKey.export({ type: "pkcs1", format: "pem" }).toString(),
    WEBHOOK_SECRET: secret,
    PORT: "0",
    GITHUB_API_URL: "http://127.0.0.1:9",
    GSD_TICK_MINUTES: "0",
  };
  const child = spawn(process.execPath, [entry, "--json"], { env, stdio: ["ignore", "pipe", "ignore"] });
  const [line] = await once(child.stdout, "data");
  return { child, webhook: (JSON.parse(String(line)) as { webhook: string }).webhook };
}

/** Milliseconds that a process has used a processor. */
function cpuOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function flood(url: string): Promise<Omit<Figures, "cpuMs">> {
  const agent = new Agent({ keepAlive: true, maxSockets: sockets });
  const signature = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  const times: number[] = [];
  let left = each;
  const sender = async () => {
    while (left > 0) {
      left -= 1;
      const started = performance.now();
      await post(url, { agent, signature });
      times.push(performance.now() - started);
    }
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: inFlight }, sender));
  const seconds = (performance.now() - started) / 1_000;
  agent.destroy();
  times.sort((a, b) => a - b);
  return { perSecond: each / seconds, p95: times[Math.floor(times.length * 0.95)] ?? Number.NaN };
}

function post(url: string, { agent, signature }: { agent: Agent; signature: string }): Promise<void> {
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "x-github-event": "issue_comment",
    "x-github-delivery": randomUUID(),
    "x-hub-signature-256": signature,
  };
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", agent, headers }, (response) => {
      response.resume().on("end", () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    });
    sent.on("error", reject).end(body);
  });
}
