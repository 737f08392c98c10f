import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { authenticate } from "./auth.ts";
import type { RequestInfo, Verdict } from "./faults.ts";
import { answerGraphql, type GraphqlRequest, readGraphql } from "./graphql/answer-graphql.ts";
import { notFound, Refusal } from "./reply.ts";
import { type Answer, callRoute, refusalAnswer } from "./rest.ts";
import type { Match, Router } from "./router.ts";
import { RATE } from "./routes/users.ts";
import type { Actor } from "./state/account.ts";
import type { World } from "./state/world.ts";
import type { Counter } from "./stats.ts";

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** What an API request needs of the forge. */
export interface Api {
  world: World;
  router: Router;
  counter: Counter;
}

const PREFIX = "/api/v3";
const BODY_LIMIT = 40 * 1024 * 1024;

/** Answers a REST or GraphQL request: who, which route, what faults say, the route itself. */
export async function serveApi(api: Api, url: URL, exchange: Exchange): Promise<void> {
  const { world } = api;
  const { request, response } = exchange;
  const method = request.method ?? "GET";
  const graphql = url.pathname === "/api/graphql";
  const path = graphql ? "/graphql" : url.pathname.slice(PREFIX.length) || "/";
  const match = graphql ? undefined : api.router(method, path);
  const body = await readBody(request);
  const operation = graphql ? readGraphql(body instanceof Refusal ? {} : body) : undefined;
  const route = operation ? graphqlRoute(operation) : match?.route;
  const write = operation ? operation.type === "mutation" : method !== "GET";
  api.counter.request({ method, route, path, write });
  const actor = body instanceof Refusal ? body : identify(world, request.headers.authorization);
  const info = infoOf(actor, {
    method,
    route: route ?? "unknown",
    path,
    write,
    header: request.headers.authorization,
  });
  const verdict = world.faults.judge(info);
  if (verdict.delayMs > 0) await sleep(verdict.delayMs);
  const work = () => {
    if (body instanceof Refusal) return refusalAnswer(body);
    if (actor instanceof Refusal) return refusalAnswer(actor);
    if (operation) return graphqlAnswer(api, actor, operation);
    return restAnswer(api, match, {
      path,
      info,
      query: url.searchParams,
      headers: request.headers,
      body,
      actor,
    });
  };
  const applied = verdict.apply ? work() : undefined;
  if (applied?.status === 201) for (const hiding of verdict.hide) world.faults.hide(applied.json, hiding);
  const answer = failureIn(verdict) ?? applied;
  record(world, { info, url, body, answer, cut: verdict.cut !== undefined });
  if (verdict.cut || !answer) {
    verdict.cut?.();
    request.socket.destroy();
    return;
  }
  send(response, answer);
}

/** What a fault answers in place of the route. */
function failureIn({ answer, graphqlError }: Verdict): Answer | undefined {
  if (answer) return refusalAnswer(new Refusal(answer.status, answer.message, { headers: answer.headers }));
  if (!graphqlError) return undefined;
  const { field, type, message, headers } = graphqlError;
  const refused =
    field === undefined
      ? jsonAnswer({ errors: [{ type, message }] })
      : jsonAnswer({ data: { [field]: null }, errors: [{ type, message, path: [field] }] });
  return { ...refused, headers: { ...refused.headers, ...headers } };
}

/** Mutations are told apart by their names: each is a write of its own. */
function graphqlRoute(operation: GraphqlRequest): string {
  if (operation.type !== "mutation") return "POST /graphql";
  return `mutation ${operation.fields.map((field) => field.name).join(" ")}`;
}

function identify(world: World, header: string | undefined): Actor | Refusal {
  try {
    return authenticate(world, header);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function infoOf(
  actor: Actor | Refusal,
  request: { method: string; route: string; path: string; write: boolean; header: string | undefined },
): RequestInfo {
  const { method, route, path, write, header } = request;
  const kind = actor instanceof Refusal ? "anonymous" : actor.kind;
  const token = header?.replace(/^\S+\s+/, "");
  const ids =
    !(actor instanceof Refusal) && actor.kind === "workflow"
      ? { runId: actor.runId, jobId: actor.jobId }
      : {};
  return { method, route, path, write, token, tokenKind: kind, ...ids };
}

interface RestCall {
  path: string;
  info: RequestInfo;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
  actor: Actor;
}

function restAnswer(api: Api, match: Match | undefined, call: RestCall): Answer {
  const { world, counter } = api;
  try {
    if (!match || world.faults.hides(call.info)) throw notFound();
    return callRoute(world, match, call);
  } catch (error) {
    if (error instanceof Refusal) return refusalAnswer(error);
    counter.crash(call.info.route, error);
    return refusalAnswer(new Refusal(500, "Server Error"));
  }
}

function graphqlAnswer(api: Api, actor: Actor, operation: GraphqlRequest): Answer {
  if (actor.kind === "anonymous") return refusalAnswer(new Refusal(401, "Requires authentication"));
  try {
    const { answer, unknown } = answerGraphql(api.world, actor, operation);
    for (const name of unknown) api.counter.unknown(`graphql ${name}`);
    return jsonAnswer(answer);
  } catch (error) {
    api.counter.crash(graphqlRoute(operation), error);
    return refusalAnswer(new Refusal(500, "Server Error"));
  }
}

function jsonAnswer(json: Record<string, unknown>): Answer {
  const headers = { "content-type": "application/json; charset=utf-8" };
  return { status: 200, headers, body: JSON.stringify(json), json };
}

/** The JSON body; a bare list comes as `items`, a file as `content`. */
async function readBody(request: IncomingMessage): Promise<Record<string, unknown> | Refusal> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= BODY_LIMIT) chunks.push(chunk);
  }
  if (size > BODY_LIMIT) return new Refusal(413, "Payload too large");
  const content = Buffer.concat(chunks);
  // Assets of releases come as they are.
  if (isFile(request)) return { content, contentType: request.headers["content-type"] };
  const text = content.toString("utf8");
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return { items: value };
    if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
    return new Refusal(400, "Body should be a JSON object");
  } catch {
    return new Refusal(400, "Problems parsing JSON");
  }
}

function isFile({ url = "", headers }: IncomingMessage): boolean {
  return /\/releases\/\d+\/assets\?/.test(url) && !/json/.test(headers["content-type"] ?? "json");
}

function record(
  world: World,
  exchange: { info: RequestInfo; url: URL; body: unknown; answer: Answer | undefined; cut: boolean },
): void {
  const { info, url, body, answer, cut } = exchange;
  const { method, route, path, tokenKind, runId, jobId } = info;
  const who = { tokenKind, ...(jobId === undefined ? {} : { runId, jobId }) };
  if (path === "/graphql") {
    const { query, variables } = body as Record<string, unknown>;
    const response = cut ? undefined : answer?.json;
    return world.recorder.write({ type: "graphql", query, variables, write: info.write, response, ...who });
  }
  const fields = body as Record<string, unknown>;
  // Of a file, nothing is recorded.
  const empty = Object.keys(fields ?? {}).length === 0 || Buffer.isBuffer(fields["content"]);
  world.recorder.write({
    type: "rest",
    method,
    path,
    route: route.split(" ")[1],
    query: Object.fromEntries(url.searchParams),
    requestBody: empty || body instanceof Refusal ? undefined : body,
    status: cut ? 0 : answer?.status,
    responseBody: answer?.json,
    ...who,
  });
}

function send(response: ServerResponse, answer: Answer): void {
  const reset = Math.floor(Date.now() / 1000) + 3600;
  response.writeHead(answer.status, {
    "x-github-request-id": randomBytes(8).toString("hex").toUpperCase(),
    "x-github-media-type": "github.v3; format=json",
    "x-ratelimit-limit": String(RATE.limit),
    "x-ratelimit-remaining": String(RATE.remaining),
    "x-ratelimit-used": String(RATE.used),
    "x-ratelimit-reset": String(reset),
    "x-ratelimit-resource": "core",
    ...answer.headers,
    "content-length": String(Buffer.byteLength(answer.body)),
  });
  response.end(answer.body);
}
