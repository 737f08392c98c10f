import type { Draft } from "../jobs/draft.ts";
import type { Facts } from "../model/facts.ts";
import { forget } from "../model/forget.ts";
import { mostGaps } from "../model/gap.ts";
import { isOpen } from "../model/track.ts";

/** What is missing in the repository is kept while it is missing; whoever shows the track says it. It never stops work: what could go well goes on. */
export function noticeGaps({ track }: Draft, { gaps }: Facts): void {
  if (!gaps || !isOpen(track)) return;
  if (gaps.length > 0) track.gaps = gaps.slice(0, mostGaps);
  else forget(track, "gaps");
}
