import { parseObject } from "../../core/text/parse-object.ts";
import { type Fault, parseFault } from "./decide-outcome.ts";
import type { Tokens } from "./gateway.ts";
import { readEvents } from "./read-events.ts";
import type { Body, Wire } from "./wires/wire.ts";

// Several times what the longest answer has.
const maxBodyBytes = 4_000_000;

/** Watches one answer pass and counts it. */
export interface Meter {
  push(chunk: Buffer): void;
  /** Call when the answer is over. */
  end(): void;
  /** What the provider has counted so far. */
  told(): Partial<Tokens>;
  /** True when that is its last word: all was counted, and nothing was written after. */
  counted(): boolean;
  /** Bytes of output that were seen. */
  written(): number;
  /** A failure that the provider told inside a good status. */
  fault(): Fault | undefined;
}

/** Whether an answer is a stream is seen in its first byte: its content type may say anything. */
export function createMeter(wire: Wire): Meter {
  let told: Partial<Tokens> = {};
  let final = false;
  let written = 0;
  let fault: Fault | undefined;
  let reader: Pick<Meter, "push" | "end"> | undefined;

  function take(event: Body): void {
    const bytes = wire.written(event);
    const count = wire.count(event);
    written += bytes;
    if (bytes > 0) final = false;
    if (count) {
      told = { ...told, ...count.tokens, ...larger(told, count.tokens) };
      final ||= count.final && told.output !== undefined && told.input !== undefined;
    }
    fault ??= parseFault(event);
  }

  return {
    push(chunk) {
      reader ??= readerFor(chunk, take);
      reader?.push(chunk);
    },
    end: () => reader?.end(),
    told: () => told,
    counted: () => final,
    written: () => written,
    fault: () => fault,
  };
}

function readerFor(chunk: Buffer, take: (event: Body) => void) {
  const first = chunk.find((byte) => byte > 0x20);
  if (first === undefined) return undefined;
  return first === 0x7b ? readWhole(take) : readStream(take);
}

/** What was counted once does not become less. */
function larger(a: Partial<Tokens>, b: Partial<Tokens>): Partial<Tokens> {
  const most: Partial<Tokens> = {};
  for (const name of ["input", "output"] as const) {
    const counts = [a[name], b[name]].filter((count) => count !== undefined);
    if (counts.length > 0) most[name] = Math.max(...counts);
  }
  return most;
}

function readStream(take: (event: Body) => void) {
  const events = readEvents(take);
  return { push: events.push, end: () => events.push(Buffer.from("\n\n")) };
}

/** One JSON object, as far as it is not too large to be looked at. */
function readWhole(take: (body: Body) => void) {
  const kept: Buffer[] = [];
  let size = 0;
  return {
    push(chunk: Buffer) {
      size += chunk.length;
      if (size <= maxBodyBytes) kept.push(chunk);
      else kept.length = 0;
    },
    end() {
      const body = size <= maxBodyBytes ? parseObject(Buffer.concat(kept).toString()) : undefined;
      if (body) take(body);
    },
  };
}
