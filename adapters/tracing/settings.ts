import { GsdError } from "../../core/gsd-error.ts";

/** Where spans go. */
export interface TracingSettings {
  /** All of the address: `https://collector.example.com/v1/traces`. */
  url: string;
  headers: Record<string, string>;
  service: string;
}

/** The names that OpenTelemetry gives them: https://opentelemetry.io/docs/specs/otel/protocol/exporter/ */
interface Variables {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS?: string | undefined;
  OTEL_SERVICE_NAME?: string | undefined;
}

/** What is set, as settings; nothing where nobody asked for traces. Throws what is wrong with it. */
export function readTracing(env: Variables, service: string): TracingSettings | undefined {
  const endpoint = (env.OTEL_EXPORTER_OTLP_ENDPOINT ?? "").trim().replace(/\/+$/, "");
  if (endpoint === "") return undefined;
  const base = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (!base || !["http:", "https:"].includes(base.protocol) || base.search || base.hash)
    throw new GsdError(
      "otel",
      "OTEL_EXPORTER_OTLP_ENDPOINT is not an address; set it to a collector's for OTLP over HTTP, such as https://otel.example.com:4318.",
    );
  return {
    url: `${endpoint}/v1/traces`,
    headers: readHeaders(env.OTEL_EXPORTER_OTLP_HEADERS ?? ""),
    service: env.OTEL_SERVICE_NAME?.trim() || service,
  };
}

/** `name=value,name=value`, each value as in an address. What it holds may be a secret, so that the error does not repeat it. */
function readHeaders(text: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const pair of text.split(",").filter((part) => part.trim() !== "")) {
    const at = pair.indexOf("=");
    const name = pair.slice(0, Math.max(0, at)).trim();
    const value = decoded(pair.slice(at + 1).trim());
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || value === undefined || /[^\t\x20-\x7e]/.test(value))
      throw new GsdError(
        "otel",
        "OTEL_EXPORTER_OTLP_HEADERS cannot be read; write it as name=value, with commas between several, such as authorization=Bearer%20abc.",
      );
    headers[name.toLowerCase()] = value;
  }
  return headers;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
