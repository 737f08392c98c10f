import { Worker } from "node:worker_threads";
import { findExcess } from "../../core/parse/find-excess.ts";
import type { Parse, Parsed, ParserName } from "../../core/parse/parsers.ts";
import { outlast } from "./outlast.ts";

/** What the thread is asked, and what it says. */
export interface Question {
  name: ParserName;
  input: unknown[];
}
export type Answer = { type: "began" } | { type: "done"; value: unknown } | { type: "failed"; why: string };

export interface ParseLimits {
  /** From where a parser begins to where it ends; not its wait, and not the start of its thread. */
  milliseconds: number;
  megabytes: number;
}

/** A thread of this process that parses what others wrote: made when there is something to parse, and kept for the next. */
export function createParse({ milliseconds, megabytes }: ParseLimits): Parse {
  let thread: Worker | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  const ask = async (question: Question): Promise<Parsed<unknown>> => {
    thread ??= startThread(megabytes);
    const parsed = await answer(thread, question, milliseconds);
    if (parsed.type === "alive") return parsed.result;
    // What a parser that was stopped leaves behind is of no use to the next.
    await thread.terminate();
    thread = undefined;
    return parsed.result;
  };
  const parse = (name: ParserName, ...input: unknown[]): Promise<Parsed<unknown>> => {
    const excess = findExcess(input);
    if (excess !== undefined) return Promise.resolve({ ok: false, message: excess });
    const result = turn.then(() => ask({ name, input }));
    turn = result.catch(() => undefined);
    return result;
  };
  // Each name has its own types; inside it is all one.
  return parse as Parse;
}

/** The one of this process. */
export const parse = createParse({ milliseconds: 1_000, megabytes: 256 });

function startThread(megabytes: number): Worker {
  // In the release both are bundled, side by side.
  const file = import.meta.url.endsWith(".ts") ? "./worker.ts" : "./parse-worker.mjs";
  const thread = new Worker(new URL(file, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    // Nothing of the process that it does not need: no token, no flag.
    env: {},
    execArgv: [],
  });
  // A process that has nothing else to do may end.
  thread.unref();
  return thread;
}

interface Ending {
  type: "alive" | "dead";
  result: Parsed<unknown>;
}

/** Asks the thread one thing, and waits for what it says, for its end, or for the time to be up. */
async function answer(thread: Worker, question: Question, milliseconds: number): Promise<Ending> {
  const over = new AbortController();
  thread.ref();
  try {
    return await new Promise<Ending>((resolve, reject) => {
      const refuse = (message: string) => resolve({ type: "dead", result: { ok: false, message } });
      const hear = (said: Answer) => {
        if (said.type !== "began") resolve({ type: "alive", result: resultOf(said) });
        else
          void outlast(thread, milliseconds, over.signal).then(() => refuse(tooSlow(milliseconds)), ignore);
      };
      const fail = (error: Error & { code?: string }) =>
        error.code === "ERR_WORKER_OUT_OF_MEMORY" ? refuse(tooLarge) : reject(error);
      const leave = () => refuse(tooComplex("its thread ended"));
      over.signal.addEventListener("abort", () => {
        thread.off("message", hear).off("error", fail).off("exit", leave);
      });
      thread.on("message", hear).on("error", fail).on("exit", leave);
      thread.postMessage(question);
    });
  } finally {
    over.abort();
    thread.unref();
  }
}

function resultOf(said: Exclude<Answer, { type: "began" }>): Parsed<unknown> {
  return said.type === "done"
    ? { ok: true, value: said.value }
    : { ok: false, message: tooComplex(said.why) };
}

/** Nobody waits any more. */
function ignore(): void {}

const advice = "shorten it, and break up long lines, lists and nesting";
const tooLarge = `takes too much memory to read; ${advice}`;

function tooSlow(milliseconds: number): string {
  return `takes more than ${milliseconds / 1_000} s to read; ${advice}`;
}

function tooComplex(why: string): string {
  return `cannot be read (${why.slice(0, 200)}); ${advice}`;
}
