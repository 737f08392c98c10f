/** Somebody who waits for a turn. */
export interface Waiter {
  /** Called when it is first in line and something has changed; true when it is done. */
  attempt(): boolean;
  maxWaitMs: number;
  onTimeout(): void;
  signal: AbortSignal;
  onAbort(): void;
}

/** Those who wait, in their order: nobody overtakes, so nobody waits for ever. */
export interface Line {
  join(waiter: Waiter): void;
  /** Something has changed that the first may have waited for. */
  move(): void;
}

export function createLine(): Line {
  const line: (() => boolean)[] = [];
  const move = () => {
    while (line[0]?.()) line.shift();
  };
  return {
    move,
    join({ attempt, maxWaitMs, onTimeout, signal, onAbort }) {
      if (signal.aborted) return onAbort();
      const leave = (end: () => void) => {
        line.splice(line.indexOf(turn), 1);
        stop();
        end();
        move();
      };
      const abort = () => leave(onAbort);
      const timer = setTimeout(() => leave(onTimeout), maxWaitMs);
      signal.addEventListener("abort", abort);
      const stop = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", abort);
      };
      const turn = () => {
        const done = attempt();
        if (done) stop();
        return done;
      };
      line.push(turn);
      if (line[0] === turn) move();
    },
  };
}
