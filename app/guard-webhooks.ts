import type { IncomingMessage, ServerResponse } from "node:http";
import type { Body, Intake } from "./create-intake.ts";
import type { Receive } from "./create-receiver.ts";
import { handledEvents } from "./handled-events.ts";
import { answerJson } from "./pages.ts";

export type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;

export interface WebhookOptions {
  intake: Intake;
  verify(body: Buffer, signature: string): boolean | Promise<boolean>;
  /** Has it when it resolves, and may say that there is no room. */
  receive: Receive;
  /** Hears why a delivery could not be kept. */
  onError(error: unknown): void;
}

interface Refusal {
  status: number;
  error: string;
}

/** Takes webhooks: nothing of a body is looked at before its signature, and what is then no event is refused with a sentence. */
export function guardWebhooks(options: WebhookOptions): Handler {
  return async (request, response) => {
    const refusal = refuseHeaders(request) ?? (await takeBody(options, request));
    if (refusal === "gone") return;
    if (!refusal) return void response.writeHead(200, { "content-type": "text/plain" }).end("ok\n");
    // What is still to come of it is nobody's business.
    if (!request.complete) response.setHeader("connection", "close");
    answerJson(response, refusal.status, { error: refusal.error });
  };
}

/** What is wrong with a webhook before anything of it is read. */
function refuseHeaders({ headers }: IncomingMessage): Refusal | undefined {
  // The signature covers the body only, and the id goes into the ledger.
  if (!/^[\w-]{1,64}$/.test(headerOf(headers, "x-github-delivery")))
    return refuse(400, "X-GitHub-Delivery is missing or malformed");
  if (!/^application\/json\s*(;|$)/i.test(headerOf(headers, "content-type")))
    return refuse(415, "the content type has to be application/json; set it on the App's settings page");
  if (!/^sha256=[0-9a-f]{64}$/.test(headerOf(headers, "x-hub-signature-256")))
    return refuse(400, "X-Hub-Signature-256 is missing or malformed");
  return undefined;
}

async function takeBody(
  options: WebhookOptions,
  request: IncomingMessage,
): Promise<Refusal | "gone" | undefined> {
  const reading = await options.intake.read(request);
  if (reading.type === "gone") return "gone";
  if (reading.type === "too-large") return refuse(413, "the payload is too large");
  if (reading.type === "too-slow")
    return refuse(408, "the payload came too slowly while many others came; deliver it again");
  try {
    return await takeEvent(options, request, reading);
  } finally {
    reading.release();
  }
}

async function takeEvent(
  { verify, receive, onError }: WebhookOptions,
  { headers }: IncomingMessage,
  { bytes }: Body,
): Promise<Refusal | undefined> {
  const signature = headerOf(headers, "x-hub-signature-256");
  if (bytes.length === 0 || !(await verify(bytes, signature)))
    return refuse(
      400,
      "the signature does not match; the webhook secret here and on GitHub has to be the same",
    );
  const payload = parseObject(bytes);
  if (!payload) return refuse(400, "the payload is not a JSON object");
  const name = handledEvents.find((event) => event === headers["x-github-event"]);
  if (!name) return undefined;
  try {
    const taken = await receive({ id: headerOf(headers, "x-github-delivery"), name, payload });
    return taken === "full" ? full : undefined;
  } catch (error) {
    onError(error);
    return noQueue;
  }
}

const full = refuse(503, "too many events of this installation are waiting; deliver it again later");
const noQueue = refuse(
  503,
  "the queue cannot take it now; deliver it again later, or leave it to the next tick",
);

function parseObject(bytes: Buffer): object | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function headerOf(headers: IncomingMessage["headers"], name: string): string {
  return String(headers[name] ?? "");
}

function refuse(status: number, error: string): Refusal {
  return { status, error };
}
