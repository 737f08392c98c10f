import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { parseRequest } from "./parse-request.ts";
import type { Reply, Wire } from "./reply.ts";
import { sendJson, sendReply } from "./send-reply.ts";

/** A request for a model's answer, as a script sees it. */
export interface ModelRequest {
  wire: Wire;
  model: string;
  stream: boolean;
  /** Names of the tools on offer. */
  tools: string[];
  body: Record<string, unknown>;
  headers: IncomingHttpHeaders;
  /** How many answers were asked for before this one; side requests do not count. */
  turn: number;
}

type Turn = Reply | ((request: ModelRequest) => Reply | Promise<Reply>);

/** Turns in their order, the last one again and again; or one function for all. */
export type Script = Turn | Turn[];

/** A request that came in, answered or not. */
export interface Recorded {
  method: string;
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  text: string;
  /** True once the client went away before the answer was over. */
  aborted: boolean;
}

export interface ModelApi extends AsyncDisposable {
  /** `http://127.0.0.1:<port>`; OpenAI's base is this with `/v1`. */
  url: string;
  requests: Recorded[];
  /** Replaces the script and starts counting turns anew. */
  play(script: Script): void;
  close(): Promise<void>;
}

export interface ModelApiOptions {
  script?: Script;
  models?: string[];
  /** Requests that a CLI makes for itself (titles, classification): they get `sideReply` and use up no turn. */
  isSide?: (request: ModelRequest) => boolean;
  sideReply?: Reply;
  port?: number;
}

/** A model API on loopback that speaks the wires of the four providers and plays a script. */
export async function createModelApi(options: ModelApiOptions = {}): Promise<ModelApi> {
  const requests: Recorded[] = [];
  const state = { script: options.script ?? { type: "text", text: "Done." }, turn: 0 } as {
    script: Script;
    turn: number;
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.destroy(error));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await read(request);
    const { pathname, search } = new URL(request.url ?? "/", "http://127.0.0.1");
    const { method = "GET", headers } = request;
    const recorded = {
      method,
      path: pathname,
      query: search,
      headers,
      body: parse(text),
      text,
      aborted: false,
    };
    requests.push(recorded);
    response.once("close", () => {
      recorded.aborted = !response.writableFinished;
    });
    const asked = method === "POST" ? parseRequest(pathname, recorded.body) : undefined;
    if (!asked) return answerOther(response, recorded, options.models ?? []);
    const full = { ...asked, body: recorded.body, headers, turn: state.turn };
    if (options.isSide?.(full))
      return sendReply(response, full, options.sideReply ?? { type: "text", text: "ok" });
    state.turn += 1;
    await sendReply(response, full, await replyOf(state.script, full));
  }

  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    play: (script) => Object.assign(state, { script, turn: 0 }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function replyOf(script: Script, request: ModelRequest): Reply | Promise<Reply> {
  const turns = Array.isArray(script) ? script : [script];
  const turn = turns[Math.min(request.turn, turns.length - 1)]!;
  return typeof turn === "function" ? turn(request) : turn;
}

/** Counting and lists of models, which cost nothing. */
function answerOther(response: ServerResponse, { method, path, headers }: Recorded, models: string[]): void {
  const list = models.length > 0 ? models : ["model-a", "model-b"];
  if (method === "POST" && path === "/v1/messages/count_tokens")
    return sendJson(response, { input_tokens: 100 });
  if (method === "POST" && /^\/v1beta\/models\/[^/]+:countTokens$/.test(path)) {
    return sendJson(response, {
      totalTokens: 100,
      promptTokensDetails: [{ modality: "TEXT", tokenCount: 100 }],
    });
  }
  if (method === "GET" && path === "/v1/models") {
    const anthropic = headers["anthropic-version"] !== undefined;
    return sendJson(response, anthropic ? anthropicList(list) : openaiList(list));
  }
  if (method === "GET" && path === "/v1beta/models") {
    const supportedGenerationMethods = ["generateContent", "countTokens"];
    return sendJson(response, {
      models: list.map((id) => ({ name: `models/${id}`, displayName: id, supportedGenerationMethods })),
    });
  }
  sendJson(response, { error: { message: `No such path: ${method} ${path}` } }, { status: 404 });
}

function anthropicList(ids: string[]) {
  const data = ids.map((id) => ({ type: "model", id, display_name: id, created_at: "2025-01-01T00:00:00Z" }));
  return { data, has_more: false, first_id: ids[0], last_id: ids.at(-1) };
}

function openaiList(ids: string[]) {
  const data = ids.map((id) => ({ id, object: "model", created: 1_750_000_000, owned_by: "gsd" }));
  return { object: "list", data };
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
