import { type Draft, say } from "../jobs/draft.ts";
import type { Command } from "../model/command.ts";
import type { Facts } from "../model/facts.ts";
import { isQuick, type Route } from "../model/route.ts";
import { isOpen, ownsThread, type Phase, type Track } from "../model/track.ts";
import type { Trigger } from "../model/trigger.ts";
import { recipeOf, refuseRecipe } from "./ask.ts";
import type { Question } from "./decide.ts";
import { freshTrack, type StartPhase } from "./fresh-track.ts";
import { mayCommand, refuse, refuseCommand } from "./on-commented.ts";
import { commandOf, isOurLabel } from "./our-labels.ts";
import { routeFor } from "./quick.ts";
import { resumeTrack } from "./revive.ts";

/** The track that a label, `/plan` or the wish for a report starts, if this is one and its sender may. */
export function trackFor(question: Question): Track | undefined {
  const { track, facts, trigger } = question;
  const wanted = wantedPhase(question);
  if (!wanted || !facts.config?.ok || !facts.issue?.open) return undefined;
  if (facts.traces && !wantsFresh(trigger)) return undefined;
  if (track && (!mayStartOver(track, wanted) || isOldNews(track, trigger))) return undefined;
  if (track && comesBack(track, trigger)) return undefined;
  return freshTrack(question, wanted);
}

/** What the sender wants this issue to become, if that is theirs to say. */
function wantedPhase(question: Question): StartPhase | undefined {
  const { track, facts, trigger } = question;
  if (trigger.type === "issue-labeled") {
    if (!isOurLabel(facts, trigger.label) || !mayCommand(facts, commandOf(trigger.label))) return undefined;
    return phaseFor(routeFor(question));
  }
  // Whatever a person decided about an earlier track is theirs to change.
  if (trigger.type === "issue-chosen")
    return (!track || track.phase === "asking") && mayCommand(facts, { type: "plan" })
      ? "planning"
      : undefined;
  if (trigger.type !== "commented" || !facts.issue) return undefined;
  if (trigger.thread !== trigger.issue && !(track && ownsThread(track, trigger.thread))) return undefined;
  const allowed = trigger.commands.filter((command) => mayCommand(facts, command));
  if (allowed.some(isNewPlan)) return phaseFor(routeFor(question));
  const recipes = allowed.flatMap((command) => recipeOf(command) ?? []);
  // What is refused needs no track.
  return !track && recipes.some((recipe) => !refuseRecipe(facts, recipe)) ? "asking" : undefined;
}

/** Whether a command asks for a track; `/plan --gaps` is about the one that is there. */
export function isNewPlan(command: Command): boolean {
  return command.type === "quick" || (command.type === "plan" && command.gaps !== true);
}

function phaseFor(route: Route | undefined): StartPhase {
  return route?.path === "quick" ? "executing" : "planning";
}

/** Whether a person says that what gsd left here may be forgotten. */
function wantsFresh(trigger: Trigger): boolean {
  return (
    trigger.type === "commented" &&
    trigger.commands.some((command) => command.type === "plan" && command.fresh === true)
  );
}

function mayStartOver(track: Track, wanted: Phase): boolean {
  if (wanted === "asking") return false;
  const { phase } = track;
  if (phase === "cancelled" || phase === "failed" || phase === "asking") return true;
  // Of a quick change, a plan can be made at any time.
  return wanted === "planning" && isQuick(track) && isOpen(track);
}

/** A delivery that comes twice, or late, does not start a track again that was ended in between. */
function isOldNews(track: Track, trigger: Trigger): boolean {
  if (trigger.type === "issue-labeled")
    return (
      track.phase !== "asking" && isOlder(trigger.at, isQuick(track) ? track.createdAt : lastWord(track))
    );
  return trigger.type === "commented" && track.handled.some(({ id }) => id === trigger.source);
}

/** When it was last started, ended or worked on: a label that was put on before that has had its effect. */
function lastWord({ createdAt, cancelled, history }: Track): string {
  return [createdAt, cancelled?.at ?? "", history.at(-1)?.at ?? ""].toSorted().at(-1) ?? createdAt;
}

/** GitHub tells time in whole seconds. */
function isOlder(at: string, than: string): boolean {
  return at.slice(0, 19) < than.slice(0, 19);
}

/** A label that is put back on brings back what went with it. */
function comesBack(track: Track, trigger: Trigger): boolean {
  return trigger.type === "issue-labeled" && track.cancelled?.why === "unlabeled";
}

/** A label that was taken off and put back on, by somebody who may: the track goes on where it was. */
export function onLabeled(
  draft: Draft,
  facts: Facts,
  trigger: Extract<Trigger, { type: "issue-labeled" }>,
): void {
  const { track } = draft;
  const { cancelled } = track;
  if (track.phase !== "cancelled" || !cancelled || !comesBack(track, trigger)) return;
  if (!isOurLabel(facts, trigger.label) || !facts.issueState?.labels.includes(trigger.label)) return;
  // What is older put it on the first time.
  if (isOlder(trigger.at, cancelled.at)) return;
  const refusal = refuseCommand(facts, trigger, commandOf(trigger.label));
  const { notice } = refusal ? refuse(refusal) : resumeTrack(draft, facts);
  if (notice) say(draft, draft.track.issue, notice);
}
