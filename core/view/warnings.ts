import { crampedBytes, mostFileBytes } from "../codec/track-size.ts";
import type { TokenRefusal } from "../model/access.ts";
import type { Gap } from "../model/gap.ts";
import { type Health, isWell } from "../model/health.ts";
import type { TaskId } from "../model/ids.ts";
import type { Note } from "../model/note.ts";
import type { Trouble } from "../model/notice.ts";
import type { TrackTask } from "../model/task.ts";
import { isOpen, type Track, taskEntries } from "../model/track.ts";
import { isMuch, withExtra } from "../select/budget.ts";

/** How much of a budget is spent: the track's, or a task's. */
export interface Spending {
  of: "track" | TaskId;
  usd: number;
  limitUsd: number;
}

/** Something that people should look at. */
export type Warning =
  | { type: "trouble"; trouble: Trouble }
  | { type: "gap"; gap: Gap }
  | { type: "note"; note: Note }
  | { type: "spending"; spending: Spending[] }
  /** A command that fails on the base and stops nobody. */
  | { type: "base-fails"; command: string }
  /** The track's file in the ledger has little room left. */
  | { type: "cramped"; bytes: number; mostBytes: number }
  /** CI waits for a person although it is trusted. */
  | { type: "ci-waits"; why: TokenRefusal }
  /** Guesses that nobody could run on the base. */
  | { type: "left-out"; notes: Note[] };

/** What people have to look at now, the most general first. */
export function warningsOf(track: Track): Warning[] {
  return [
    ...gapsOf(track),
    ...oddities(track),
    ...spendingOf(track),
    ...roomOf(track),
    ...troublesOf(track),
    ...ciWaits(track),
    ...baseFails(track),
  ];
}

/** While gsd works on it: what is over needs nothing any more. */
function gapsOf(track: Track): Warning[] {
  return isOpen(track) ? (track.gaps ?? []).map((gap) => ({ type: "gap" as const, gap })) : [];
}

/** Told while there is still something to do about it. */
function roomOf(track: Track): Warning[] {
  const bytes = isOpen(track) ? crampedBytes(track) : undefined;
  return bytes === undefined ? [] : [{ type: "cramped", bytes, mostBytes: mostFileBytes }];
}

function oddities(track: Track): Warning[] {
  if (!isOpen(track) || !track.oddities) return [];
  return [{ type: "note", note: { ...track.oddities, type: "odd-text", what: "The issue's text" } }];
}

/** What people should know before a budget is used up: the track's, and those of tasks that may still cost more. */
function spendingOf(track: Track): Warning[] {
  if (!["planning", "proposed", "executing", "verifying"].includes(track.phase)) return [];
  const budget = withExtra(track.config.budget, track.extraUsd);
  const spending: Spending[] = taskEntries(track)
    .filter(([, task]) => maySpend(task) && isMuch(budget, "task", task.usd))
    .map(([id, task]) => ({ of: id, usd: task.usd, limitUsd: budget.task }));
  if (isMuch(budget, "track", track.usd)) {
    spending.unshift({ of: "track", usd: track.usd, limitUsd: budget.track });
  }
  return spending.length > 0 ? [{ type: "spending", spending }] : [];
}

/** One that stopped at its limit says so itself. */
function maySpend({ status, trouble }: TrackTask): boolean {
  if (status === "completed" || status === "skipped") return false;
  if (trouble === undefined || trouble.type === "budget-waits") return trouble === undefined;
  return !("why" in trouble) || trouble.why.outcome !== "budget";
}

function troublesOf(track: Track): Warning[] {
  const rollbacks = track.rollbacks.filter(({ status }) => status === "running" || status === "open");
  const reports = track.reports.filter(({ status }) => status === "pending" || status === "running");
  const conflict = track.update?.status === "stuck" && isOpen(track) ? track.update : undefined;
  // Of a track that is over no task can be run again.
  const tasks = isOpen(track) ? Object.values(track.tasks) : [];
  const all = [track, track.health, conflict, ...tasks, ...rollbacks, ...reports];
  return all.flatMap((one) => (one?.trouble ? [{ type: "trouble" as const, trouble: one.trouble }] : []));
}

function ciWaits(track: Track): Warning[] {
  const { ciWaits: why, config } = track;
  return why && config.ci === "trusted" && isOpen(track) ? [{ type: "ci-waits", why }] : [];
}

function baseFails(track: Track & { health?: Health }): Warning[] {
  const { health } = track;
  if (!health?.result || !isWell(track) || !isOpen(track)) return [];
  const failing = health.result.checks.filter(({ ok }) => !ok);
  const fails = failing.map(({ command }) => ({ type: "base-fails" as const, command }));
  const notes = health.result.notes.filter(({ type }) => type === "left-out");
  // Later nothing can be done about it: the pull requests say what was checked.
  const isWorking = track.phase === "proposed" || track.phase === "executing";
  return isWorking && notes.length > 0 ? [...fails, { type: "left-out", notes }] : fails;
}
