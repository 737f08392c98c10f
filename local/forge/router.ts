import type { Reply } from "./reply.ts";
import type { Actor } from "./state/account.ts";
import type { Repo } from "./state/repository.ts";
import type { World } from "./state/world.ts";

/** One request as a route sees it. */
export interface Call {
  world: World;
  actor: Actor;
  /** Of routes below `/repos/{owner}/{repo}`. */
  repo: Repo;
  route: string;
  params: Record<string, string>;
  query: URLSearchParams;
  body: Record<string, unknown>;
  accept: string;
}
export type Handler = (call: Call) => Reply;
/** `GET /repos/{owner}/{repo}` → handler; templates as in GitHub's OpenAPI description. */
export type Routes = Record<string, Handler>;

export interface Match {
  route: string;
  template: string;
  handler: Handler;
  params: Record<string, string>;
}

interface Compiled {
  method: string;
  route: string;
  template: string;
  pattern: RegExp;
  names: string[];
  handler: Handler;
}

// Branch names and paths hold slashes, which clients may or may not encode.
const GREEDY = new Set(["ref", "path", "basehead", "branch"]);

export type Router = (method: string, path: string) => Match | undefined;

/** Finds the route of a request; the more literal template wins over the greedier one. */
export function createRouter(routes: Routes): Router {
  const compiled = Object.entries(routes)
    .map(([route, handler]) => compile(route, handler))
    .toSorted((a, b) => weight(b.template) - weight(a.template));
  return (method, path) => {
    for (const entry of compiled) {
      if (entry.method !== method) continue;
      const values = entry.pattern.exec(path);
      if (values) return toMatch(entry, values);
    }
    return undefined;
  };
}

function compile(route: string, handler: Handler): Compiled {
  const [method = "", template = ""] = route.split(" ");
  const names: string[] = [];
  const source = template.replace(/[.]/g, "\\.").replace(/\{(\w+)\}/g, (_, name: string) => {
    names.push(name);
    if (name === "path") return "?(.*)";
    return GREEDY.has(name) ? "(.+)" : "([^/]+)";
  });
  return { method, route, template, pattern: new RegExp(`^${source}/?$`), names, handler };
}

/** Literal segments count; greedy ones lose against everything. */
function weight(template: string): number {
  const segments = template.split("/");
  const literal = segments.filter((segment) => segment && !segment.startsWith("{")).length;
  const greedy = segments.some((segment) => GREEDY.has(segment.slice(1, -1)));
  return literal * 10 - (greedy ? 5 : 0);
}

function toMatch(entry: Compiled, values: RegExpExecArray): Match | undefined {
  const params: Record<string, string> = {};
  for (const [index, name] of entry.names.entries()) {
    try {
      params[name] = decodeURIComponent(values[index + 1]!);
    } catch {
      return undefined;
    }
  }
  return { route: entry.route, template: entry.template, handler: entry.handler, params };
}
