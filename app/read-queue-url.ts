import { GsdError } from "../core/gsd-error.ts";

const example = "redis://:password@host:6379/0, or rediss:// for TLS";

/** Where several replicas keep their work; undefined for a process that keeps it to itself. A refusal never shows the address: a password may be in it. */
export function readQueueUrl(value: string | undefined): string | undefined {
  if (value === undefined || value.trim() === "") return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url) throw refusal("is not an address");
  if (url.protocol !== "redis:" && url.protocol !== "rediss:")
    throw refusal(`begins with ${url.protocol.slice(0, 20)}//`);
  if (url.hostname === "") throw refusal("names no host");
  if (!/^\/?\d{0,4}$/.test(url.pathname)) throw refusal("has a path that is not the number of a database");
  if (url.search !== "" || url.hash !== "") throw refusal("has something behind the database");
  return value;
}

function refusal(what: string): GsdError {
  return new GsdError(
    "queue-url",
    `QUEUE_URL ${what}; set it to ${example}, or leave it out for one process.`,
  );
}
