import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { connectRepository } from "../../adapters/connect-repository.ts";
import { createTracing } from "../../adapters/tracing/create-tracing.ts";
import type { Trigger } from "../../core/model/trigger.ts";
import { saveTrack } from "../../loop/ledger/tracks.ts";
import type { Meter } from "../../loop/measure/measure.ts";
import { toSpans } from "../../loop/measure/to-spans.ts";
import type { Ports } from "../../loop/ports.ts";
import { runLoop } from "../../loop/run-loop.ts";
import { aReadyTrack } from "../adapters/ledger/a-ledger.ts";
import { median } from "./measure.ts";

const rounds = 7;
/** Loops of one round; the App sends spans every five seconds, which is about as many. */
const each = 30;

/**
 * What tracing adds to a loop: `/pause` and `/resume` by a person, with and without it, in turns. It is the processor's time of
 * the thread that loops; GitHub and the collector are on another. What making and sending the spans takes is also taken by
 * itself, since the difference of two loops is mostly what the machine does beside them.
 */
export async function measureTracing() {
  const worker = new Worker(new URL("tracing-world.ts", import.meta.url));
  try {
    const [world] = (await once(worker, "message")) as [World];
    const ports = connect(world);
    await ports.ledger.create();
    const track = aReadyTrack(1, { phase: "executing" });
    await saveTrack(ports.ledger, track, { saved: undefined, message: "begins" });
    const tracing = createTracing(
      { url: `${world.collector}/v1/traces`, headers: {}, service: "bench" },
      { warn: console.warn },
    );
    const own = { ms: 0, spans: 0 };
    const meter: Meter = (measure) => {
      const before = process.threadCpuUsage();
      const found = toSpans(measure, { repository: "octo/shop", sha256: ports.sha256 });
      if (found) tracing.record(found);
      own.spans += found?.spans.length ?? 0;
      own.ms += millisecondsSince(before);
    };
    const flush = async () => {
      const before = process.threadCpuUsage();
      await tracing.flush(5_000);
      own.ms += millisecondsSince(before);
    };
    const found = { plain: [] as number[], traced: [] as number[], own: [] as number[] };
    for (let round = 0; round <= rounds; round += 1) {
      const plain = await timeLoops(ports);
      own.ms = 0;
      const traced = await timeLoops({ ...ports, meter }, flush);
      // The first round loads what sends them.
      if (round === 0) continue;
      found.plain.push(plain);
      found.traced.push(traced);
      found.own.push(own.ms / each);
    }
    const ratios = found.traced.map((ms, round) => ms / (found.plain[round] ?? Number.NaN));
    const plain = median(found.plain);
    return {
      "CPU ms a loop": rounded(plain),
      "with tracing": rounded(median(found.traced)),
      "of that, spans made and sent %": rounded((median(found.own) / plain) * 100),
      "a traced loop takes more by %": rounded((median(ratios) - 1) * 100),
      "spans a loop": rounded(own.spans / (each * (rounds + 1))),
      lost: tracing.lost(),
    };
  } finally {
    await worker.terminate();
  }
}

interface World {
  apiUrl: string;
  token: string;
  collector: string;
}

function connect({ apiUrl, token }: World): Ports {
  const log = { info() {}, warn() {} };
  const place = { apiUrl, token, owner: "octo", repo: "shop", root: ".", clockOffsetMs: 0 };
  return {
    ...connectRepository({ ...place, fetch, patienceMs: 1_000, log }),
    owner: "bench",
    workflow: "gsd.yml",
    log,
  };
}

let comments = 0;

/** The processor's milliseconds of one loop, each of which saves. */
async function timeLoops(ports: Ports, after: () => Promise<void> = async () => {}): Promise<number> {
  const before = process.threadCpuUsage();
  for (let at = 0; at < each; at += 1) {
    comments += 1;
    await runLoop(ports, 1, aCommand(at % 2 === 0 ? "pause" : "resume", comments));
  }
  await after();
  return millisecondsSince(before) / each;
}

function millisecondsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

function aCommand(type: "pause" | "resume", id: number): Trigger {
  return {
    type: "commented",
    issue: 1,
    thread: 1,
    source: `c${id}`,
    commands: [{ type }],
    mistakes: [],
    sender: { id: 2, login: "ada", bot: false },
    at: new Date().toISOString(),
  };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
