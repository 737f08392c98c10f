import type { Ports } from "../loop/ports.ts";
import type { Environment } from "./environment.ts";
import { log } from "./output.ts";

/** A collector that hangs costs a run no more than this, after all its work is done. */
const flushMs = 2_000;

/** Does a zone's work; where a collector is set, its loops and jobs become spans, which are sent at the end. Nothing of it can make the work fail. */
export async function withTraces<T>(
  environment: Pick<Environment, "otel" | "owner" | "repo">,
  ports: Ports,
  work: (ports: Ports) => Promise<T>,
): Promise<T> {
  const { otel, owner, repo } = environment;
  const traces = otel.OTEL_EXPORTER_OTLP_ENDPOINT ? await open(otel, ports) : undefined;
  if (!traces) return await work(ports);
  const repository = `${owner}/${repo}`;
  try {
    return await work({ ...ports, meter: (measure) => traces.record(repository, measure) });
  } finally {
    await traces.flush(flushMs);
  }
}

async function open(otel: Environment["otel"], { sha256 }: Ports) {
  try {
    const { openTraces } = await import("./open-traces.ts");
    return openTraces(otel, { sha256, log });
  } catch (error) {
    log.warn("no traces are sent", { why: error instanceof Error ? error.message : String(error) });
    return undefined;
  }
}
