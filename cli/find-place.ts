import { GsdError } from "../core/gsd-error.ts";
import { parseRemote, parseRepository } from "../core/install/remote.ts";
import type { Clone } from "./find-clone.ts";
import { webHost } from "./web-host.ts";

/** A repository on GitHub. */
export interface Place {
  owner: string;
  name: string;
}

/** The value of `--repo`. */
export function parseRepoOption(text: string): Place {
  const place = parseRepository(text);
  if (place) return place;
  throw new GsdError("usage", `--repo takes OWNER/NAME, not "${text}".`);
}

/** Where a clone's remote leads; undefined where it has none. */
export function findPlace({ remotes }: Pick<Clone, "remotes">, apiUrl: string): Place | undefined {
  const names = Object.keys(remotes);
  const [only] = names;
  if (only === undefined) return undefined;
  const name = remotes["origin"] === undefined && names.length === 1 ? only : "origin";
  const address = remotes[name];
  if (address === undefined)
    throw new GsdError(
      "usage",
      `This clone has the remotes ${names.join(", ")} and none is called origin; say which repository you mean: --repo OWNER/NAME`,
    );
  const place = parseRemote(address);
  const host = webHost(apiUrl);
  if (place?.host === host) return { owner: place.owner, name: place.name };
  // The address itself may hold a password.
  const where = place ? `is at ${place.host}` : "is not an address on GitHub";
  throw new GsdError(
    "usage",
    `The remote ${name} ${where}, and gsd works with repositories on ${host}. If it leads there under another name, say --repo OWNER/NAME`,
  );
}
