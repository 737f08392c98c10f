import type { Aimed } from "../core/trigger/to-trigger.ts";
import type { Place } from "./read-place.ts";

/** What is kept of a webhook while it waits: a payload can be megabytes. */
export interface EventWork {
  type: "event";
  /** GitHub's id of the delivery, which stays the same when it is sent again. */
  id: string;
  /** The event's name. */
  name: string;
  place: Place;
  /** One track, or all of the repository. */
  aimed: Aimed | "tracks";
  /** Whether it also moved the default branch. */
  merges: boolean;
}

/** Looks at one repository. */
export interface TickWork {
  type: "tick";
  id: string;
  place: Place;
}

/** Finds the repositories whose minute came; all of them where it says no span. */
export interface RoundWork {
  type: "round";
  id: string;
  /** Instants: minutes after the first and up to the second. */
  span?: { after: string; until: string };
}

/** Something to do, as data: it may wait in another process than the one that does it. */
export type Work = EventWork | TickWork | RoundWork;

/** Does a work; false or a throw means that it was not done. */
export type Handle = (work: Work) => Promise<boolean>;

/** Where a work belongs. */
export interface Spot {
  /** Works of a group share its limit: an installation's events, or all ticks. */
  group: string;
  /** Within a group these have their turns one after the other. */
  repository: string;
  /** Works of a lane never overtake each other, and never run side by side. */
  lane: string;
  /** Works of the group at once, over all replicas. */
  most: number;
  /** One that waits or runs in its lane makes another needless. */
  once: boolean;
}

/** GitHub's limits count per installation, so a few loops at once are enough for one, and none may fill the App alone. */
const eventsAtOnce = 4;
/** The rest of the queue is for events. */
const ticksAtOnce = 2;

/** What the names of groups of events begin with. */
export const eventGroup = "installation-";

/** Whether a group is of events: only those are refused where too many wait. */
export function isOfEvents(group: string): boolean {
  return group.startsWith(eventGroup);
}

export function spotOf(work: Work): Spot {
  if (work.type === "round")
    return { group: "rounds", repository: "all", lane: "rounds", most: 1, once: false };
  const repository = String(work.place.repositoryId);
  if (work.type === "tick")
    return { group: "ticks", repository, lane: repository, most: ticksAtOnce, once: true };
  const lane = work.aimed === "tracks" ? repository : `${repository}#${work.aimed.issue}`;
  const group = `${eventGroup}${work.place.installation}`;
  return { group, repository, lane, most: eventsAtOnce, once: false };
}
