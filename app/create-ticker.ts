import { randomUUID } from "node:crypto";
import { GsdError } from "../core/gsd-error.ts";
import type { Ports } from "../loop/ports.ts";
import { tick } from "../loop/tick.ts";
import type { AppLog } from "./create-log.ts";
import { createPlaces } from "./create-places.ts";
import { createReminder } from "./create-reminder.ts";
import { isDue, minuteMs } from "./is-due.ts";
import type { Queue } from "./queue.ts";
import type { Place } from "./read-place.ts";
import type { Timers } from "./timers.ts";
import type { RoundWork, TickWork, Work } from "./work.ts";

/** Before that the tick at the start, and webhooks that waited for it, come first. */
const firstAfterMs = 3 * minuteMs;

export interface TickerOptions {
  /** Between two ticks of a repository; 0 for no ticks by the clock. */
  minutes: number;
  queue: Pick<Queue, "push">;
  timers: Timers;
  listPlaces(): Promise<Place[]>;
  connect(place: Place, delivery: string): Promise<Ports>;
  /** Called when a tick failed: what is cached about the place may be the reason. */
  forget(place: Place): void;
  log: AppLog;
}

/** What this process's ticks came to since its start. */
export interface Ticks {
  done: number;
  failed: number;
  /** When the last one ended. */
  last: string | undefined;
  /** How often all repositories were ticked at once. */
  rounds: number;
}

/**
 * Ticks every repository that the App is installed on: at the start, then each at its own minute of the hour. Rounds and ticks are
 * works of the queue, named by their minute: of several replicas, one does each.
 */
export interface Ticker {
  start(): void;
  stop(): void;
  /** Ticks all repositories now. */
  tickAll(): void;
  /** Whether it was done. */
  handle(work: RoundWork | TickWork): Promise<boolean>;
  ticks(): Ticks;
}

export function createTicker(options: TickerOptions): Ticker {
  const { minutes, queue, timers, log } = options;
  const ticks: Ticks = { done: 0, failed: 0, last: undefined, rounds: 0 };
  const places = createPlaces(options);
  const again = createReminder(timers);
  /** Minutes up to here were looked at. */
  let looked = timers.now();
  /** Whether a round over all repositories could not be made: what it would have found comes with the next. */
  let owesRound = false;
  let stopped = false;
  let endBeats = () => {};

  const push = async (work: Work): Promise<void> => {
    try {
      await queue.push(work);
    } catch (error) {
      if (work.type === "round") owesRound = true;
      log.error("a tick could not be queued; the next one finds the same", wordsFor(error));
    }
  };
  const pushTicks = (found: Place[], id: string) =>
    Promise.all(found.map((place) => push({ type: "tick", id: `tick-${place.repositoryId}-${id}`, place })));
  const roundOfAll = (id: string) => {
    ticks.rounds += 1;
    owesRound = false;
    void push({ type: "round", id: `round-all-${id}` });
  };
  const beat = (started: Date) => {
    const now = timers.now();
    const minute = `${Math.floor(now.getTime() / minuteMs)}`;
    void pushTicks(again.due(), `${minute}-again`);
    if (now.getTime() - started.getTime() < firstAfterMs) return;
    const span = { after: looked.toISOString(), until: now.toISOString() };
    looked = now;
    if (owesRound) roundOfAll(minute);
    else void push({ type: "round", id: `round-${minute}`, span });
  };
  const handleRound = async ({ id, span }: RoundWork): Promise<boolean> => {
    const found = await places(span ? "known" : "new");
    if (!found) owesRound = true;
    await pushTicks((found ?? []).filter(isIn(span, minutes)), id);
    return found !== undefined;
  };
  const handleTick = async ({ place }: TickWork): Promise<boolean> => {
    const left = await tickPlace(options, place);
    ticks[left === undefined ? "failed" : "done"] += 1;
    ticks.last = timers.now().toISOString();
    again.note(place, left ?? 0);
    return left !== undefined;
  };
  return {
    start() {
      const started = timers.now();
      looked = started;
      if (minutes === 0) return;
      roundOfAll(`${Math.floor(started.getTime() / minuteMs)}`);
      endBeats = timers.every(minuteMs, () => beat(started));
    },
    stop() {
      stopped = true;
      endBeats();
    },
    tickAll: () => roundOfAll(randomUUID()),
    async handle(work) {
      // What is left is another's, or the next start's.
      if (stopped) return false;
      return work.type === "round" ? handleRound(work) : handleTick(work);
    },
    ticks: () => ({ ...ticks }),
  };
}

/** Whether a place's minute is in a span; without one, always. */
function isIn(span: RoundWork["span"], minutes: number): (place: Place) => boolean {
  if (!span) return () => true;
  const [after, until] = [new Date(span.after), new Date(span.until)];
  return ({ repositoryId }) => isDue(repositoryId, { after, until, minutes });
}

/** How many effects a tick left to others; undefined when it failed, which is logged: the next one comes by itself. */
async function tickPlace({ connect, forget, log }: TickerOptions, place: Place): Promise<number | undefined> {
  const repository = `${place.owner}/${place.repo}`;
  const started = performance.now();
  try {
    const { left } = await tick(await connect(place, `tick-${randomUUID()}`));
    log.info("ticked", { repository, ms: Math.round(performance.now() - started) });
    return left;
  } catch (error) {
    forget(place);
    log.error("a tick failed", { repository, ...wordsFor(error) });
    return undefined;
  }
}

function wordsFor(error: unknown): { code: string; why: string } {
  const failure = error instanceof GsdError ? error : new GsdError("unknown", String(error));
  return { code: failure.code, why: failure.message };
}
