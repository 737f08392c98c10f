import type { Day } from "../model/day.ts";
import type { HealthBook } from "../model/health.ts";
import type { Sha } from "../model/ids.ts";
import type { Track } from "../model/track.ts";
import type { Watch } from "../model/watch.ts";

/** A version of a file; undefined for one that does not exist yet. */
export type Version = Sha | undefined;

/** Where tracks are kept. A save with an outdated version answers "conflict" and changes nothing. */
export interface LedgerPort {
  load(issue: number): Promise<{ track: Track; version: Version } | undefined>;
  save(track: Track, version: Version, message: string): Promise<Version | "conflict">;
  issues(): Promise<number[]>;
  /** `date` as `2026-11-16`. */
  loadDay(date: string): Promise<{ day: Day; version: Version } | undefined>;
  saveDay(date: string, day: Day, version: Version): Promise<Version | "conflict">;
  /** What is remembered of commits whose health was checked; without a book when the file is not valid. */
  loadHealth(): Promise<{ book?: HealthBook; version: Version } | undefined>;
  saveHealth(book: HealthBook, version: Version): Promise<Version | "conflict">;
  loadWatch(): Promise<{ watch: Watch; version: Version } | undefined>;
  saveWatch(watch: Watch, version: Version): Promise<Version | "conflict">;
}
