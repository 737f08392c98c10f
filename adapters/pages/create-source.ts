import { dayFile } from "../../core/codec/ledger-files.ts";
import { GsdError } from "../../core/gsd-error.ts";
import type { Archive } from "../../core/ports/archive.ts";
import type { GitHubPort } from "../../core/ports/github.ts";
import type { DatedDay } from "../../core/view/view-spending.ts";
import type { RepositoryName, RepositorySource, Source } from "../../web/source.ts";
import { createApiArchive } from "../archive/api-archive.ts";
import { findTrack, loadTracks } from "../archive/load-tracks.ts";
import { createClient } from "../github/create-client.ts";
import { createGitHub } from "../github/create-github.ts";
import { createLookBack } from "../github/look-back.ts";
import { openConnection } from "../github/open-connection.ts";
import { parse } from "../parse/create-parse.ts";
import { createArtifacts } from "./create-artifacts.ts";
import { readHistory } from "./read-history.ts";
import { readJournal } from "./read-journal.ts";
import { readLogs } from "./read-logs.ts";
import { readRecipes } from "./read-recipes.ts";

/** Who looks, and what there is to list for them. */
export interface SourceOptions {
  apiUrl: string;
  /** Of the one who looks: GitHub says what they may read. */
  token: string;
  /** Where the release tree is: its recipes. */
  root: string;
  repositories(): Promise<RepositoryName[]>;
}

/** A person waits, and nothing is written. */
const pace = { betweenWritesMs: 0, backoffMs: 300, limitMs: 60_000 };
const requestMs = 20_000;
/** A quarter of a year, for plots. */
const mostDays = 92;

/** What the pages show, through GitHub's API: the same for the App and for the forge on this machine. */
export function createSource(options: SourceOptions): Source {
  return {
    repositories: options.repositories,
    async open(repository) {
      try {
        return await openRepository(options, repository);
      } catch (error) {
        // Who may not read it does not learn that it is there.
        if (error instanceof GsdError && (error.code === "not-found" || error.code === "forbidden"))
          return undefined;
        throw error;
      }
    },
  };
}

async function openRepository(options: SourceOptions, repository: RepositoryName): Promise<RepositorySource> {
  const { apiUrl: baseUrl, token, root } = options;
  const { owner, name: repo } = repository;
  const connection = openConnection({
    client: createClient({ token, baseUrl, requestMs }),
    owner,
    repo,
    pace,
  });
  const github = createGitHub(connection);
  const past = createLookBack(connection);
  const archive = await findArchive({ apiUrl: baseUrl, token, owner, repo });
  const artifacts = createArtifacts(connection);
  const branch = async () => (await github.repository()).defaultBranch;
  return {
    repository,
    ...(archive ? ledgerOf(archive) : noLedger),
    history: (issue) => readHistory({ github, past }, issue),
    config: async () => readConfig(github, await branch()),
    journal: (job, run) => readJournal(artifacts, job, run),
    logs: (job, run) => readLogs(artifacts, job, run),
    recipes: async () => readRecipes(github, root, await branch()),
    changesOf: (sha) => github.changesOf(sha),
    compare: async (base, head) => (await github.compare(base, head))?.files,
  };
}

type LedgerReads = Pick<RepositorySource, "standpoint" | "tracks" | "track" | "days">;

/** Undefined where gsd has not planned anything yet. */
async function findArchive(source: Parameters<typeof createApiArchive>[0]): Promise<Archive | undefined> {
  try {
    return await createApiArchive(source);
  } catch (error) {
    if (error instanceof GsdError && error.code === "ledger-gone") return undefined;
    throw error;
  }
}

const noLedger: LedgerReads = {
  standpoint: async () => undefined,
  tracks: async () => ({ tracks: [], problems: [] }),
  track: async () => undefined,
  days: async () => [],
};

function ledgerOf(archive: Archive): LedgerReads {
  return {
    standpoint: archive.newest,
    tracks: (folder) => loadTracks(archive, folder),
    track: (issue) => findTrack(archive, issue),
    days: () => readDays(archive),
  };
}

async function readDays(archive: Archive): Promise<DatedDay[]> {
  const names = (await archive.list("days")).filter((name) => /^\d{4}-\d{2}-\d{2}\.json$/.test(name));
  const dates = names
    .map((name) => name.slice(0, 10))
    .toSorted()
    .slice(-mostDays);
  const texts = await archive.read(dates.map(dayFile.path));
  return dates.flatMap((date, at) => {
    const text = texts[at];
    return text === undefined ? [] : [{ date, day: dayFile.read(text, dayFile.path(date)) }];
  });
}

async function readConfig(github: GitHubPort, branch: string) {
  const file = await github.readFile(".github/gsd.yml", branch);
  if (file?.odd !== undefined) return undefined;
  const reading = await parse("config", file?.text);
  return reading.ok && reading.value.ok ? reading.value.config : undefined;
}
