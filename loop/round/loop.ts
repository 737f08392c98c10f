import type { EffectOutcome } from "../../core/model/effect.ts";
import { type Facts, type Moment, noFacts, type PullText } from "../../core/model/facts.ts";
import type { Track } from "../../core/model/track.ts";
import type { Trigger } from "../../core/model/trigger.ts";
import { withoutUndefined } from "../../core/model/without-undefined.ts";
import { type FirstLook, lookFirst } from "../first-look.ts";
import type { SavedTrack } from "../ledger/tracks.ts";
import type { Tally } from "../measure/measure-loop.ts";
import type { Ports } from "../ports.ts";
import type { Given } from "../react-first.ts";

/** What a loop is about; `known` where the caller has read the track already. */
export interface Cause {
  issue: number;
  trigger: Trigger;
  known: { saved: SavedTrack | undefined } | undefined;
}

/** What one loop carries from round to round. */
export interface Loop {
  issue: number;
  moment: Moment;
  /** What the loop began with. */
  cause: Trigger;
  /** What this round is about: the cause first, then that something was done. */
  trigger: Trigger;
  /** What is known before this round reads more. */
  facts: Facts;
  saved: SavedTrack | undefined;
  hasLedger: boolean;
  /** What became of the effects of the round before. */
  outcomes: EffectOutcome[];
  tally: Tally;
  /** Effects that this loop has tried. */
  tried: Set<string>;
  /** Reactions that this loop gave before it saved anything. */
  given: Given;
  /** Bodies of pull requests, as this loop has read them. */
  texts: Map<number, PullText>;
  /** The digest of the progress comment, where this loop has made it. */
  made: string | undefined;
  /** What people read already, or are about to: as it was before this loop, or as somebody faster has left it. */
  before: Track | undefined;
  /** Whether people read the last state already. */
  isShown: boolean;
}

/** Takes the first look, unless the caller has, and begins. */
export async function beginLoop(ports: Ports, cause: Cause, tally: Tally): Promise<Loop> {
  const { issue, trigger, known } = cause;
  const now = ports.now().toISOString();
  const { saved, hasLedger, facts, texts } = known
    ? withoutLook(known.saved)
    : await lookFirst(ports, issue, trigger);
  if (saved) tally.before = saved.track;
  return {
    issue,
    moment: withoutUndefined({ now, owner: ports.owner, run: ports.run }),
    cause: trigger,
    trigger,
    facts,
    saved,
    hasLedger,
    outcomes: [],
    tally,
    tried: new Set(),
    given: new Set(),
    texts,
    made: undefined,
    before: saved?.track,
    isShown: false,
  };
}

function withoutLook(saved: SavedTrack | undefined): FirstLook {
  return { saved, hasLedger: true, facts: noFacts, texts: new Map() };
}
