import { decideStop, nextWatch, type Sample, type Stop, type Watch } from "../../core/run/watch.ts";
import type { EngineGateway } from "./engine.ts";

const everyMs = 200;

/**
 * Ends runs that would not end by themselves. CLIs try again for minutes or for ever, some have no limit of turns, and
 * none counts as the others do: the gateway does.
 */
export function watchRun({
  gateway,
  maxTurns,
  signal,
}: {
  gateway: EngineGateway;
  maxTurns?: number;
  signal?: AbortSignal;
}) {
  const stop = new AbortController();
  const look = (): Sample => {
    const { requests, output } = gateway.usage();
    return { requests, output, outcome: gateway.outcome(), at: Date.now() };
  };
  const first = look();
  let watch: Watch = { requests: first.requests, output: first.output, failures: 0 };
  let why: Stop | undefined;
  const timer = setInterval(() => {
    const sample = look();
    watch = nextWatch(watch, sample);
    why ??= decideStop(watch, sample, { maxTurns, before: first.requests });
    if (why) stop.abort();
  }, everyMs);
  return {
    signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal,
    stopped: () => (signal?.aborted ? undefined : why),
    end: () => clearInterval(timer),
  };
}
