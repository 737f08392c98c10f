import type { Span } from "../../model/span.ts";
import { timeOf } from "../spans-of-job.ts";

type Entry = Readonly<Record<string, unknown>>;

/** One line of a file, as far as it is a part of a trace: spans, or a moment that lasts until the next one. */
export type Reading =
  | { type: "spans"; spans: Span[] }
  | { type: "moment"; at: number | undefined; span: Span };

export function entryOf(value: unknown): Entry | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Entry) : undefined;
}

function listOf(value: unknown): Entry[] {
  return Array.isArray(value) ? value.map(entryOf).filter((one) => one !== undefined) : [];
}

export function wordOf(value: unknown): string {
  return typeof value === "string" ? value.slice(0, 100) : "";
}

function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** Reads one line by what it holds: a collector's export, a request of our gateway, a word of a transcript; nothing for anything else. */
export function readEntry(entry: Entry, number: number): Reading | undefined {
  if (Array.isArray(entry["resourceSpans"])) return { type: "spans", spans: readExport(entry) };
  const request = readRequest(entry, number);
  if (request) return { type: "spans", spans: [request] };
  return readWord(entry, number);
}

/** One request to a model, as the gateway's usage log has it. */
function readRequest(entry: Entry, number: number): Span | undefined {
  const [start, ms] = [timeOf(wordOf(entry["at"])), numberOf(entry["ms"])];
  const outcome = wordOf(entry["outcome"]);
  if (start === undefined || ms === undefined || outcome === "") return undefined;
  const model = wordOf(entry["model"]);
  const span: Span = {
    id: `line-${number}`,
    kind: "request",
    name: `chat ${model || wordOf(entry["path"])}`,
    start,
    end: start + ms,
    attributes: numbersOf(entry, {
      input: "gen_ai.usage.input_tokens",
      output: "gen_ai.usage.output_tokens",
      cached: "gen_ai.usage.cache_read.input_tokens",
      usd: "gsd.cost_usd",
      status: "http.response.status_code",
    }),
  };
  if (outcome !== "ok") span.failed = outcome;
  return span;
}

function numbersOf(entry: Entry, names: Readonly<Record<string, string>>): Span["attributes"] {
  const attributes: Span["attributes"] = {};
  for (const [from, to] of Object.entries(names)) {
    const value = numberOf(entry[from]);
    if (value !== undefined) attributes[to] = value;
  }
  return attributes;
}

/** What agents' programs write while they work: one JSON object for each thing said or done, mostly with its time. */
function readWord(entry: Entry, number: number): Reading | undefined {
  const type = wordOf(entry["type"]);
  const message = entryOf(entry["message"]) ?? entryOf(entry["payload"]) ?? entryOf(entry["item"]) ?? {};
  const role = wordOf(entry["role"]) || wordOf(message["role"]);
  if (type === "" && role === "") return undefined;
  const at = ["timestamp", "at", "time", "ts"].map((name) => momentOf(entry[name])).find(Boolean);
  const usage = entryOf(message["usage"]) ?? entryOf(entry["usage"]) ?? {};
  const span: Span = {
    id: `line-${number}`,
    kind: "agent",
    name: nameOf({ type, role, message }),
    start: at ?? 0,
    end: at ?? 0,
    attributes: numbersOf(usage, {
      input_tokens: "gen_ai.usage.input_tokens",
      output_tokens: "gen_ai.usage.output_tokens",
    }),
  };
  const model = wordOf(message["model"]) || wordOf(entry["model"]);
  if (model) span.attributes["gen_ai.request.model"] = model;
  if (entry["is_error"] === true || type === "error") span.failed = wordOf(entry["subtype"]) || "error";
  return { type: "moment", at, span };
}

function nameOf({ type, role, message }: { type: string; role: string; message: Entry }): string {
  const tools = listOf(message["content"]).flatMap(({ name }) => wordOf(name) || []);
  const tool = wordOf(message["name"]);
  const said = [...new Set([...tools, tool])].filter(Boolean).slice(0, 3);
  const inner = wordOf(message["type"]);
  const what = type === "" || type === role ? role : [type, inner || role].filter(Boolean).join(" ");
  return said.length > 0 ? `${what}: ${said.join(", ")}` : what;
}

/** ISO 8601, or seconds or milliseconds since 1970. */
function momentOf(value: unknown): number | undefined {
  if (typeof value === "string") return timeOf(value);
  const number = numberOf(value);
  if (number === undefined || number <= 0) return undefined;
  return number < 1e11 ? number * 1000 : number;
}

/** OTLP's JSON, as a collector's file exporter writes it: https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
function readExport(entry: Entry): Span[] {
  const scopes = listOf(entry["resourceSpans"]).flatMap((resource) => listOf(resource["scopeSpans"]));
  return scopes.flatMap((scope) => listOf(scope["spans"])).flatMap((span) => readSpan(span) ?? []);
}

function readSpan(span: Entry): Span | undefined {
  const [id, parent] = [wordOf(span["spanId"]), wordOf(span["parentSpanId"])];
  const [start, end] = ["startTimeUnixNano", "endTimeUnixNano"].map((name) => Number(span[name]) / 1e6);
  if (id === "" || start === undefined || end === undefined || !(end >= start)) return undefined;
  const attributes: Span["attributes"] = {};
  for (const { key, value } of listOf(span["attributes"]).slice(0, 50))
    attributes[wordOf(key)] = plainOf(entryOf(value) ?? {});
  const read: Span = { id, kind: "code", name: wordOf(span["name"]), start, end, attributes };
  if (parent !== "") read.parent = parent;
  if (entryOf(span["status"])?.["code"] === 2) read.failed = wordOf(attributes["error.type"]) || "error";
  return read;
}

function plainOf(value: Entry): string | number | boolean {
  const { stringValue, boolValue, intValue, doubleValue } = value;
  if (typeof stringValue === "string") return stringValue.slice(0, 200);
  if (typeof boolValue === "boolean") return boolValue;
  const number = Number(intValue ?? doubleValue);
  return Number.isFinite(number) ? number : "";
}
