import type { IncomingHttpHeaders } from "node:http";
import type { Scrubber } from "./create-scrubber.ts";
import { waitOf } from "./decide-outcome.ts";

// An allow-list, so that no header with a credential, an account or a route is ever passed on.
const asked =
  /^(accept|content-type|user-agent|anthropic-(version|beta|dangerous-direct-browser-access)|openai-beta|originator|version|x-app|(session|thread|conversation)[-_]id|x-session-(id|affinity)|x-client-request-id|x-(stainless|claude-code|codex)-[\w-]+|x-goog-api-client)$/;
const answered =
  /^(content-type|cache-control|x-should-retry|request-id|x-request-id|(anthropic|x)-ratelimit-[\w-]+|openai-(processing-ms|version))$/;

/** The headers of an engine's request that the provider gets to see. */
export function passOn(headers: IncomingHttpHeaders): Record<string, string> {
  return pick(headers, asked);
}

/** The headers of a provider's answer that the engine gets to see. */
export function passBack(headers: IncomingHttpHeaders, scrubber: Scrubber): Record<string, string> {
  const picked = Object.entries(pick(headers, answered));
  const cleaned = picked.map(([name, value]) => [name, scrubber.text(value)]);
  return { ...Object.fromEntries(cleaned), ...waitsIn(headers) };
}

/** Waits that are too long to be true, or no number, would make a CLI sleep for ever. */
function waitsIn(headers: IncomingHttpHeaders): Record<string, string> {
  const units = { "retry-after": 1_000, "retry-after-ms": 1 };
  const waits = Object.entries(units).map(([name, unit]) => {
    const wait = waitOf(String(headers[name] ?? "").trim(), unit);
    return [name, wait === undefined ? undefined : String(Math.ceil(wait / unit))];
  });
  return Object.fromEntries(waits.filter(([, wait]) => wait !== undefined));
}

function pick(headers: IncomingHttpHeaders, names: RegExp): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    names.test(name) && value !== undefined ? [[name, String(value)]] : [],
  );
  return Object.fromEntries(entries);
}
