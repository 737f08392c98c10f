import { cwd } from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { rememberAnswers } from "../../adapters/github/remember-answers.ts";
import { codeOf, GsdError } from "../../core/gsd-error.ts";
import { isOver } from "../../core/model/track.ts";
import { exitCodes } from "../exit-codes.ts";
import { fetchLedger } from "../ledger/fetch-ledger.ts";
import type { Terminal } from "../terminal.ts";
import { createFace, type FaceOptions } from "./faces.ts";
import { look, type Sight, type Subject } from "./sight.ts";

export interface WatchOptions extends Subject, FaceOptions {
  /** Seconds between two looks. */
  every: number;
}

/** After failures it looks less and less often, and never less than this. */
const longestMs = 300_000;

/** A look that finds nothing new costs nothing: GitHub only says so. */
const remembered = { maxAnswers: 50, maxBytes: 20_000_000 };

/** `gsd status --watch`: looks again and again, until the track is over or a person has seen enough. */
export async function watch(asked: WatchOptions, terminal: Terminal): Promise<number> {
  const options = { ...asked, fetch: rememberAnswers(remembered) };
  // What is wrong with the question itself is said before anything is drawn.
  let seen: Sight | string = await look(options);
  const { signal, stop, forget } = listenForSignals();
  const face = createFace(options, terminal, stop);
  let waitMs = options.every * 1_000;
  try {
    for (;;) {
      if (typeof seen === "object") {
        waitMs = options.every * 1_000;
        face.show(seen);
        if (isAtEnd(options, seen)) return endOf(seen);
      } else {
        waitMs = Math.min(longestMs, waitMs * 2);
        face.tell(seen);
      }
      await pause(waitMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return exitCodes.interrupted;
      seen = await lookAgain(options);
    }
  } finally {
    face.close();
    forget();
  }
}

/** What was seen, or why nothing could be: a network, a limit and a ledger all come back. */
async function lookAgain(options: WatchOptions): Promise<Sight | string> {
  try {
    if (options.repo === undefined) await fetchLedger(cwd());
    return await look(options);
  } catch (error) {
    if (!(error instanceof GsdError)) throw error;
    return `${error.message.replace(/[.:]$/, "")} (${codeOf(error)}).`;
  }
}

function isAtEnd({ issue }: WatchOptions, { tracks: [track] }: Sight): boolean {
  return issue !== undefined && track !== undefined && isOver(track);
}

/** Merged or answered is well; a track that failed or was cancelled is not what people hoped for. */
function endOf({ tracks: [track] }: Sight): number {
  return track?.phase === "failed" || track?.phase === "cancelled" ? exitCodes.findings : exitCodes.good;
}

function listenForSignals() {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const name of signals) process.once(name, stop);
  return {
    signal: controller.signal,
    stop,
    forget: () => {
      for (const name of signals) process.off(name, stop);
    },
  };
}
