import { mayConcern } from "../core/trigger/may-concern.ts";
import type { Environment } from "./environment.ts";

const ownEvents = ["schedule", "workflow_dispatch"];

/** Whether a run can end before anything is loaded: its event is none of our business, at a first look. */
export function isForOthers({ event }: Pick<Environment, "event">): boolean {
  return !ownEvents.includes(event.name) && !mayConcern(event);
}
