import type { Instant } from "../model/ids.ts";

type Sha256 = (text: string) => string;

/** What names a track for good, wherever one looks at it from. */
export interface TraceKey {
  /** `owner/name`. */
  repository: string;
  issue: number;
  createdAt: Instant;
}

/** A place in a trace, as W3C's Trace Context writes it: https://www.w3.org/TR/trace-context/ */
export interface TraceContext {
  trace: string;
  span: string;
}

/** The trace of a track: found from what the ledger says of it, so that all runs and the App agree without telling each other. */
export function traceOf({ repository, issue, createdAt }: TraceKey, sha256: Sha256): string {
  return sha256(`gsd trace ${repository}#${issue} ${createdAt}`).slice(0, 32);
}

/** A span's id: found from what it is about, so that it can be named before it has ended. */
export function spanOf(trace: string, about: readonly (string | number)[], sha256: Sha256): string {
  return sha256(`gsd span ${trace} ${about.join(" ")}`).slice(0, 16);
}

/** The value of a `traceparent` header. */
export const traceparent = {
  format: ({ trace, span }: TraceContext) => `00-${trace}-${span}-01`,
  parse: (text: string): TraceContext | undefined => {
    const match = /^[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(text);
    const [, trace = "", span = ""] = match ?? [];
    return /[1-9a-f]/.test(trace) && /[1-9a-f]/.test(span) ? { trace, span } : undefined;
  },
};
