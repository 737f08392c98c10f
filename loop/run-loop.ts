import type { Track } from "../core/model/track.ts";
import type { Trigger } from "../core/model/trigger.ts";
import type { SavedTrack } from "./ledger/tracks.ts";
import { logAbout, type Topic } from "./log-about.ts";
import { measureLoop } from "./measure/measure-loop.ts";
import type { Ports } from "./ports.ts";
import { beginLoop, type Loop } from "./round/loop.ts";
import { show } from "./round/show.ts";
import { takeRound } from "./round/take-round.ts";
import { tellBroken } from "./tell-broken.ts";
import { isGone, tellGone } from "./tell-gone.ts";

/** Rounds of one loop; more than this means that something feeds itself. */
const mostRounds = 8;
/** Issues whose plan a process remembers. */
const mostPlans = 1_000;

/**
 * observe → decide → react → save → perform → settle, until nothing is due; then project.
 * New state and effects are saved together before anything is done, so a crash at any point leaves a track
 * whose next loop does what is left.
 */
export async function runLoop(
  ports: Ports,
  issue: number,
  trigger: Trigger,
  known?: { saved: SavedTrack | undefined },
): Promise<Track | undefined> {
  try {
    return await measureLoop({ meter: ports.meter, issue, trigger }, async (tally) => {
      const loop = await beginLoop(logAbout(ports, { issue }), { issue, trigger, known }, tally);
      return runRounds(logAbout(ports, topicOf(loop)), loop);
    });
  } catch (error) {
    if (isGone(error)) await tellGone(ports, issue);
    const thread = trigger.type === "commented" ? trigger.thread : issue;
    await tellBroken(ports, { issue, thread }, error);
    throw error;
  }
}

async function runRounds(ports: Ports, loop: Loop): Promise<Track | undefined> {
  for (let rounds = 0; rounds < mostRounds; ) {
    const round = await takeRound(ports, loop);
    if (round === "answered") return undefined;
    if (round === "idle") break;
    // One that lost to another writer has decided nothing yet.
    if (round === "done") rounds += 1;
  }
  if (!loop.saved) return undefined;
  const { track } = loop.saved;
  if (!loop.isShown) await show(ports, loop, track);
  rememberPlan(ports, track);
  return track;
}

/** So that the next event's first look reads it along. */
function rememberPlan({ plans }: Ports, { issue, pull }: Track): void {
  if (!plans || pull === undefined) return;
  plans.delete(issue);
  plans.set(issue, pull);
  for (const [oldest] of plans) if (plans.size > mostPlans) plans.delete(oldest);
}

function topicOf({ issue, cause, saved }: Loop): Topic {
  const track = saved?.track;
  if (cause.type !== "job-finished") return { issue, track };
  const { job, run } = cause.report;
  return { issue, track, job, run };
}
