import type { Blocker } from "../model/blocker.ts";
import type { Instant } from "../model/ids.ts";
import { type Track, taskEntries } from "../model/track.ts";
import { type NextStep, nextStep } from "./next-step.ts";

/** What a track waits for, and for whom. */
export type Wait =
  /** `approver`: whoever may approve it; `requester`: who asked for it; `reviewer`: who asked for changes. */
  | { type: "person"; role: "approver" | "requester" | "reviewer"; people: string[] }
  | { type: "gsd" }
  | { type: "ci" }
  | { type: "issues"; issues: Blocker[] }
  /** The provider's limit. */
  | { type: "limit"; until: Instant }
  /** The budget of the day. */
  | { type: "budget" }
  | { type: "nobody" };

/** Whose turn it is, where it is a person's. */
const turns: { [T in NextStep["type"]]?: "approver" | "requester" } = {
  "approve-plan": "approver",
  "approve-edit": "approver",
  review: "approver",
  merge: "approver",
  "merge-rollback": "approver",
  "merge-quick": "approver",
  "nothing-left": "approver",
  "resolve-conflict": "approver",
  "fix-base": "approver",
  resume: "requester",
  "help-tasks": "requester",
  answer: "requester",
  "fix-verification": "requester",
  reopen: "requester",
  "start-over": "requester",
};

/** For whom or what a track waits at a moment. */
export function waitOf(track: Track, now: Instant): Wait {
  const step = nextStep(track);
  if (step.type === "lift-request") return { type: "person", role: "reviewer", people: step.by };
  if (step.type === "await-issues") return { type: "issues", issues: step.issues };
  if (step.type === "wait") return step.for === "checks" ? { type: "ci" } : whileBusy(track, now);
  const role = turns[step.type];
  if (!role) return { type: "nobody" };
  const people = role === "approver" ? approversOf(track) : [track.requestedBy].filter(Boolean);
  return { type: "person", role, people };
}

/** What runs is gsd's work, also while nothing new may start. */
function whileBusy(track: Track, now: Instant): Wait {
  const { notBefore, jobs } = track;
  const isRunning = jobs.some(({ state }) => state === "claimed");
  if (!isRunning && notBefore !== undefined && notBefore > now) return { type: "limit", until: notBefore };
  const waitsForMoney = taskEntries(track).some(([, { trouble }]) => trouble?.type === "budget-waits");
  return !isRunning && waitsForMoney ? { type: "budget" } : { type: "gsd" };
}

/** People and teams that the configuration names for it; without any, it is a matter of the role. */
function approversOf({ config: { who } }: Track): string[] {
  const named = Object.hasOwn(who, "approve") ? [who["approve"] ?? []].flat() : [];
  return named.filter((one) => one.startsWith("@")).map((one) => one.slice(1));
}
