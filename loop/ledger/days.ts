import { dayFile } from "../../core/codec/ledger-files.ts";
import type { Day } from "../../core/model/day.ts";
import type { FileAtRef } from "../../core/ports/github/git.ts";
import type { Change, LedgerPort, Version } from "../../core/ports/ledger.ts";
import { freshDay } from "../../core/select/reserve.ts";

/** A day's spending as the ledger has it; a day without a file is a fresh one. */
export interface SavedDay {
  /** As `2026-11-16`. */
  date: string;
  day: Day;
  version: Version;
}

/** What was spent and reserved on some days. */
export async function loadDays(ledger: LedgerPort, dates: string[]): Promise<SavedDay[]> {
  const files = await ledger.read(dates.map(dayFile.path));
  return dates.map((date, at) => toDay(date, files[at]));
}

/** A day from the files that a commit was compared with. */
export function dayIn(date: string, files: Record<string, FileAtRef | undefined>): SavedDay {
  return toDay(date, files[dayFile.path(date)]);
}

/** A day as a part of a commit. */
export function dayChange({ date, day, version }: SavedDay): Change {
  return { path: dayFile.path(date), value: day, version };
}

function toDay(date: string, file: FileAtRef | undefined): SavedDay {
  const day = file ? dayFile.read(file.text, dayFile.path(date)) : freshDay;
  return { date, day, version: file?.sha };
}
