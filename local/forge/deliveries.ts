import { createHmac, randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createDisturbable, type Disturbance } from "./disturbance.ts";
import type { App } from "./state/account.ts";

/** One webhook on its way to an App. */
export interface Delivery {
  guid: string;
  event: string;
  action: string | undefined;
  app: App;
  body: string;
  /** Undefined until it was answered; 0 when nobody answered. */
  status?: number;
  durationMs?: number;
  deliveredAt?: string;
  attempts: number;
}

/** Webhooks to Apps: signed, sent after the response, in order unless disturbed. */
export interface Deliveries {
  /** Every delivery so far, oldest first. */
  log: Delivery[];
  send(app: App, message: { event: string; action?: string; payload: unknown }): void;
  hold(): void;
  release(disturbance?: Disturbance): number;
  held(): Delivery[];
  disturb(disturbance: Disturbance): void;
  calm(): void;
  /** Sends one again, with the same guid. */
  redeliver(guid: string): void;
  /** Waits for each answer before sending the next one; GitHub does not. */
  oneAtATime(on: boolean): void;
  /** Resolves when everything that is not held was answered. */
  idle(): Promise<void>;
  close(): void;
}

export function createDeliveries(now: () => Date): Deliveries {
  const log: Delivery[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  let queue: Promise<void> = Promise.resolve();
  let open = 0;
  let serial = false;

  const enqueue = (delivery: Delivery) => {
    open++;
    queue = queue.then(async () => {
      const { written, answered } = deliver(delivery, agent, now);
      void answered.then(() => open--);
      await (serial ? answered : written);
    });
  };
  const stream = createDisturbable<Delivery>(enqueue);

  return {
    log,
    send(app, { event, action, payload }) {
      const delivery = {
        guid: randomUUID(),
        event,
        action,
        app,
        body: JSON.stringify(payload),
        attempts: 0,
      };
      log.push(delivery);
      stream.push(delivery);
    },
    hold: stream.hold,
    release: stream.release,
    held: stream.held,
    disturb: stream.disturb,
    calm: stream.calm,
    redeliver(guid) {
      const delivery = log.find((entry) => entry.guid === guid);
      if (delivery) enqueue(delivery);
    },
    oneAtATime(on) {
      serial = on;
    },
    async idle() {
      while (open > 0 || !stream.isCalm()) await sleep(2);
    },
    close: () => agent.destroy(),
  };
}

/** Resolves `written` when the request is out, `answered` when the App has said something or ten seconds are over. */
function deliver(delivery: Delivery, agent: Agent, now: () => Date) {
  const started = performance.now();
  delivery.attempts++;
  let out = () => {};
  const written = new Promise<void>((resolve) => {
    out = resolve;
  });
  const answered = post(delivery, agent, out).then((status) => {
    delivery.status = status;
    delivery.durationMs = Math.round(performance.now() - started);
    delivery.deliveredAt = now().toISOString();
    out();
  });
  return { written, answered };
}

/** The App's status, 0 when there is none. GitHub waits ten seconds and never sends again by itself. */
function post(delivery: Delivery, agent: Agent, written: () => void): Promise<number> {
  const url = delivery.app.webhookUrl;
  if (!url) return Promise.resolve(0);
  return new Promise((resolve) => {
    const outgoing = request(url, { method: "POST", agent, headers: headersOf(delivery), timeout: 10_000 });
    outgoing.on("response", (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
      response.on("error", () => resolve(0));
    });
    outgoing.on("timeout", () => outgoing.destroy());
    outgoing.on("error", () => resolve(0));
    outgoing.end(delivery.body, written);
  });
}

function headersOf(delivery: Delivery): Record<string, string> {
  const signature = createHmac("sha256", delivery.app.webhookSecret).update(delivery.body).digest("hex");
  return {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(delivery.body)),
    "user-agent": "GitHub-Hookshot/forge",
    "x-github-event": delivery.event,
    "x-github-delivery": delivery.guid,
    "x-github-hook-id": String(delivery.app.id),
    "x-github-hook-installation-target-id": String(delivery.app.id),
    "x-github-hook-installation-target-type": "integration",
    "x-hub-signature-256": `sha256=${signature}`,
  };
}
