import type { IncomingHttpHeaders } from "node:http";
import type { Scrubber } from "./create-scrubber.ts";

// An allow-list, so that no header with a credential, an account or a route is ever passed on.
const asked =
  /^(accept|content-type|user-agent|anthropic-(version|beta|dangerous-direct-browser-access)|openai-beta|originator|version|x-app|(session|thread|conversation)[-_]id|x-session-(id|affinity)|x-client-request-id|x-(stainless|claude-code|codex)-[\w-]+|x-goog-api-client)$/;
const answered =
  /^(content-type|cache-control|retry-after|retry-after-ms|x-should-retry|request-id|x-request-id|(anthropic|x)-ratelimit-[\w-]+|openai-(processing-ms|version))$/;

/** The headers of an engine's request that the provider gets to see. */
export function passOn(headers: IncomingHttpHeaders): Record<string, string> {
  return pick(headers, asked);
}

/** The headers of a provider's answer that the engine gets to see. */
export function passBack(headers: IncomingHttpHeaders, scrubber: Scrubber): Record<string, string> {
  const picked = Object.entries(pick(headers, answered));
  return Object.fromEntries(picked.map(([name, value]) => [name, scrubber.text(value)]));
}

function pick(headers: IncomingHttpHeaders, names: RegExp): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    names.test(name) && value !== undefined ? [[name, String(value)]] : [],
  );
  return Object.fromEntries(entries);
}
