/** How a stream of messages is disturbed; everything random comes from the seed. */
export interface Disturbance {
  /** Shuffles each window in this seed's order. */
  seed?: number;
  /** How many messages are gathered before they are let go (default 8), or after `ms` (default 50). */
  window?: number;
  ms?: number;
  /** Sends every message twice. */
  duplicate?: boolean;
  /** Messages never sent, counted from 0 since the disturbance began. */
  drop?: number | number[];
}

export interface Disturbable<T> {
  push(message: T): void;
  /** Keeps everything back until `release`. */
  hold(): void;
  /** Lets go what is held, disturbed as told, and stops holding. Returns how many messages were sent. */
  release(disturbance?: Disturbance): number;
  held(): T[];
  /** Disturbs everything from now on, window by window. */
  disturb(disturbance: Disturbance): void;
  /** Lets go what is gathered and sends undisturbed from now on. */
  calm(): void;
  /** Nothing is waiting in a window. What `hold` keeps does not count. */
  isCalm(): boolean;
}

/** A stream that can be held, shuffled, doubled and thinned. */
export function createDisturbable<T>(send: (message: T) => void): Disturbable<T> {
  let kept: { message: T; index: number }[] = [];
  let holding = false;
  let active: Disturbance | undefined;
  let count = 0;
  let timer: NodeJS.Timeout | undefined;

  const flush = (disturbance: Disturbance) => {
    clearTimeout(timer);
    timer = undefined;
    const batch = disturbBatch(kept, disturbance);
    kept = [];
    for (const message of batch) send(message);
    return batch.length;
  };
  const gather = (disturbance: Disturbance) => {
    if (kept.length >= (disturbance.window ?? 8)) flush(disturbance);
    else timer ??= setTimeout(() => flush(disturbance), disturbance.ms ?? 50);
  };

  return {
    push(message) {
      const index = count++;
      if (!holding && !active) return send(message);
      kept.push({ message, index });
      if (!holding && active) gather(active);
    },
    hold() {
      holding = true;
      count = 0;
    },
    release(disturbance = {}) {
      holding = false;
      return flush(disturbance);
    },
    held: () => kept.map((item) => item.message),
    disturb(disturbance) {
      active = disturbance;
      count = 0;
    },
    calm() {
      if (active) flush(active);
      active = undefined;
    },
    isCalm: () => timer === undefined,
  };
}

function disturbBatch<T>(kept: { message: T; index: number }[], disturbance: Disturbance): T[] {
  const dropped = new Set([disturbance.drop ?? []].flat());
  let batch = kept.filter((item) => !dropped.has(item.index)).map((item) => item.message);
  if (disturbance.duplicate) batch = batch.flatMap((message) => [message, message]);
  return disturbance.seed === undefined
    ? batch
    : shuffle(batch, createRandom(disturbance.seed + (kept[0]?.index ?? 0)));
}

/** Numbers in [0, 1) from a seed (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function shuffle<T>(items: T[], random: () => number): T[] {
  const result = [...items];
  for (let at = result.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [result[at], result[other]] = [result[other]!, result[at]!];
  }
  return result;
}
