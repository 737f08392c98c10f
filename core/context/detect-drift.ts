import { bytesOf } from "./cut-to.ts";
import { findDebris } from "./find-debris.ts";
import { taskIdsIn } from "./task-ids-in.ts";

export interface Drift {
  /** 0.5 is half as much again; negative when it shrank. */
  growth: number;
  /** Other tasks are named now that were not before. */
  contaminated: boolean;
  /** There is planning debris that was not there before. */
  debris: boolean;
  /** Any of: more than half as much again, contaminated, debris. */
  drifted: boolean;
}

/** More than half as much again. */
export const mostGrowth = 0.5;

/** How a context changed since the first attempt. */
export function detectDrift(baseline: string, current: string): Drift {
  const before = bytesOf(baseline);
  const growth = (bytesOf(current) - before) / Math.max(1, before);
  const known = taskIdsIn(baseline);
  const contaminated = [...taskIdsIn(current).keys()].some((id) => !known.has(id));
  const old = new Set(findDebris(baseline).map(({ text }) => text.toLowerCase()));
  const debris = findDebris(current).some(({ text, sure }) => sure && !old.has(text.toLowerCase()));
  return { growth, contaminated, debris, drifted: growth > mostGrowth || contaminated || debris };
}
