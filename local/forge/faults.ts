import type { Actor } from "./state.ts";

/** One API request, as faults see it. */
export interface RequestInfo {
  method: string;
  /** Template with method, `unknown` for a route that the forge does not have, `POST /graphql` for GraphQL. */
  route: string;
  path: string;
  token: string | undefined;
  tokenKind: Actor["kind"];
  runId?: number;
  jobId?: number;
}

/** Which requests a fault concerns; all of them when nothing is said. */
export interface Matching {
  token?: string;
  tokenKind?: Actor["kind"];
  runId?: number;
  jobId?: number;
  /** Template with method, e.g. `POST /repos/{owner}/{repo}/pulls`. */
  route?: string;
  writesOnly?: boolean;
}

export interface KillAt extends Matching {
  /** Counted from 1. */
  k: number;
  when: "before" | "after";
  kill: (info: RequestInfo) => void;
}

/** How a fault stands: how many requests matched so far, and whether it has struck. */
export interface FaultHandle {
  count(): number;
  fired(): number;
  remove(): void;
}

/** What the server does to a request instead of, or besides, answering it. */
export interface Verdict {
  delayMs: number;
  /** Applies the request first, then does `cut` or `answer`. */
  apply: boolean;
  cut?: () => void;
  answer?: { status: number; message: string; headers?: Record<string, string> };
}

export interface Faults {
  /** At the K-th matching request: applies it or not, calls `kill`, and cuts the connection without an answer. */
  killAt(options: KillAt): FaultHandle;
  /** Answers creates (POST, unless `route` says otherwise) with a failure, applied or not. */
  failCreates(options: Matching & { status?: number; applied: boolean; times?: number }): FaultHandle;
  /** What was just created reads as 404 for its next reads, or for a while; `lists` hides it from lists as well. */
  hideCreated(options: Matching & { reads?: number; ms?: number; lists?: boolean }): FaultHandle;
  /** The next contents PUTs answer 409, as when another writer was first on the branch. */
  conflictNextContentsPut(times: number, options?: Matching): FaultHandle;
  /** After so many requests, answers with the secondary limit, `times` times (default 1). */
  rateLimit(
    options: Matching & { after: number; retryAfter: number; status?: 403 | 429; times?: number },
  ): FaultHandle;
  /** Every matching answer takes this long. */
  delay(ms: number, options?: Matching): FaultHandle;
  clear(): void;

  judge(info: RequestInfo): Verdict;
  noteCreated(info: RequestInfo, body: unknown): void;
  /** Whether a read must answer 404 for now. */
  hides(info: RequestInfo): boolean;
  /** A list without what is hidden. */
  thin(list: unknown[]): unknown[];
}

interface Fault {
  matching: Matching;
  seen: number;
  struck: number;
  strike: (fault: Fault, verdict: Verdict, info: RequestInfo) => void;
}

interface Hidden {
  addresses: Set<string>;
  id: unknown;
  reads: number;
  until: number;
  lists: boolean;
}

export function createFaults(): Faults {
  const faults = new Set<Fault>();
  const hidden = new Set<Hidden>();
  const hiders = new Set<{ fault: Fault; options: { reads?: number; ms?: number; lists?: boolean } }>();

  const add = (matching: Matching, strike: Fault["strike"]): FaultHandle => {
    const fault: Fault = { matching, seen: 0, struck: 0, strike };
    faults.add(fault);
    return handleOf(fault, () => faults.delete(fault));
  };

  return {
    killAt: (options) => add(options, (fault, verdict, info) => killAt(fault, verdict, { options, info })),
    failCreates: (options) =>
      add(options, (fault, verdict, info) => {
        const create = options.route ? info.route === options.route : info.method === "POST";
        if (!create || fault.struck >= (options.times ?? 1)) return;
        fault.struck++;
        verdict.apply = options.applied;
        verdict.answer = { status: options.status ?? 502, message: "Server Error" };
      }),
    hideCreated(options) {
      const fault: Fault = { matching: options, seen: 0, struck: 0, strike: () => {} };
      const hider = { fault, options };
      hiders.add(hider);
      return handleOf(fault, () => hiders.delete(hider));
    },
    conflictNextContentsPut: (times, options = {}) =>
      add(options, (fault, verdict, info) => {
        if (info.route !== "PUT /repos/{owner}/{repo}/contents/{path}" || fault.struck >= times) return;
        fault.struck++;
        verdict.apply = false;
        verdict.answer = { status: 409, message: `is at ${"0".repeat(40)} but expected ${"1".repeat(40)}` };
      }),
    rateLimit: (options) => add(options, (fault, verdict) => limit(fault, verdict, options)),
    delay: (ms, options = {}) =>
      add(options, (fault, verdict) => {
        fault.struck++;
        verdict.delayMs += ms;
      }),
    clear() {
      faults.clear();
      hiders.clear();
      hidden.clear();
    },
    judge(info) {
      const verdict: Verdict = { delayMs: 0, apply: true };
      for (const fault of faults) {
        if (!matches(fault.matching, info)) continue;
        fault.seen++;
        fault.strike(fault, verdict, info);
      }
      return verdict;
    },
    noteCreated(info, body) {
      for (const { fault, options } of hiders) {
        if (!matches(fault.matching, info) || info.method !== "POST") continue;
        fault.seen++;
        fault.struck++;
        hidden.add(hide(body, options));
      }
    },
    hides: (info) => info.method === "GET" && [...hidden].some((thing) => reads(thing, info, hidden)),
    thin: (list) => list.filter((item) => ![...hidden].some((thing) => isHiddenItem(thing, item))),
  };
}

function handleOf(fault: Fault, remove: () => void): FaultHandle {
  return { count: () => fault.seen, fired: () => fault.struck, remove };
}

function matches(matching: Matching, info: RequestInfo): boolean {
  const same = <K extends "token" | "tokenKind" | "runId" | "jobId" | "route">(key: K) =>
    matching[key] === undefined || matching[key] === info[key];
  if (matching.writesOnly && info.method === "GET") return false;
  return same("token") && same("tokenKind") && same("runId") && same("jobId") && same("route");
}

function killAt(
  fault: Fault,
  verdict: Verdict,
  { options, info }: { options: KillAt; info: RequestInfo },
): void {
  if (fault.seen !== options.k) return;
  fault.struck++;
  verdict.apply = options.when === "after";
  verdict.cut = () => options.kill(info);
}

function limit(
  fault: Fault,
  verdict: Verdict,
  options: { after: number; retryAfter: number; status?: 403 | 429; times?: number },
): void {
  if (fault.seen <= options.after || fault.struck >= (options.times ?? 1)) return;
  fault.struck++;
  verdict.apply = false;
  verdict.answer = {
    status: options.status ?? 403,
    message: "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
    headers: { "retry-after": String(options.retryAfter) },
  };
}

/** The addresses at which a new thing can be read; pull requests are issues too. */
function hide(body: unknown, options: { reads?: number; ms?: number; lists?: boolean }): Hidden {
  const { url, id, ref } = (body ?? {}) as { url?: string; id?: unknown; ref?: string };
  const path = url ? new URL(url).pathname.replace(/^\/api\/v3/, "") : "";
  const addresses = [path, path.replace("/pulls/", "/issues/"), path.replace("/git/refs/", "/git/ref/")];
  if (ref?.startsWith("refs/heads/")) addresses.push(path.replace(/\/git\/refs\/heads\//, "/branches/"));
  const forever = options.reads === undefined && options.ms === undefined;
  return {
    addresses: new Set(addresses.filter(Boolean).map(decodeURIComponent)),
    id,
    reads: options.reads ?? (forever ? 1 : Number.POSITIVE_INFINITY),
    until: options.ms === undefined ? Number.POSITIVE_INFINITY : performance.now() + options.ms,
    lists: options.lists ?? false,
  };
}

function reads(thing: Hidden, info: RequestInfo, hidden: Set<Hidden>): boolean {
  if (thing.reads <= 0 || performance.now() > thing.until) {
    hidden.delete(thing);
    return false;
  }
  const path = decodeURIComponent(info.path);
  const hit = [...thing.addresses].some((address) => path === address || path.startsWith(`${address}/`));
  if (hit) thing.reads--;
  return hit;
}

function isHiddenItem(thing: Hidden, item: unknown): boolean {
  if (!thing.lists || performance.now() > thing.until || thing.reads <= 0) return false;
  const hit = (item as { id?: unknown })?.id !== undefined && (item as { id?: unknown }).id === thing.id;
  if (hit) thing.reads--;
  return hit;
}
