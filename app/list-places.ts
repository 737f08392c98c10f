import type { GitHubApp } from "./create-github-app.ts";
import type { AppLog } from "./create-log.ts";
import type { Place } from "./read-place.ts";

/** All repositories that the App may work in. An installation that cannot be listed holds up no other. */
export async function listPlaces(
  app: Pick<GitHubApp, "installations" | "repositories">,
  log: AppLog,
): Promise<Place[]> {
  const places: Place[] = [];
  for (const installation of await app.installations()) {
    try {
      places.push(...(await app.repositories(installation)));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      log.warn("the repositories of an installation could not be listed", { installation, why });
    }
  }
  return places;
}
