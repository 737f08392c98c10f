import type { GraphqlLine, RecordLine, RestLine } from "../contract/record.ts";

type Request = RestLine | GraphqlLine;

/** Requests and writes of gsd's own tokens: a mutation is a write, a query is not. */
export interface Counts {
  requests: number;
  writes: number;
}

/** What the whole track cost, and each task of it. */
export function countRequests(lines: RecordLine[]): { tasks: number; track: Counts; perTask: Counts } {
  const requests = lines.filter((line) => line.type !== "webhook");
  const merges = requests.flatMap((line, at) => (isOwn(line) && isMerge(line) ? [at] : []));
  const window = requests.slice(requests.findIndex(isApproval) + 1, (merges.at(-1) ?? -1) + 1);
  const all = count(window);
  const each = (sum: number) => Math.round((sum / merges.length) * 10) / 10;
  return {
    tasks: merges.length,
    track: count(requests),
    perTask: { requests: each(all.requests), writes: each(all.writes) },
  };
}

function count(lines: Request[]): Counts {
  const own = lines.filter(isOwn);
  return { requests: own.length, writes: own.filter(isWrite).length };
}

const isOwn = ({ tokenKind }: Request) => tokenKind === "workflow" || tokenKind === "installation";

const isWrite = (line: Request) => (line.type === "graphql" ? line.write === true : line.method !== "GET");

/** gsd merges tasks only; the track is a person's. */
const isMerge = (line: Request) =>
  line.type === "rest" && line.method === "PUT" && line.path.endsWith("/merge") && line.status === 200;

/** The first `/approve` is the plan's: from there on all work is for tasks. */
function isApproval(line: Request): boolean {
  if (line.type !== "rest" || line.method !== "POST" || line.tokenKind !== "user") return false;
  return (line.requestBody as { body?: unknown } | undefined)?.body === "/approve";
}
