import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { createForge } from "../../local/forge/create-forge.ts";
import { createRandom } from "../../local/forge/disturbance.ts";
import { aBalancer } from "./a-balancer.ts";
import { aRedis } from "./a-redis.ts";
import { createCaller, getJson, manifest, type Started, secret, startApp, stub } from "./an-app.ts";

export interface Plan {
  seed: number;
  /** Comments with a command; every tenth starts a track. */
  events: number;
  /** SIGKILLs, one in each part of the events. */
  kills: number;
}

/** What became of the events, counted from what stands on GitHub. */
export interface Toll {
  events: number;
  kills: number;
  /** Webhooks that no replica answered with 200; they were delivered again. */
  refused: number;
  /** Commands without an answer. */
  lost: number;
  /** Commands with more than one answer, and tracks with more than one run or progress comment. */
  doubled: number;
  seconds: number;
}

const repo = "ada/sample";

async function aStage() {
  const redis = await aRedis();
  const forge = await createForge();
  forge.createUser({ login: "ada" });
  const files = {
    ".github/workflows/gsd.yml": stub,
    ".github/gsd.yml": "limits:\n  commands: 1000\n",
  };
  forge.createRepository({ owner: "ada", name: "sample", private: true, files });
  const { appId, privateKey } = forge.createApp({
    slug: "gsd-test",
    permissions: manifest.default_permissions,
    events: manifest.default_events,
    webhookSecret: secret,
  });
  const balancer = await aBalancer();
  forge.setWebhookUrl(appId, balancer.url);
  forge.installApp(appId, repo);
  forge.workflowEvents.hold();
  const env = {
    APP_ID: String(appId),
    PRIVATE_KEY: privateKey,
    WEBHOOK_SECRET: secret,
    PORT: "0",
    GITHUB_API_URL: forge.urls.api,
    QUEUE_URL: redis.url,
    GSD_TICK_MINUTES: "0",
  };
  const replicas: Started[] = [];
  const start = async (at: number) => {
    const replica = await startApp(env);
    replicas[at] = replica;
    while (!(await fetch(`${replica.url}/ready`)).ok) await sleep(20);
    balancer.replicas.add(replica.webhook);
  };
  const kill = async (at: number) => {
    const replica = replicas[at];
    if (!replica) throw new Error(`no replica ${at}`);
    replica.process.kill("SIGKILL");
    await once(replica.process, "close");
    balancer.replicas.delete(replica.webhook);
  };
  await Promise.all([start(0), start(1)]);
  const ada = createCaller(`${forge.urls.api}/repos/${repo}`, forge.createUserToken("ada"));
  return {
    forge,
    balancer,
    ada,
    start,
    kill,
    async isIdle() {
      const { queue } = await getJson<{ queue: { running: number; waiting: number; dead: number } }>(
        `${replicas[0]?.url}/health`,
      );
      if (queue.dead > 0) throw new Error(`${queue.dead} works were given up: ${replicas[0]?.stderr()}`);
      return queue.running + queue.waiting === 0;
    },
    async [Symbol.asyncDispose]() {
      for (const { process } of replicas) process.kill("SIGKILL");
      balancer[Symbol.dispose]();
      await forge.close();
      await redis[Symbol.asyncDispose]();
    },
  };
}

type Stage = Awaited<ReturnType<typeof aStage>>;

/** Commands come without a pause while replicas are killed in the middle of their work and started again. */
export async function killReplicas({ seed, events, kills }: Plan): Promise<Toll> {
  await using stage = await aStage();
  const started = performance.now();
  const dice = createRandom(seed);
  const commands: Command[] = [];
  const part = events / kills;
  for (let round = 0; round < kills; round += 1) {
    const at = Math.floor(dice() * 2);
    const moment = stage.balancer.accepted() + 1 + Math.floor(dice() * (part - 1));
    const waitMs = Math.floor(dice() * 150);
    const killed = killAt(stage, { at, moment, waitMs });
    for (let sent = 0; sent < part; sent += 1) commands.push(await command(stage, commands.length));
    await stage.forge.deliveries.idle();
    stage.balancer.listen(() => {});
    await Promise.race([killed, sleep(2_000).then(() => killed)]);
    await stage.start(at);
  }
  const refused = await deliverAgain(stage);
  while (!(await stage.isIdle())) await sleep(100);
  const { lost, doubled } = await count(stage, commands);
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  return { events: commands.length, kills, refused, lost, doubled, seconds };
}

/** Kills a replica a moment after a webhook was accepted. */
function killAt(
  { balancer, kill }: Stage,
  { at, moment, waitMs }: { at: number; moment: number; waitMs: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    balancer.listen((count) => {
      if (count === moment) void sleep(waitMs).then(() => kill(at).then(resolve, reject));
    });
  });
}

interface Command {
  issue: number;
  comment: number;
  starts: boolean;
}

/** A new issue with a command. */
async function command({ ada }: Stage, at: number): Promise<Command> {
  const starts = at % 10 === 9;
  const { number: issue } = await ada<{ number: number }>("POST", "/issues", { title: `Wish ${at}` });
  const body = starts ? "/plan" : "/status";
  const { id: comment } = await ada<{ id: number }>("POST", `/issues/${issue}/comments`, { body });
  return { issue, comment, starts };
}

/** What GitHub shows as failed, an operator delivers again, once there is room: a slow machine has more than 500 waiting. */
async function deliverAgain({ forge: { deliveries }, isIdle }: Stage): Promise<number> {
  let refused = 0;
  for (let tries = 0; tries < 10; tries += 1) {
    await deliveries.idle();
    while (!(await isIdle())) await sleep(100);
    const failed = deliveries.log.filter(({ status }) => status !== 200);
    if (failed.length === 0) return refused;
    refused += failed.length;
    console.log(
      `refused: ${failed.map(({ event, status, durationMs }) => `${event} ${status} ${durationMs} ms`).join(", ")}`,
    );
    for (const { guid } of failed) deliveries.redeliver(guid);
  }
  throw new Error("Webhooks are refused again and again.");
}

async function count({ ada }: Stage, commands: Command[]): Promise<Pick<Toll, "lost" | "doubled">> {
  const { total_count: runs } = await ada<{ total_count: number }>("GET", "/actions/runs?per_page=1");
  const starting = commands.filter(({ starts }) => starts).length;
  let lost = Math.max(0, starting - runs);
  let doubled = Math.max(0, runs - starting);
  for (const { issue, comment, starts } of commands) {
    const all = await ada<{ body: string }[]>("GET", `/issues/${issue}/comments`);
    const mark = starts ? `<!-- gsd:sticky ${issue} -->` : `<!-- gsd:say ${issue}/say/c${comment}/`;
    const answers = all.filter(({ body }) => body.includes(mark)).length;
    if (answers === 0) lost += 1;
    if (answers > 1) doubled += 1;
  }
  return { lost, doubled };
}
