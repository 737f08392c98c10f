import {
  checkpointTag,
  ledgerBranch,
  reportBranch,
  rollbackBranch,
  taskBranch,
  trackBranch,
} from "../codec/branches.ts";
import { jobKey } from "../codec/keys.ts";
import { pullsOf, type Track, taskEntries } from "../model/track.ts";
import type { BotObject } from "../ports/archive.ts";

type BotComment = Extract<BotObject, { type: "comment" }>;

/** All that the ledger ever knew of, by name. */
export interface Knowledge {
  branches: Set<string>;
  tags: Set<string>;
  pulls: Set<number>;
  /** The living comments. */
  comments: Set<number>;
  /** Keys of what was said, and of jobs. */
  keys: Set<string>;
}

export function noKnowledge(): Knowledge {
  return {
    branches: new Set([ledgerBranch]),
    tags: new Set(),
    pulls: new Set(),
    comments: new Set(),
    keys: new Set(),
  };
}

/** Adds what one state of a track knows. */
export function learn(known: Knowledge, track: Track): void {
  const { issue, slug } = track;
  known.branches.add(trackBranch.format({ issue, slug }));
  for (const [task] of taskEntries(track)) {
    known.branches.add(taskBranch.format({ issue, task }));
    known.tags.add(checkpointTag.format({ issue, task }));
  }
  for (const { task, attempt } of track.rollbacks)
    known.branches.add(rollbackBranch.format({ issue, task, attempt }));
  for (const { number } of track.reports) known.branches.add(reportBranch.format({ issue, number }));
  for (const pull of pullsOf(track)) known.pulls.add(pull);
  if (track.sticky) known.comments.add(track.sticky.comment);
  for (const { key } of track.outbox) known.keys.add(key);
  for (const { job } of track.history) known.keys.add(job);
  for (const job of track.jobs) known.keys.add(jobKey.format(job));
}

/** What looks as if gsd had made it, and no state of the ledger knows. */
export function findUnexplained(objects: readonly BotObject[], known: Knowledge): BotObject[] {
  return objects.filter((object) => !isExplained(object, known));
}

function isExplained(object: BotObject, known: Knowledge): boolean {
  switch (object.type) {
    case "branch":
      return known.branches.has(object.name);
    case "tag":
      return known.tags.has(object.name);
    case "pull":
      return known.pulls.has(object.number);
    case "comment":
      return known.comments.has(object.id) || isKnownKey(object, known);
  }
}

/** Answers where there is no track are not in the ledger: their key names the thread that they stand in, and what they answer. */
function isKnownKey({ key, kind, thread }: BotComment, known: Knowledge): boolean {
  if (key === undefined) return false;
  const [whose, effect, about] = key.split("/");
  const isAnswer = kind === "say" && effect === "say" && whose === String(thread) && about !== "-";
  return isAnswer || known.keys.has(key);
}
