import { trackBranch } from "../codec/branches.ts";
import { effectKey } from "../codec/keys.ts";
import { enqueue } from "../jobs/draft.ts";
import type { Facts } from "../model/facts.ts";
import { noUsage } from "../model/job.ts";
import { mostHeard } from "../model/mark.ts";
import { quickTask } from "../model/route.ts";
import type { Track } from "../model/track.ts";
import type { Trigger } from "../model/trigger.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import { slugOf } from "../text/slug-of.ts";
import type { Question } from "./decide.ts";
import { quickEntry, routeFor } from "./quick.ts";

export type StartPhase = "planning" | "asking" | "executing";

export function freshTrack(question: Question, phase: StartPhase): Track {
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
    calls: track?.calls,
    heard: heardBefore(question),
  });
  if ("label" in trigger && trigger.label !== undefined) fresh.label = trigger.label;
  if (phase !== "asking") startWork(fresh, { trigger, moment });
  return fresh;
}

/** Whoever asks for it is told of it where they asked. */
function heardBefore({ track, facts, trigger }: Question): Track["heard"] {
  const before = track?.heard;
  const node = nodeOf(trigger, facts);
  return node === undefined
    ? before
    : [...(before ?? []), { node, about: "track" as const }].slice(-mostHeard);
}

/** A label may be heard of by a tick, too, so it is the issue that is asked, and not the event. */
function nodeOf(trigger: Trigger, { issueState }: Facts): string | undefined {
  if (trigger.type === "issue-labeled") return issueState?.node;
  const plans =
    trigger.type === "commented" && trigger.commands.some(({ type }) => type === "plan" || type === "quick");
  return plans && trigger.target?.kind === "comment" ? trigger.target.node : undefined;
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
