import { createHidden, type Hiding } from "./hidden.ts";
import type { Actor } from "./state/account.ts";

/** One API request, as faults see it. */
export interface RequestInfo {
  method: string;
  /** Template with method, `unknown` for a route that the forge does not have; `POST /graphql` for a GraphQL query, `mutation createCommitOnBranch` for a mutation. */
  route: string;
  path: string;
  /** Anything but a GET and a GraphQL query. */
  write: boolean;
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
  /** As in `RequestInfo`, e.g. `POST /repos/{owner}/{repo}/pulls` or `mutation createCommitOnBranch`. */
  route?: string;
  writesOnly?: boolean;
}

export interface KillAt extends Matching {
  /** Counted from 1. */
  k: number;
  when: "before" | "after";
  kill: (info: RequestInfo) => void;
}

/** The secondary limit says how long to wait, or does not; the primary one says when it is reset, in seconds from now. */
export interface RateLimit {
  /** What GraphQL calls it; GitHub has both. */
  type?: "RATE_LIMIT" | "RATE_LIMITED";
  after: number;
  retryAfter?: number;
  resetIn?: number;
  status?: 403 | 429;
  times?: number;
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
  /** Refuses a field, or everything, as GraphQL does: with 200, and an error that has a type. */
  graphqlError?: { field?: string; type: string; message: string; headers?: Record<string, string> };
  /** What it creates is hidden like this. */
  hide: Hiding[];
}

export interface Faults {
  /** At the K-th matching request: applies it or not, calls `kill`, and cuts the connection without an answer. */
  killAt(options: KillAt): FaultHandle;
  /** Answers the K-th matching request with a failure, applied or not. */
  failAt(options: Matching & { k: number; status: number; applied: boolean; message?: string }): FaultHandle;
  /** Something else happens just before the K-th matching request. */
  meanwhileAt(options: Matching & { k: number; act: (info: RequestInfo) => void }): FaultHandle;
  /** Answers creates (writes by POST, unless `route` says otherwise) with a failure, applied or not. */
  failCreates(options: Matching & { status?: number; applied: boolean; times?: number }): FaultHandle;
  /** What was just created reads as 404 for its next reads, or for a while; `lists` hides it from lists as well. */
  hideCreated(options: Matching & Hiding): FaultHandle;
  /** The next contents PUTs answer 409, as when another writer was first on the branch. */
  conflictNextContentsPut(times: number, options?: Matching): FaultHandle;
  /** The next `createCommitOnBranch` answer that the branch has moved. */
  staleNextCommit(times: number, options?: Matching): FaultHandle;
  /** After so many requests, answers with a limit, `times` times (default 1). */
  rateLimit(options: Matching & RateLimit): FaultHandle;
  /** Every matching answer takes this long. */
  delay(ms: number, options?: Matching): FaultHandle;
  clear(): void;

  judge(info: RequestInfo): Verdict;
  /** Hides what a create answered with. */
  hide(created: unknown, hiding: Hiding): void;
  /** Whether a read must answer 404 for now. */
  hides(info: RequestInfo): boolean;
  /** The same for what is read by another way than its own address. */
  hidesPath(path: string): boolean;
  /** A list without what is hidden. */
  thin(list: unknown[]): unknown[];
}

interface Fault {
  matching: Matching;
  seen: number;
  struck: number;
  strike: (fault: Fault, verdict: Verdict, info: RequestInfo) => void;
}

const STALE = `Expected branch to point to "${"1".repeat(40)}" but it did not.  Pull and try again.`;

const SECONDARY = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";
const PRIMARY = "API rate limit exceeded for installation ID 1001.";

export function createFaults(): Faults {
  const faults = new Set<Fault>();
  const hidden = createHidden();
  const add = (matching: Matching, strike: Fault["strike"]): FaultHandle => {
    const fault: Fault = { matching, seen: 0, struck: 0, strike };
    faults.add(fault);
    return handleOf(fault, () => faults.delete(fault));
  };

  return {
    killAt: (options) => add(options, (fault, verdict, info) => killAt(fault, verdict, { options, info })),
    failAt: (options) =>
      add(options, (fault, verdict) => {
        if (fault.seen !== options.k) return;
        fault.struck++;
        verdict.apply = options.applied;
        verdict.answer = { status: options.status, message: options.message ?? "Server Error" };
      }),
    meanwhileAt: (options) =>
      add(options, (fault, _, info) => {
        if (fault.seen !== options.k) return;
        fault.struck++;
        options.act(info);
      }),
    failCreates: (options) =>
      add(options, (fault, verdict, info) => {
        const create = options.route ? info.route === options.route : isCreate(info);
        if (!create || fault.struck >= (options.times ?? 1)) return;
        fault.struck++;
        verdict.apply = options.applied;
        verdict.answer = { status: options.status ?? 502, message: "Server Error" };
      }),
    hideCreated: (options) =>
      add(options, (fault, verdict, info) => {
        if (!isCreate(info)) return;
        fault.struck++;
        verdict.hide.push(options);
      }),
    conflictNextContentsPut: (times, options = {}) =>
      add(options, (fault, verdict, info) => {
        if (info.route !== "PUT /repos/{owner}/{repo}/contents/{path}" || fault.struck >= times) return;
        fault.struck++;
        verdict.apply = false;
        verdict.answer = { status: 409, message: `is at ${"0".repeat(40)} but expected ${"1".repeat(40)}` };
      }),
    staleNextCommit: (times, options = {}) =>
      add(options, (fault, verdict, info) => {
        if (info.route !== "mutation createCommitOnBranch" || fault.struck >= times) return;
        fault.struck++;
        verdict.apply = false;
        verdict.graphqlError = { field: "createCommitOnBranch", type: "STALE_DATA", message: STALE };
      }),
    rateLimit: (options) => add(options, (fault, verdict, info) => limit(fault, verdict, { options, info })),
    delay: (ms, options = {}) =>
      add(options, (fault, verdict) => {
        fault.struck++;
        verdict.delayMs += ms;
      }),
    clear() {
      faults.clear();
      hidden.clear();
    },
    judge(info) {
      const verdict: Verdict = { delayMs: 0, apply: true, hide: [] };
      for (const fault of faults) {
        if (!matches(fault.matching, info)) continue;
        fault.seen++;
        fault.strike(fault, verdict, info);
      }
      return verdict;
    },
    hide: hidden.add,
    hides: (info) => info.method === "GET" && hidden.hasPath(info.path),
    hidesPath: hidden.hasPath,
    thin: hidden.thin,
  };
}

function handleOf(fault: Fault, remove: () => void): FaultHandle {
  return { count: () => fault.seen, fired: () => fault.struck, remove };
}

const isCreate = (info: RequestInfo) => info.method === "POST" && info.write;

function matches(matching: Matching, info: RequestInfo): boolean {
  const same = <K extends "token" | "tokenKind" | "runId" | "jobId" | "route">(key: K) =>
    matching[key] === undefined || matching[key] === info[key];
  if (matching.writesOnly && !info.write) return false;
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
  { options, info }: { options: RateLimit; info: RequestInfo },
): void {
  if (fault.seen <= options.after || fault.struck >= (options.times ?? 1)) return;
  fault.struck++;
  verdict.apply = false;
  const { retryAfter, resetIn, status = 403, type = "RATE_LIMITED" } = options;
  if (resetIn === undefined) {
    const headers: Record<string, string> =
      retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
    verdict.answer = { status, message: SECONDARY, headers };
    return;
  }
  const reset = String(Math.ceil(Date.now() / 1_000) + resetIn);
  const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
  if (info.path === "/graphql") verdict.graphqlError = { type, message: PRIMARY, headers };
  else verdict.answer = { status, message: PRIMARY, headers };
}
