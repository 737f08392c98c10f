import type { Draft } from "../jobs/draft.ts";
import type { Command } from "../model/command.ts";
import type { Facts } from "../model/facts.ts";
import type { Notice } from "../model/notice.ts";
import { mostRulings, mostTold, type Ruling } from "../model/ruling.ts";
import type { Track } from "../model/track.ts";
import type { Commented } from "../model/trigger.ts";
import { withoutUndefined } from "../model/without-undefined.ts";
import type { Reply } from "./on-commented.ts";

interface Answered {
  trigger: Commented;
  /** One for each command. */
  replies: readonly Reply[];
}

/** Writes down each command of a comment and what became of it. */
export function recordRulings({ track, moment }: Draft, facts: Facts, { trigger, replies }: Answered): void {
  const rows = trigger.commands.map((command, at) => {
    const { ok = false, notice } = replies[at] ?? {};
    return toRuling({ facts, trigger, command }, { at: moment.now, ok, notice });
  });
  addRulings(track, rows);
}

interface Said {
  facts: Facts;
  trigger: Commented;
  command: Command | undefined;
}

/** One command, or a comment whose command is not written rightly. */
export function toRuling(
  { facts, trigger, command }: Said,
  { at, ok, notice }: { at: string; ok: boolean; notice?: Notice | undefined },
): Ruling {
  const { sender, source, thread, commit, mistakes } = trigger;
  return withoutUndefined({
    at,
    by: sender.login,
    source,
    thread,
    command: command?.type ?? mistakes[0]?.command ?? "help",
    task: command && "task" in command ? command.task : undefined,
    sha: facts.pulls[thread]?.head ?? (commit || undefined),
    ok,
    why: ok ? undefined : notice?.type,
    notice: trigger.board === undefined ? undefined : notice,
  });
}

export function addRulings(track: Track, rows: readonly Ruling[]): void {
  if (rows.length === 0) return;
  const all = [...(track.rulings ?? []), ...rows].slice(-mostRulings);
  track.rulings = all.map((row, at) => (at < all.length - mostTold ? withoutNotice(row) : row));
}

/** What was said of an old one is of no use any more. */
function withoutNotice({ notice: _, ...row }: Ruling): Ruling {
  return row;
}
