import { GsdError } from "../core/gsd-error.ts";
import { trackName } from "../core/model/ids.ts";
import type { Trigger } from "../core/model/trigger.ts";
import type { Parse } from "../core/parse/parsers.ts";
import type { BoardEdit } from "../core/trigger/to-board-edit.ts";
import type { Aimed } from "../core/trigger/to-trigger.ts";
import { lookAtConflicts } from "../loop/look-at-conflicts.ts";
import { obeyEdit } from "../loop/obey-boxes.ts";
import type { Ports } from "../loop/ports.ts";
import { readTrigger } from "../loop/read-said.ts";
import { runLoop } from "../loop/run-loop.ts";
import { showHeads } from "../loop/show-heads.ts";
import type { AppLog } from "./create-log.ts";
import type { Place } from "./read-place.ts";
import type { EventWork } from "./work.ts";

export interface EventOptions {
  connect(place: Place, delivery: string): Promise<Ports>;
  /** Reads what people wrote, in its lane: others do not wait for it. */
  parse: Parse;
  /** Called when a loop failed: what is cached about the place may be the reason. */
  forget(place: Place): void;
  /** Where people read a repository. */
  page(place: Place): string;
  log: AppLog;
}

/** Runs the loop that an event asks for; whether that was done. What failed, the next event or tick does as well. */
export function createEventHandler(options: EventOptions): (work: EventWork) => Promise<boolean> {
  return async (work) => {
    const { log } = options;
    const started = performance.now();
    const fields = fieldsOf(work);
    try {
      const said = await handle(options, work);
      if (!said) log.debug("nothing for gsd", fields);
      else log.info("looped", { ...fields, ...said, ms: Math.round(performance.now() - started) });
      return true;
    } catch (error) {
      options.forget(work.place);
      const failure =
        error instanceof GsdError ? error : new GsdError("unknown", String(error), { cause: error });
      log.error("a loop failed", { ...fields, code: failure.code, why: failure.message });
      return false;
    }
  };
}

function fieldsOf({ id, name, place, aimed }: EventWork): Record<string, unknown> {
  const fields = { id, event: name, repository: `${place.owner}/${place.repo}` };
  return aimed === "tracks" ? fields : { ...fields, issue: aimed.issue };
}

async function handle(
  options: EventOptions,
  { id, place, aimed, merges }: EventWork,
): Promise<(Said & { ledger: string }) | undefined> {
  const due = aimed === "tracks" ? aimed : await readAimed(options, aimed);
  if (!due) return undefined;
  const ports = await options.connect(place, id);
  const said = await loop(ports, due, options.page(place));
  if (merges) await lookAtConflicts(ports);
  return { ...said, ledger: ports.ledger.latest() ?? "none" };
}

/** One track's trigger, boxes of the dashboard, or all tracks. */
type Due = { issue: number; trigger: Trigger } | BoardEdit | "tracks";

async function readAimed(options: EventOptions, { issue, trigger: event }: Aimed): Promise<Due | undefined> {
  if (event.type === "board-edited") return event;
  const trigger = await readTrigger(options, event);
  return trigger && { issue, trigger };
}

interface Said {
  trigger: string;
  track?: string;
  phase?: string;
}

async function loop(ports: Ports, due: Due, page: string): Promise<Said> {
  if (due === "tracks") {
    await lookAtConflicts(ports);
    return { trigger: "base-moved" };
  }
  if ("boxes" in due) {
    await obeyEdit(ports, due);
    return { trigger: due.type };
  }
  const track = await runLoop(ports, due.issue, due.trigger);
  if (track && due.trigger.type === "run-ended")
    await showHeads(ports, track, { run: due.trigger.run, page });
  const said = { trigger: due.trigger.type, phase: track?.phase ?? "none" };
  return track ? { ...said, track: trackName(track) } : said;
}
