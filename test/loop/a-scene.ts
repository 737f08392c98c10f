import { parse } from "../../adapters/parse/create-parse.ts";
import type { Effect } from "../../core/model/effect.ts";
import type { Track } from "../../core/model/track.ts";
import type { GitHubPort } from "../../core/ports/github.ts";
import type { Work } from "../../loop/perform.ts";
import type { Ports } from "../../loop/ports.ts";

/** What an effect is performed with: a real GitHub port, and as much of a track as the effect looks at. */
export function aScene<E extends Effect>(
  github: GitHubPort,
  { track, effect }: { track: Partial<Track>; effect: E },
): Work<E> {
  const at = "2026-11-18T10:00:00Z";
  return {
    ports: { github, parse } as Ports,
    track: { issue: 1, slug: "csv", defaultBranch: "main", tasks: {}, ...track } as Work<E>["track"],
    entry: { key: "1/test", effect, owner: "test", at, probe: false, tries: 0 },
    effect,
  };
}
