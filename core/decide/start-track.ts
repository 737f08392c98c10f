import { answerKey } from "../codec/keys.ts";
import type { Effect } from "../model/effect.ts";
import type { Facts } from "../model/facts.ts";
import { slugOf } from "../model/ids.ts";
import { ownsThread, type Track } from "../model/track.ts";
import type { Commented, Sender, Trigger } from "../model/trigger.ts";
import { help } from "../render/answers.ts";
import * as refusals from "../render/refusals.ts";
import type { Decision, Question } from "./decide.ts";
import { enqueue } from "./draft.ts";
import { mayCommand, refuseCommand } from "./on-commented.ts";

/** The track that a label or `/plan` starts, if this is one and its sender may. */
export function planFor({ track, facts, trigger, moment }: Question): Track | undefined {
  const asked = asksForPlan(trigger, facts, track);
  if (asked === undefined || !mayCommand(facts, { type: "plan" }) || !facts.config?.ok || !facts.issue?.open)
    return undefined;
  if (track && (!mayStartOver(track) || isOldNews(track, trigger))) return undefined;
  const { config } = facts.config;
  const fresh: Track = {
    version: 1,
    issue: asked,
    slug: track ? nextSlug(track.slug) : slugOf(facts.issue.title),
    title: facts.issue.title,
    phase: "planning",
    paused: false,
    requestedBy: trigger.type === "issue-labeled" || trigger.type === "commented" ? trigger.sender.login : "",
    createdAt: moment.now,
    defaultBranch: facts.defaultBranch ?? "main",
    config,
    textSha256: facts.issue.textSha256,
    ...(facts.issue.oddities ? { oddities: facts.issue.oddities } : {}),
    plan: { documents: [], attempts: {}, feedback: [] },
    tasks: {},
    verification: { runs: 0, attempts: 0 },
    rollbacks: [],
    jobs: [],
    batches: track?.batches ?? 0,
    says: track?.says ?? 0,
    outbox: [...(track?.outbox ?? [])],
    handled: [...(track?.handled ?? [])],
    usage: { input: 0, output: 0 },
    usd: track?.usd ?? 0,
    extraUsd: track?.extraUsd ?? 0,
    ...(track?.sticky ? { sticky: track.sticky } : {}),
  };
  const draft = { track: fresh, moment };
  if (trigger.type === "issue-labeled") {
    const target = { kind: "issue", number: asked } as const;
    enqueue(draft, `${asked}/react/plan/${fresh.batches + 1}`, { type: "react", target, reaction: "eyes" });
  }
  enqueue(draft, `${asked}/start-track/-/${fresh.batches + 1}`, { type: "start-track" });
  return fresh;
}

function mayStartOver(track: Track): boolean {
  return track.phase === "cancelled" || track.phase === "failed";
}

/** A delivery that comes twice does not start a track again that was ended in between. */
function isOldNews(track: Track, trigger: Trigger): boolean {
  if (trigger.type === "issue-labeled") return trigger.at <= track.createdAt;
  return trigger.type === "commented" && track.handled.some(({ id }) => id === trigger.source);
}

/** A track that starts over gets a branch and a folder of its own: what the last one left stays where it is. */
function nextSlug(slug: string): string {
  const [, stem = slug, number = "1"] = /^(.*)-(\d{1,3})$/.exec(slug) ?? [];
  return `${stem.slice(0, 28)}-${Number(number) + 1}`;
}

/** The issue that somebody wants planned. */
function asksForPlan(trigger: Trigger, facts: Facts, track: Track | undefined): number | undefined {
  if (trigger.type === "issue-labeled") return isPlanLabel(facts, trigger.label) ? trigger.issue : undefined;
  if (trigger.type !== "commented" || !facts.issue) return undefined;
  if (trigger.thread !== trigger.issue && !(track && ownsThread(track, trigger.thread))) return undefined;
  return trigger.commands.some((command) => command.type === "plan") ? trigger.issue : undefined;
}

/** A broken configuration does not hide that somebody used the usual label. */
function isPlanLabel(facts: Facts, label: string): boolean {
  return label === (facts.config?.ok ? facts.config.config.label : "gsd:plan");
}

/** What people hear where there is no track to record it in. */
export function answerWithoutTrack(facts: Facts, trigger: Trigger): Decision["loose"] {
  if (trigger.type === "issue-labeled") {
    if (!isPlanLabel(facts, trigger.label)) return [];
    const body = refusePlan(facts, trigger);
    // Each time it is put on gets its answer; a tick that finds the same one again finds that, too.
    const key = `${trigger.issue}/say/label/${Date.parse(trigger.at) / 1000}`;
    return [{ key, effect: { type: "say", thread: trigger.issue, body } }];
  }
  if (trigger.type !== "commented") return [];
  const mistakes = trigger.mistakes.filter((mistake) => !mistake.unknown);
  if (trigger.commands.length + mistakes.length === 0) return [];
  const onlyHelp = trigger.commands.every(({ type }) => type === "help") && trigger.mistakes.length === 0;
  const refusal = onlyHelp && !trigger.sender.bot ? undefined : refuseComment(facts, trigger);
  const effects: Effect[] = [];
  if (trigger.target) {
    effects.push({ type: "react", target: trigger.target, reaction: refusal ? "confused" : "eyes" });
  }
  // Last: where the answer stands, all is done.
  effects.push({ type: "say", thread: trigger.thread, body: refusal ?? help() });
  return effects.map((effect) => ({ key: answerKey.format({ ...trigger, kind: effect.type }), effect }));
}

function refuseComment(facts: Facts, trigger: Commented): string {
  const refusal = refuseCommand(facts, trigger, trigger.commands[0] ?? { type: "help" });
  if (refusal) return refusal;
  if (trigger.mistakes.length > 0) return trigger.mistakes.map((mistake) => mistake.message).join("\n\n");
  return trigger.commands.some((command) => command.type === "plan")
    ? refusePlan(facts, trigger)
    : refusals.noTrack();
}

function refusePlan(facts: Facts, trigger: { sender: Sender }): string {
  return refuseCommand(facts, trigger, { type: "plan" }) ?? refusals.cannotPlanHere();
}
