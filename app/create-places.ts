import type { AppLog } from "./create-log.ts";
import { minuteMs } from "./is-due.ts";
import type { Place } from "./read-place.ts";
import type { Timers } from "./timers.ts";

interface PlacesOptions {
  listPlaces(): Promise<Place[]>;
  timers: Pick<Timers, "now">;
  minutes: number;
  log: AppLog;
}

/** The places, listed anew once an interval; a list that fails leaves the one before. */
export function createPlaces({ listPlaces, timers, minutes, log }: PlacesOptions) {
  let known: { places: Place[]; at: number } | undefined;
  return async (freshness: "known" | "new"): Promise<Place[] | undefined> => {
    const now = timers.now().getTime();
    if (known && freshness === "known" && now - known.at < minutes * minuteMs) return known.places;
    try {
      known = { places: await listPlaces(), at: now };
    } catch (error) {
      log.error("the App's installations could not be listed", { why: String(error) });
    }
    return known?.places;
  };
}
