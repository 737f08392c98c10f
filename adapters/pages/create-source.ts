import { GsdError } from "../../core/gsd-error.ts";
import type { Archive } from "../../core/ports/archive.ts";
import type { RepositoryName, RepositorySource, Source } from "../../web/source.ts";
import { createApiArchive } from "../archive/api-archive.ts";
import { findTrack, loadTracks } from "../archive/load-tracks.ts";

/** Who looks, and what there is to list for them. */
export interface SourceOptions {
  apiUrl: string;
  /** Of the one who looks: GitHub says what they may read. */
  token: string;
  repositories(): Promise<RepositoryName[]>;
}

/** What the pages show, through GitHub's API: the same for the App and for the forge on this machine. */
export function createSource({ apiUrl, token, repositories }: SourceOptions): Source {
  return {
    repositories,
    async open(repository) {
      const { owner, name: repo } = repository;
      try {
        return await openRepository(repository, await createApiArchive({ apiUrl, token, owner, repo }));
      } catch (error) {
        if (!(error instanceof GsdError)) throw error;
        if (error.code === "ledger-gone") return emptyRepository(repository);
        if (error.code === "not-found" || error.code === "forbidden") return undefined;
        throw error;
      }
    },
  };
}

async function openRepository(repository: RepositoryName, archive: Archive): Promise<RepositorySource> {
  return {
    repository,
    standpoint: await archive.newest(),
    tracks: (folder) => loadTracks(archive, folder),
    track: (issue) => findTrack(archive, issue),
  };
}

function emptyRepository(repository: RepositoryName): RepositorySource {
  return {
    repository,
    standpoint: undefined,
    tracks: async () => ({ tracks: [], problems: [] }),
    track: async () => undefined,
  };
}
