import { calm, type Draft, dropWork } from "../jobs/draft.ts";
import { restarted } from "../jobs/fail-task.ts";
import { reopen, verifyAgain } from "../jobs/verify-again.ts";
import type { Facts } from "../model/facts.ts";
import type { Feedback } from "../model/feedback.ts";
import type { TaskId } from "../model/ids.ts";
import type { Notice } from "../model/notice.ts";
import type { TrackTask } from "../model/task.ts";
import { type Track, taskOfPull } from "../model/track.ts";
import type { Commented } from "../model/trigger.ts";
import { isUnderWay } from "./amend.ts";
import { type HeardWords, wordsOf } from "./collect-words.ts";
import { type Reply, refuse } from "./on-commented.ts";

/** What somebody wants to be different, and who that is. */
export interface Saying {
  trigger: Commented;
  text?: string | undefined;
}

/** With what an attempt adds, all of it has room in the feedback of a task or plan. */
const mostWords = 49;

/** `/revise [T03] [text]`: works again on top of a task's head, with these words and all that people said about it; without a task, on the plan. */
export function revise(
  draft: Draft,
  facts: Facts,
  { task: named, ...saying }: Saying & { task?: TaskId | undefined },
): Reply {
  const { track } = draft;
  const id = named ?? taskOfPull(track, saying.trigger.thread);
  if (id === undefined) return revisePlan(draft, facts, saying);
  const known = track.tasks[id];
  if (!known) return refuse({ type: "unknown-task", task: id });
  if (!["executing", "verifying", "ready"].includes(track.phase)) {
    return refuse({ type: "not-executing", command: "revise" });
  }
  if (!["failed", "needs_input", "skipped", "review"].includes(known.status)) {
    return refuse({ type: "cannot-revise", task: id });
  }
  const heard = hear(facts, known, saying);
  if (heard.words.length === 0) return refuse({ type: "nothing-to-revise", task: id });
  dropWork(draft, id);
  track.tasks[id] = revised(known, heard, facts);
  reopen(draft);
  verifyAgain(draft);
  calm(draft);
  return { ok: true, notice: heardNotice(id, heard) };
}

/** Where its pull request is open, its branch goes on from its head, whoever made that. */
function revised(known: TrackTask, { words }: HeardWords, facts: Facts): TrackTask {
  const feedback = [...known.feedback.filter(({ type }) => type !== "words"), ...words];
  const { onHead: _, resume, ...rest } = known;
  const isOpenPull = known.proposal && facts.pulls[known.proposal.pull]?.state === "open";
  if (isOpenPull) return { ...restarted({ ...rest, onHead: true }, feedback), attempts: 0 };
  const afresh = { ...restarted(rest, feedback), attempts: 0 };
  return resume ? { ...afresh, resume: { ...resume, done: [] } } : afresh;
}

/** What people said about a task: in this comment, in earlier ones that no run has dealt with, and on its pull request. */
export function hear(facts: Facts, known: TrackTask, saying: Saying): HeardWords {
  return gather(facts, { pull: known.proposal?.pull, feedback: known.feedback }, saying);
}

function gather(
  facts: Facts,
  { pull, feedback }: { pull: number | undefined; feedback: readonly Feedback[] },
  { trigger, text = "" }: Saying,
): HeardWords {
  const { sender, source, at } = trigger;
  const read = (pull === undefined ? undefined : facts.words?.[pull]) ?? { words: [], left: 0 };
  const own = wordsOf({ source, by: sender.login, text, at });
  const earlier = feedback.filter((one) => one.type === "words");
  const all = new Map([...earlier, ...own, ...read.words].map((one) => [one.source ?? one.text, one]));
  const words = [...all.values()];
  return { words: words.slice(0, mostWords), left: read.left + Math.max(0, words.length - mostWords) };
}

/** `/revise [text]` where the plan is: it is written again, with these words and all that people said about it. */
function revisePlan(draft: Draft, facts: Facts, saying: Saying): Reply {
  const { track } = draft;
  const { revision, proposed, feedback } = track.plan;
  if (revision) return refuse({ type: "revision-under-way", by: revision.by });
  if (track.phase !== "proposed" && !isUnderWay(track)) return refuse(cannotRevise(track));
  if (!proposed) return refuse({ type: "cannot-revise-plan" });
  const heard = gather(facts, { pull: track.pull, feedback }, saying);
  if (heard.words.length === 0) return refuse({ type: "nothing-to-revise" });
  const { resume: _, ...plan } = track.plan;
  // Of an approved plan only another one is proposed: its tasks go on.
  if (track.phase === "proposed") track.phase = "planning";
  track.plan = { ...plan, attempts: 0, feedback: heard.words, revision: { by: saying.trigger.sender.login } };
  calm(draft);
  return { ok: true, notice: heardNotice(undefined, heard) };
}

/** What is said to whoever gave words, or had others' taken along. */
export function heardNotice(task: TaskId | undefined, { words, left }: HeardWords): Notice {
  const heard = { count: words.length, cut: words.filter((one) => one.cut).length, left };
  return task === undefined ? { type: "words-heard", ...heard } : { type: "words-heard", task, ...heard };
}

/** Why there is no plan that could be written again. */
function cannotRevise({ phase, archived }: Track): Notice {
  if (phase === "planning") return { type: "cannot-revise-plan" };
  if (archived !== undefined) return { type: "not-executing", command: "revise" };
  return { type: "mistake", mistake: { type: "task-missing", command: "revise" } };
}
