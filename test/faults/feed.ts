import type { WorkflowEvent } from "../../local/actions-port.ts";
import type { Mode } from "../../local/render-stub.ts";
import { loseRun, startsRun, type Theatre } from "./play-run.ts";

/** The events that start runs of the stub, and what may happen to them on their way. */
export interface Feed {
  /** What came so far, oldest first; what was lost as well. */
  log: WorkflowEvent[];
  /** The one with this number, counted from 0, is lost. */
  lose(index: number): void;
  /** Sends one again; a dispatch makes a run of its own. */
  again(event: WorkflowEvent): void;
  idle(): Promise<void>;
}

export function createFeed(
  theatre: Theatre,
  mode: Mode,
  play: (event: WorkflowEvent) => Promise<void>,
): Feed {
  const { forge } = theatre;
  const log: WorkflowEvent[] = [];
  const lost = new Set<number>();
  const runs = createQueue(play);
  const adopted = new Set<number>();
  const again = ({ runId: _, ...event }: WorkflowEvent) => runs.push(event);
  forge.actions.onEvent((event) => {
    if (!startsRun(event, mode)) return;
    if (lost.has(log.push(event) - 1)) return loseRun(theatre, event);
    // A dispatch that comes twice: GitHub would have given the second a run of its own.
    if (event.runId === undefined || !adopted.has(event.runId)) runs.push(event);
    else again(event);
    if (event.runId !== undefined) adopted.add(event.runId);
  });
  return {
    log,
    lose: (index) => void lost.add(index),
    again,
    async idle() {
      do await runs.drained();
      while (!forge.workflowEvents.isCalm());
    },
  };
}

/** One run after the other: then the K-th request of a story is the same one every time. */
function createQueue<T>(work: (item: T) => Promise<void>) {
  const waiting: T[] = [];
  let working: Promise<void> | undefined;
  const workOff = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
    working = undefined;
  };
  return {
    push(item: T) {
      waiting.push(item);
      working ??= workOff();
    },
    /** Events come a moment after the request that caused them. */
    async drained() {
      for (let quiet = 0; quiet < 3; quiet += 1) {
        if (working) quiet = 0;
        await working;
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}
