import { readTracing, type TracingSettings } from "../adapters/tracing/settings.ts";
import { GsdError } from "../core/gsd-error.ts";

/** Where the App's numbers go: to whoever asks for them, and to a collector. */
export interface NumberSettings {
  metrics?: { host: string; port: number };
  tracing?: TracingSettings;
}

/** Metrics are served at a port of their own, and only where one is set: what the world reaches shows none. */
export function readNumbers(env: NodeJS.ProcessEnv): NumberSettings {
  const settings: NumberSettings = {};
  const port = env.METRICS_PORT;
  if (port) settings.metrics = { host: env.METRICS_HOST || "127.0.0.1", port: readPort(port, env.PORT) };
  const { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME } = env;
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME };
  const tracing = readTracing(variables, "gsd-app");
  if (tracing) settings.tracing = tracing;
  return settings;
}

function readPort(value: string, other: string | undefined): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN;
  if (port <= 65_535 && (port === 0 || value !== (other || "3000"))) return port;
  throw new GsdError(
    "metrics-port",
    `METRICS_PORT is "${value}"; set it to a number from 0 (any free port) to 65535 that is not PORT.`,
  );
}
