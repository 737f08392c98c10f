import type { Track } from "../../core/model/track.ts";
import { isOver } from "../../core/model/track.ts";
import type { RepositoryName, RepositorySource, Source } from "../../web/source.ts";
import { aConfig, now, sha } from "../builders/a-track.ts";

export const shop: RepositoryName = { owner: "octo", name: "shop" };

/** What the pages read of `octo/shop`; say what matters to the test. */
export function aRepositorySource(tracks: Track[], fields: Partial<RepositorySource> = {}): RepositorySource {
  return {
    repository: shop,
    standpoint: async () => ({ commit: sha("d1"), at: now }),
    tracks: async (folder) => ({
      tracks: tracks.filter((track) => isOver(track) === (folder === "done")),
      problems: [],
    }),
    history: async () => ({ entries: [], isCut: false }),
    days: async () => [],
    config: async () => aConfig(),
    journal: async () => ({ type: "gone" }),
    logs: async () => undefined,
    recipes: async () => ({ recipes: [], own: [], problems: [] }),
    changesOf: async () => undefined,
    compare: async () => undefined,
    track: async (issue) => tracks.find((one) => one.issue === issue),
    ...fields,
  };
}

/** Somebody who may read `octo/shop` and nothing else. */
export function aSource(repository: RepositorySource): Source {
  const { owner, name } = repository.repository;
  return {
    repositories: async () => [repository.repository],
    open: async (wanted) => (wanted.owner === owner && wanted.name === name ? repository : undefined),
  };
}
