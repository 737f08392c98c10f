import { parseObject } from "../../core/text/parse-object.ts";
import { type Fault, parseFault } from "./decide-outcome.ts";
import type { Tokens } from "./gateway.ts";
import { guessTokens, noTokens } from "./guess-tokens.ts";
import { readEvents } from "./read-events.ts";
import type { Body, Count, Wire } from "./wires/wire.ts";

const maxBodyBytes = 64_000_000;

/** Watches one answer pass and counts it. */
export interface Meter {
  push(chunk: Buffer): void;
  /** Call when the answer is over, before the last look at `tokens`. */
  end(): void;
  /** The provider's count as far as it is known, our estimate for the rest. */
  tokens(): Tokens;
  /** The least that it has come to so far: a prompt that nobody has counted yet may be all from the cache. */
  atLeast(): Tokens;
  /** True when the provider's final count has come. */
  counted(): boolean;
  /** A failure that the provider told inside a good status. */
  fault(): Fault | undefined;
}

/** `promptCharacters` stands for the input until the provider has counted it. */
export function createMeter(wire: Wire, promptCharacters: number, isStream: boolean): Meter {
  let told: Partial<Tokens> = {};
  let final = false;
  let characters = 0;
  let fault: Fault | undefined;
  const kept: Buffer[] = [];
  let size = 0;

  function take(event: Body, count: Count | undefined): void {
    if (count) {
      told = { ...told, ...count.tokens };
      final ||= count.final;
    }
    fault ??= parseFault(event);
  }

  const events = readEvents((event) => {
    characters += wire.written(event);
    take(event, wire.count(event));
  });

  function tokens(): Tokens {
    const input = told.input ?? guessTokens(promptCharacters);
    const guessed = final ? 0 : guessTokens(characters);
    return { ...noTokens, ...told, input, output: Math.max(told.output ?? 0, guessed) };
  }

  return {
    push(chunk) {
      if (isStream) return events.push(chunk);
      size += chunk.length;
      if (size <= maxBodyBytes) kept.push(chunk);
    },
    end() {
      if (isStream) return events.push(Buffer.from("\n\n"));
      const body = size <= maxBodyBytes ? parseObject(Buffer.concat(kept).toString()) : undefined;
      if (body) take(body, wire.count(body));
      else characters = size;
    },
    tokens,
    atLeast: () => (told.input === undefined ? { ...tokens(), cached: tokens().input } : tokens()),
    counted: () => final,
    fault: () => fault,
  };
}
