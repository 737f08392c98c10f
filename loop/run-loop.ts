import { isDeepStrictEqual } from "node:util";
import { trackBranch } from "../core/codec/branches.ts";
import { effectKey, jobKey } from "../core/codec/keys.ts";
import { type Decision, decide } from "../core/decide/decide.ts";
import { settle } from "../core/decide/settle.ts";
import { GsdError } from "../core/gsd-error.ts";
import type { EffectOutcome } from "../core/model/effect.ts";
import { type Facts, type Moment, noFacts, type PullText } from "../core/model/facts.ts";
import type { Sha } from "../core/model/ids.ts";
import { isOver, type Track } from "../core/model/track.ts";
import type { Trigger } from "../core/model/trigger.ts";
import { withoutUndefined } from "../core/model/without-undefined.ts";
import { lookFirst } from "./first-look.ts";
import { giveAnswers } from "./give-answers.ts";
import { type SavedTrack, saveTrack } from "./ledger/tracks.ts";
import { logAbout, type Topic } from "./log-about.ts";
import { measureEffect, measureLoop, type Tally } from "./measure/measure-loop.ts";
import { observe } from "./observe.ts";
import { performEffect } from "./perform.ts";
import type { Ports } from "./ports.ts";
import { project, signed, withProjection } from "./project.ts";
import { type Given, reactFirst, withoutGiven } from "./react-first.ts";
import { type Found, readMissing } from "./read-missing.ts";
import { tellBroken } from "./tell-broken.ts";
import { isGone, tellGone } from "./tell-gone.ts";

/** Rounds of one loop; more than this means that something feeds itself. */
const mostRounds = 8;
/** How often a save may lose to another writer before we give up; the next event tries again. */
const mostConflicts = 12;
/** How often a decision may ask for more before it is taken as it is. */
const mostLooks = 4;

const isReaction = ({ effect }: { effect: { type: string } }) => effect.type === "react";

interface Loop {
  issue: number;
  moment: Moment;
  saved: SavedTrack | undefined;
  trigger: Trigger;
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
  /** Writes what people read of a track, if it should say something else than before. */
  show(track: Track): Promise<void>;
  /** Whether people read the last state already. */
  isShown: boolean;
}

/**
 * observe → decide → react → save → perform → settle, until nothing is due; then project.
 * New state and effects are saved together before anything is done, so a crash at any point leaves a track
 * whose next loop does what is left.
 */
export async function runLoop(...work: Work): Promise<Track | undefined> {
  const [ports, issue, trigger] = work;
  try {
    return await measureLoop({ meter: ports.meter, issue, trigger }, (tally) => loopOn(work, tally));
  } catch (error) {
    if (isGone(error)) await tellGone(ports, issue);
    const thread = trigger.type === "commented" ? trigger.thread : issue;
    await tellBroken(ports, { issue, thread }, error);
    throw error;
  }
}

type Work = [ports: Ports, issue: number, trigger: Trigger, known?: { saved: SavedTrack | undefined }];

async function loopOn([given, issue, trigger, known]: Work, tally: Tally): Promise<Track | undefined> {
  const now = given.now().toISOString();
  const moment: Moment = withoutUndefined({ now, owner: given.owner, run: given.run });
  const first = known
    ? { ...known, hasLedger: true, facts: noFacts, texts: new Map<number, PullText>() }
    : await lookFirst(logAbout(given, { issue }), issue, trigger);
  const ports = logAbout(given, topicOf(issue, trigger, first.saved?.track));
  const loop: Loop = {
    issue,
    moment,
    saved: first.saved,
    trigger,
    outcomes: [],
    tally,
    tried: new Set(),
    given: new Set(),
    texts: first.texts,
    made: undefined,
    before: first.saved?.track,
    show: (after) => project(ports, { ...loop, after, trigger }),
    isShown: false,
  };
  if (loop.before) tally.before = loop.before;
  let facts = first.facts;
  for (let round = 0; round < mostRounds; round += 1) {
    tally.rounds += 1;
    const { decision, found } = await decideWith(ports, loop, facts);
    rememberTexts(loop, found.facts);
    if (decision.type === "answers") {
      const refused = decision.track && { type: "track" as const, track: decision.track, missing: [] };
      // People see at once that they were heard, before anything is saved.
      if (refused) await giveAnswers(ports, decision.answers.filter(isReaction));
      if (refused && (await save(ports, loop, { decision: refused, found })) === "conflict") {
        round -= 1;
        continue;
      }
      return giveAnswers(
        ports,
        refused ? decision.answers.filter((one) => !isReaction(one)) : decision.answers,
      );
    }
    if (!first.hasLedger && !ports.ledger.latest()) await ports.ledger.create();
    const saving = await save(ports, loop, { decision, found });
    if (saving === "same") break;
    if (saving === "conflict") {
      // What was read belongs to a state that is no more; what the event is about, and whose it is, still counts.
      facts = { ...facts, bases: {}, checks: {}, actor: found.facts.actor };
      round -= 1;
      continue;
    }
    loop.outcomes = await performDue(ports, loop);
    loop.made ??= loop.outcomes.map(madeBy).find(Boolean);
    if (loop.outcomes.length === 0) break;
    loop.trigger = { type: "continued" };
    const { issueState } = found.facts;
    facts = withoutUndefined({ ...noFacts, bases: basesOf(loop), issueState });
  }
  if (!loop.saved) return undefined;
  const { track } = loop.saved;
  if (!loop.isShown) await loop.show(track);
  rememberPlan(ports, track);
  return track;
}

function rememberTexts({ texts }: Loop, { pulls }: Facts): void {
  for (const pull of Object.values(pulls)) if (pull?.text) texts.set(pull.number, pull.text);
}

const mostPlans = 1_000;

/** So that the next event's first look reads it along. */
function rememberPlan({ plans }: Ports, { issue, pull }: Track): void {
  if (!plans || pull === undefined) return;
  plans.delete(issue);
  plans.set(issue, pull);
  for (const [oldest] of plans) if (plans.size > mostPlans) plans.delete(oldest);
}

/** Decides, and again with more facts as long as the decision says what it lacks. */
async function decideWith(
  ports: Ports,
  loop: Loop,
  looked: Facts,
): Promise<{ decision: Decision; found: Found }> {
  const { saved, trigger, moment } = loop;
  const track = saved && settle(saved.track, loop.outcomes, moment);
  const fresh: Facts = { ...looked, pulls: { ...looked.pulls }, checks: { ...looked.checks } };
  let found: Found = {
    facts: await observe(ports, { ...fresh, bases: { ...looked.bases } }, { track, trigger }),
  };
  for (let look = 0; ; look += 1) {
    const decision = decide(withoutUndefined({ track, facts: found.facts, trigger, moment }));
    if (decision.type === "answers") return { decision, found };
    await reactFirst(ports, decision.track, loop);
    if (decision.missing.length === 0 || look >= mostLooks) return { decision, found };
    const { missing, track: next } = decision;
    found = await readMissing(ports, found, { missing, track: next });
  }
}

type Tracked = Extract<Decision, { type: "track" }>;

async function save(
  ports: Ports,
  loop: Loop,
  { decision, found }: { decision: Tracked; found: Found },
): Promise<"saved" | "same" | "conflict"> {
  const next = withProjection(ports, withoutGiven(decision.track, loop.given));
  const { day } = decision;
  if (!day && isDeepStrictEqual(next, loop.saved?.track)) return "same";
  const days = day && found.day ? [{ ...found.day, day }] : [];
  // No tick visits a track that is over: whoever dies here leaves it among those that have something left to do.
  loop.isShown = isOver(next) && loop.saved?.folder === "tracks";
  if (loop.isShown) await loop.show(next);
  const message = describe(loop.trigger, loop.outcomes);
  const saving = await saveTrack(ports.ledger, signed(ports, next), {
    saved: loop.saved,
    message,
    days,
  }).catch((error: unknown) => tellFull(ports, loop, error));
  if (saving.type === "saved") {
    loop.saved = saving.saved;
    loop.tally.saves += 1;
    return "saved";
  }
  loop.isShown = false;
  loop.tally.conflicts += 1;
  if (loop.tally.conflicts > mostConflicts) throw busy(loop.issue);
  // Whoever was faster shows what they saved; what this loop saved before is still its own to show.
  if (loop.before === loop.saved?.track) loop.before = saving.now?.track;
  loop.saved = saving.now;
  return "conflict";
}

/** A track that does not fit is told in its thread, once; the run ends in red. */
async function tellFull(ports: Ports, { issue }: Loop, error: unknown): Promise<never> {
  if (error instanceof GsdError && error.code === "ledger-full") {
    const key = effectKey.format(issue, "say", "ledger-full");
    const notices = [{ type: "ledger-full" as const, text: error.message }];
    await giveAnswers(ports, [{ key, effect: { type: "say", thread: issue, notices } }]);
  }
  throw error;
}

/** A merge that we have just made, or a branch, is the head of the track branch: nobody else has saved since. */
function basesOf({ saved, outcomes }: Loop): Facts["bases"] {
  const heads = outcomes.flatMap((outcome) => headOf(outcome) ?? []);
  const [sha] = heads;
  if (!saved || sha === undefined || heads.length > 1) return {};
  const branch = trackBranch.format(saved.track);
  return { [branch]: { branch, sha } };
}

function headOf(outcome: EffectOutcome): Sha | undefined {
  if (outcome.type !== "done") return undefined;
  const { result } = outcome;
  if (result.type === "merged") return result.sha;
  return result.type === "started" ? result.head : undefined;
}

/** The digest of a progress comment that is new. */
function madeBy(outcome: EffectOutcome): string | undefined {
  return outcome.type === "done" && outcome.result.type === "started" ? outcome.result.digest : undefined;
}

/** Performs what this loop owns, one after the other: GitHub wants writes one at a time. */
async function performDue(
  ports: Ports,
  { saved, moment, tried, texts, tally }: Loop,
): Promise<EffectOutcome[]> {
  const outcomes: EffectOutcome[] = [];
  for (const entry of saved?.track.outbox ?? []) {
    if (!saved || entry.owner !== moment.owner || entry.at !== moment.now || tried.has(entry.key)) continue;
    tried.add(entry.key);
    const task = { ports, track: saved.track, entry };
    outcomes.push(await measureEffect(tally, entry, () => performEffect(task)));
    // It writes into the body: what was read before is old.
    if (entry.effect.type === "show-health") texts.delete(entry.effect.pull);
  }
  return outcomes;
}

function topicOf(issue: number, trigger: Trigger, track: Track | undefined): Topic {
  if (trigger.type !== "job-finished") return { issue, track };
  const { job, run } = trigger.report;
  return { issue, track, job, run };
}

function describe(trigger: Trigger, outcomes: EffectOutcome[]): string {
  if (trigger.type === "job-finished") {
    const { job, result } = trigger.report;
    return `${jobKey.format(job)} ${result.type === "failed" ? result.outcome : "done"}`;
  }
  if (trigger.type === "commented")
    return trigger.commands.map(({ type }) => `/${type}`).join(" ") || "comment";
  if (trigger.type === "continued")
    return outcomes.map(({ key }) => effectKey.describe(key)).join(", ") || "go on";
  return trigger.type;
}

function busy(issue: number): GsdError {
  return new GsdError(
    "ledger-busy",
    `The track of #${issue} is being written by others; the next event tries again.`,
  );
}
