import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { NEEDS } from "./needs.ts";
import { paginate } from "./pagination.ts";
import { canSee, concreteNeeds, requireNeed } from "./permissions.ts";
import { notFound, Refusal, type Reply } from "./reply.ts";
import type { Call, Match } from "./router.ts";
import type { Actor } from "./state/account.ts";
import type { Repo } from "./state/repository.ts";
import { findRepo, type World } from "./state/world.ts";

/** An answer ready to be written. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer | string;
  /** As JSON, for the record. */
  json?: unknown;
}

export interface RestRequest {
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  actor: Actor;
}

/** Checks who may, calls the route, and shapes its reply. */
export function callRoute(world: World, match: Match, request: RestRequest): Answer {
  const repo = repoOf(world, match);
  const call: Call = {
    world,
    actor: request.actor,
    repo: repo as Repo,
    route: match.route,
    params: match.params,
    query: request.query,
    body: request.body,
    accept: request.headers.accept ?? "",
  };
  if (repo) requirePermission(call, repo);
  return toAnswer(world, match.handler(call), request);
}

function repoOf(world: World, match: Match): Repo | undefined {
  if (!match.template.startsWith("/repos/{owner}/{repo}")) return undefined;
  const repo = findRepo(world, `${match.params["owner"]}/${match.params["repo"]}`);
  if (!repo) throw notFound();
  return repo;
}

function requirePermission(call: Call, repo: Repo): void {
  if (repo.settings.archived && !call.route.startsWith("GET "))
    throw new Refusal(403, "Repository was archived so is read-only.");
  const need = NEEDS[call.route];
  if (!need) {
    if (call.actor.kind !== "app" && !canSee(repo, call.actor)) throw notFound();
    return;
  }
  const needs = concreteNeeds(need, isPull(call, repo));
  const refusals = needs.map((one) => refusalOf(() => requireNeed(repo, call.actor, one)));
  if (refusals.every((refusal) => refusal !== undefined)) throw refusals[0];
}

function refusalOf(check: () => void): unknown {
  try {
    check();
    return undefined;
  } catch (refusal) {
    return refusal;
  }
}

/** Whether the number or comment in the address belongs to a pull request; undefined when there is none. */
function isPull({ params }: Call, repo: Repo): boolean | undefined {
  const number = params["issue_number"] ?? repo.comments.get(Number(params["comment_id"]))?.issue;
  const issue = repo.issues.get(Number(number));
  return issue ? issue.pull !== undefined : undefined;
}

function toAnswer(world: World, reply: Reply, request: RestRequest): Answer {
  const headers: Record<string, string> = { ...reply.headers };
  if (reply.raw !== undefined) {
    headers["content-type"] = reply.contentType ?? "text/plain; charset=utf-8";
    return conditional({ status: reply.status, headers, body: reply.raw }, request);
  }
  const json = reply.list ? listed(world, reply, { request, headers }) : reply.body;
  if (json === undefined) return { status: reply.status, headers, body: "" };
  headers["content-type"] = "application/json; charset=utf-8";
  return conditional({ status: reply.status, headers, body: JSON.stringify(json), json }, request);
}

function listed(
  world: World,
  reply: Reply,
  { request, headers }: { request: RestRequest; headers: Record<string, string> },
): unknown {
  const all = world.faults.thin(reply.list ?? []);
  const { page, link } = paginate(all, request.query, `${world.urls.api}${request.path}`);
  if (link) headers["link"] = link;
  return reply.wrap ? reply.wrap(page, all.length) : page;
}

/** 304 when the client has the same answer already. */
function conditional(answer: Answer, request: RestRequest): Answer {
  if (answer.status !== 200) return answer;
  const etag = `W/"${createHash("sha1").update(answer.body).digest("hex")}"`;
  answer.headers["etag"] = etag;
  if (request.headers["if-none-match"] !== etag) return answer;
  return { status: 304, headers: { etag }, body: "" };
}

/** GitHub's error shape. */
export function refusalAnswer(refusal: Refusal): Answer {
  const json = {
    message: refusal.message,
    ...(refusal.errors ? { errors: refusal.errors } : {}),
    documentation_url: "https://docs.github.com/rest",
    // GitHub's description of these has no such property.
    ...([405, 409, 422].includes(refusal.status) ? {} : { status: String(refusal.status) }),
  };
  const headers = { "content-type": "application/json; charset=utf-8", ...refusal.headers };
  return { status: refusal.status, headers, body: JSON.stringify(json), json };
}
