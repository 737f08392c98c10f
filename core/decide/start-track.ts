import { trackBranch } from "../codec/branches.ts";
import { answerKey, effectKey, strangerKey } from "../codec/keys.ts";
import { goLabel, quickLabel } from "../codec/labels.ts";
import { type Draft, enqueue, say } from "../jobs/draft.ts";
import type { LooseEffect } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";
import { noUsage } from "../model/job.ts";
import type { Notice } from "../model/notice.ts";
import { isQuick, quickTask, type Route } from "../model/route.ts";
import { isOpen, ownsThread, type Phase, type Track } from "../model/track.ts";
import type { Commented, Sender, Trigger } from "../model/trigger.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { slugOf } from "../text/slug-of.ts";
import type { Answers } from "./answer-stranger.ts";
import { listRecipes, recipeOf, refuseRecipe } from "./ask.ts";
import { completePhase } from "./complete-phase.ts";
import type { Question } from "./decide.ts";
import { mayCommand, refuse, refuseCommand } from "./on-commented.ts";
import { quickEntry, routeFor } from "./quick.ts";
import { resumeTrack } from "./revive.ts";

type StartPhase = "planning" | "asking" | "executing";

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
    if (!isOurLabel(facts, trigger.label) || !mayCommand(facts, { type: "plan" })) return undefined;
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
  if (allowed.some(({ type }) => type === "plan" || type === "quick")) return phaseFor(routeFor(question));
  const recipes = allowed.flatMap((command) => recipeOf(command) ?? []);
  // What is refused needs no track.
  return !track && recipes.some((recipe) => !refuseRecipe(facts, recipe)) ? "asking" : undefined;
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
  const refusal = refuseCommand(facts, trigger, { type: "plan" });
  const { notice } = refusal ? refuse(refusal) : resumeTrack(draft, facts);
  if (notice) say(draft, draft.track.issue, notice);
}

function freshTrack(question: Question, phase: StartPhase): Track {
  const { track, facts, trigger, moment } = question;
  const { issue: number } = trigger as { issue: number };
  const { title = "", textSha256 = "", oddities, discussion } = facts.issue ?? {};
  const fresh: Track = withoutUndefined({
    version: 2 as const,
    issue: number,
    slug: track && track.phase !== "asking" ? nextSlug(track.slug) : freeSlug(number, title, facts),
    title,
    phase,
    paused: false,
    requestedBy: "sender" in trigger ? trigger.sender.login : "",
    createdAt: moment.now,
    defaultBranch: facts.defaultBranch ?? "main",
    config: facts.config?.ok ? facts.config.config : (track as Track).config,
    textSha256,
    oddities,
    discussion,
    plan: { runs: track?.plan.runs ?? 0, attempts: 0, feedback: [] },
    route: phase === "asking" ? undefined : routeFor(question),
    tasks: phase === "executing" ? { [quickTask]: quickEntry(title, textSha256) } : {},
    health: phase === "asking" ? undefined : { runs: 0, attempts: 0 },
    verification: { runs: 0, attempts: 0 },
    rollbacks: [],
    reports: [...(track?.reports ?? [])],
    // Of a track that is over, only reports are under way: nobody said that they should stop.
    jobs: [...(track?.jobs ?? [])],
    leaving: [...(track?.leaving ?? [])],
    history: [...(track?.history ?? [])],
    batches: track?.batches ?? firstNumber(facts, moment),
    says: track?.says ?? firstNumber(facts, moment),
    outbox: [...(track?.outbox ?? [])],
    handled: [...(track?.handled ?? [])],
    usage: { ...(track?.usage ?? noUsage) },
    usd: track?.usd ?? 0,
    extraUsd: track?.extraUsd ?? 0,
    sticky: track?.sticky ?? strayComment(facts),
    saves: track?.saves,
  });
  if ("label" in trigger && trigger.label !== undefined) fresh.label = trigger.label;
  if (phase !== "asking") startWork(fresh, { trigger, moment });
  return fresh;
}

/** The branch and the living comment come first: a plan is written on the one and followed in the other. */
function startWork(track: Track, { trigger, moment }: Pick<Question, "trigger" | "moment">): void {
  const draft = { track, moment, missing: [] };
  const attempt = track.plan.runs + track.batches + 1;
  if (trigger.type === "issue-labeled") {
    const target = { kind: "issue", number: track.issue } as const;
    const key = effectKey.format(track.issue, "react", "plan", attempt);
    enqueue(draft, key, { type: "react", target, reaction: "eyes" });
  }
  enqueue(draft, effectKey.format(track.issue, "start-track", "-", attempt), { type: "start-track" });
}

/** A track that starts over gets a branch and a folder of its own: what the last one left stays where it is. */
function nextSlug(slug: string): string {
  const [, stem = slug, number = "1"] = /^(.*)-(\d{1,3})$/.exec(slug) ?? [];
  return `${stem.slice(0, 28)}-${Number(number) + 1}`;
}

/** A branch of a track that the ledger has lost is not ours to write to. */
function freeSlug(issue: number, title: string, { traces }: Facts): string {
  let slug = slugOf(title);
  while (traces?.names.includes(trackBranch.format({ issue, slug }))) slug = nextSlug(slug);
  return slug;
}

/** The progress comment of a track that is lost: it goes on living. */
function strayComment({ traces }: Facts): Track["sticky"] {
  return traces?.sticky && { ...traces.sticky, digest: "" };
}

/** Keys count on from here. Where an earlier track is lost, an hour's number keeps them apart from that one's. */
function firstNumber({ traces }: Facts, { now }: Question["moment"]): number {
  return traces ? Math.floor(Date.parse(now) / 3_600_000) : 0;
}

/** A broken configuration does not hide that somebody used the usual label. */
function isPlanLabel(facts: Facts, label: string): boolean {
  return label === (facts.config?.ok ? facts.config.config.label : "gsd:plan");
}

/** Whether a label asks for work. */
function isOurLabel(facts: Facts, label: string): boolean {
  return isPlanLabel(facts, label) || label === quickLabel || label === goLabel;
}

/** What people hear where there is no track to record it in. */
export function answerWithoutTrack(facts: Facts, trigger: Trigger): Answers {
  if (trigger.type === "issue-labeled") {
    if (!isOurLabel(facts, trigger.label)) return [];
    const { issue: thread, sender, at } = trigger;
    const notice = refuseCommand(facts, trigger, { type: "plan" }) ?? refuseTraces(facts, thread);
    const notices = [notice ?? { type: "cannot-plan-here" as const }];
    // For those who may, each time it is put on gets its answer; a tick that finds the same one again finds that, too.
    const key = mayCommand(facts, { type: "plan" })
      ? effectKey.format(thread, "say", "label", Date.parse(at) / 1000)
      : strangerKey.format({ thread, id: sender.id, at });
    return [{ key, effect: { type: "say", thread, notices } }];
  }
  if (trigger.type === "issue-chosen") return answerChosen(facts, trigger.issue);
  return trigger.type === "commented" ? answerComment(facts, trigger) : [];
}

/** Nobody waits for an answer, but where gsd was at work before somebody has to know why it does not go on; once. */
function answerChosen(facts: Facts, thread: number): Answers {
  const notice = refuseTraces(facts, thread);
  if (!notice) return [];
  return [
    { key: effectKey.format(thread, "say", "chosen"), effect: { type: "say", thread, notices: [notice] } },
  ];
}

function answerComment(facts: Facts, trigger: Commented): Answers {
  const completion = completePhase(facts, trigger);
  if (completion) return completion;
  const mistakes = trigger.mistakes.filter(({ type }) => type !== "unknown-command");
  if (trigger.commands.length + mistakes.length === 0) return [];
  const { ok, notices } = replyTo(facts, trigger);
  const effects: LooseEffect[] = [];
  if (trigger.target) {
    effects.push({ type: "react", target: trigger.target, reaction: ok ? "eyes" : "confused" });
  }
  // Last: where the answer stands, all is done.
  effects.push({ type: "say", thread: trigger.thread, notices });
  return effects.map((effect) => ({ key: answerKey.format({ ...trigger, kind: effect.type }), effect }));
}

function replyTo(facts: Facts, trigger: Commented): { ok: boolean; notices: Notice[] } {
  const { commands, mistakes, sender } = trigger;
  const only = (type: string) => mistakes.length === 0 && commands.every((command) => command.type === type);
  if (only("help") && !sender.bot) return { ok: true, notices: [{ type: "help" }] };
  const refusal = refuseCommand(facts, trigger, commands[0] ?? { type: "help" });
  if (refusal) return { ok: false, notices: [refusal] };
  if (mistakes.length > 0) {
    return { ok: false, notices: mistakes.map((mistake) => ({ type: "mistake", mistake })) };
  }
  const lists = commands.every((command) => command.type === "run" && command.recipe === undefined);
  if (lists) return { ok: true, notices: [listRecipes(facts).notice ?? { type: "help" }] };
  return { ok: false, notices: [refuseTraces(facts, trigger.issue) ?? refuseWish(facts, trigger)] };
}

/** Where gsd was at work and its state is gone, nothing starts before a person says so. */
export function refuseTraces({ traces }: Facts, issue: number): Notice | undefined {
  if (!traces) return undefined;
  const { gone, names, pulls, commit } = traces;
  if (gone === "track") return { type: "track-gone", issue, names };
  return withoutUndefined({ type: "ledger-gone" as const, names, pulls, commit });
}

function refuseWish(facts: Facts, trigger: Commented): Notice {
  const { commands } = trigger;
  if (commands.some(({ type }) => type === "plan")) return refusePlan(facts, trigger);
  const [recipe] = commands.flatMap((command) => recipeOf(command) ?? []);
  if (recipe === undefined) return { type: "no-track" };
  return refuseRecipe(facts, recipe) ?? { type: "cannot-ask-here" };
}

function refusePlan(facts: Facts, trigger: { sender: Sender }): Notice {
  return refuseCommand(facts, trigger, { type: "plan" }) ?? { type: "cannot-plan-here" };
}
