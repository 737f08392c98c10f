import type { EngineGateway } from "./engine.ts";

const everyMs = 200;

/**
 * Ends a run that asks its model too often. Some CLIs have no such limit, and none counts as the others do: the gateway
 * does.
 */
export function watchTurns(
  { gateway, maxTurns, signal }: { gateway: EngineGateway; maxTurns?: number; signal?: AbortSignal },
  before: number,
) {
  const stop = new AbortController();
  let over = false;
  const timer = setInterval(() => {
    if (maxTurns === undefined || gateway.usage().requests - before <= maxTurns) return;
    over = true;
    stop.abort();
  }, everyMs);
  return {
    signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
    over: () => over && !signal?.aborted,
    stop: () => clearInterval(timer),
  };
}
